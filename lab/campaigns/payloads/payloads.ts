import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { renderComparison } from '../../../reports/comparison/render.ts';
import { compared } from '../../../reports/fixture/compared.ts';
import { renderRun } from '../../../reports/render-run.ts';
import { reportedRun } from '../../../reports/reported-run.ts';
import { terminalText } from '../../../reports/terminal/text.ts';
import { LOG_NAME } from '../../../src/log/folder.ts';
import { writeLogFile } from '../../../src/log/write-log.ts';
import { gemmark, unreportedEnd } from '../trial/gemmark-process.ts';
import type { Trial } from '../trial/trial.ts';
import { type BrowserCheck, openBrowser } from './browser-check.ts';
import { logWith } from './hostile-fields.ts';
import { PAYLOADS } from './payload-texts.ts';
import { spokenRun } from './spoken-run.ts';

/** Each round puts one text into the fields of a log and looks at every output; before, a model says them all in a run. */
export const payloads: Trial = {
	round: 'one text in every field of every output',
	rounds: { short: 3, long: 256 },
	async run({ tally, folder, options, rounds }) {
		const browser = await openBrowser(folder);
		try {
			const said = Array.from(
				{ length: Math.min(options.rounds, PAYLOADS.length) },
				(_, index) => payloadOf(options.seed + index).text,
			);
			const spoken = join(folder, 'spoken');
			mkdirSync(spoken);
			await tally.try('said by a model in the engine', options.seed, async () => {
				const { problem, samples } = await spokenRun(spoken, said);
				tally.tried('said by a model in the engine', samples);
				return problem ?? (await outputsProblem(join(spoken, 'run'), browser));
			});
			for (const round of rounds()) {
				const { kind, text } = payloadOf(round.seed);
				const place = join(folder, `round-${round.seed}`);
				mkdirSync(place);
				const { log, fields } = logWith(text, round);
				tally.tried('fields with one', fields);
				await tally.try(`reports: ${kind}`, round.seed, async () => {
					const files = {
						...renderRun(reportedRun(log), round.pick(['en', 'ko'])),
						...renderComparison(compared([log, log]), 'en'),
					};
					for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), content);
					return outputsProblem(place, browser, round.index % 2 === 1);
				});
				writeLogFile(join(place, LOG_NAME), log);
				const [command = '', ...args] = COMMANDS[round.seed % COMMANDS.length] ?? [];
				await tally.try(`terminal: ${command}`, round.seed, async () => {
					const end = await gemmark([command, ...args], { cwd: place });
					const shown = end.stdout + end.stderr;
					if (terminalText(shown) !== shown) return `raw control characters: ${JSON.stringify(shown).slice(0, 300)}`;
					return unreportedEnd(end, [0, 1, 2, 3]);
				});
			}
		} finally {
			await browser.close();
		}
	},
};

const LOG = `./${LOG_NAME}`;
const COMMANDS: readonly (readonly string[])[] = [
	['report', LOG],
	['rescore', LOG, '--out', 'rescored'],
	['compare', LOG, LOG, '--out', 'compared'],
	['fates', LOG],
	['label', LOG, '--who', 'someone', '--export', 'labels-new.csv'],
];

function payloadOf(seed: number): (typeof PAYLOADS)[number] {
	const payload = PAYLOADS[(37 * seed) % PAYLOADS.length];
	if (payload === undefined) throw new Error('there are payloads');
	return payload;
}

/** What is wrong with the outputs that lie in a folder. */
async function outputsProblem(folder: string, browser: BrowserCheck, bypassCsp = true): Promise<string | undefined> {
	for (const name of readdirSync(folder)) {
		const text = name.includes('.') ? readFileSync(join(folder, name), 'utf8') : '';
		const problem = name.endsWith('.html')
			? await browser.problemOf(text, bypassCsp)
			: name.endsWith('.xml')
				? await browser.xmlProblem(text)
				: name.endsWith('.csv')
					? formulaIn(text)
					: undefined;
		if (problem !== undefined) return `${name}: ${problem}`;
	}
	return undefined;
}

function formulaIn(csv: string): string | undefined {
	const rows: string[][] = parse(csv, { bom: true, relax_column_count: true });
	const cell = rows.flat().find((text) => FORMULA.test(text) && !/^-?\d+(?:\.\d+)?$/u.test(text));
	return cell === undefined ? undefined : `a formula: ${cell.slice(0, 80)}`;
}

/** How a spreadsheet begins one, after blanks or in full width too. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/u;
