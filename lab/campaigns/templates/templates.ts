import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GemmarkError } from '../../../src/base/errors.ts';
import { GEMMA4_CHAT_TEMPLATE } from '../../../src/dialects/prompt/gemma4-template.ts';
import { ChatTemplate } from '../../../src/dialects/prompt/renderer.ts';
import { damagedText, STRANGE } from '../fuzz/mutation.ts';
import { gemmark, unreportedEnd } from '../trial/gemmark-process.ts';
import { scriptedModel, scriptedRun } from '../trial/scripted-run.ts';
import type { Trial } from '../trial/trial.ts';
import { HOSTILE_TEMPLATES } from './hostile-templates.ts';

/** Each round renders one hostile template and twenty damaged ones; every eighth runs a model file with a hostile one. */
export const templates: Trial = {
	round: 'a hostile template and 20 damaged ones',
	rounds: { short: 2, long: 300 },
	async run({ tally, folder, rounds }) {
		for (const round of rounds()) {
			const hostile = HOSTILE_TEMPLATES[round.seed % HOSTILE_TEMPLATES.length] ?? HOSTILE_TEMPLATES[0];
			const source = hostile.source(round);
			await tally.try(`render: ${hostile.name}`, round.seed, () => rendered(source, true));
			for (let index = 0; index < DAMAGED; index += 1) {
				const damaged = damagedText(GEMMA4_CHAT_TEMPLATE, round, TOKENS);
				await tally.try('render: damaged', round.seed, () => rendered(damaged, false));
			}
			if (round.seed % RUN_EVERY !== 1) continue;
			const place = join(folder, `round-${round.seed}`);
			mkdirSync(place);
			await tally.try('run of a model file with it', round.seed, () => runWith(`{# <|turn> #}${source}`, place));
		}
	},
};

const DAMAGED = 20;
const RUN_EVERY = 8;
/** Of a processor: a template has five million steps, which take some, and a machine may be busy. */
const MOST_SECONDS = 20;
const RUN_SECONDS = 120;
const TOKENS: readonly string[] = [
	...STRANGE,
	...[
		'{%',
		'%}',
		'{{',
		'}}',
		'{#',
		'#}',
		'{% for m in messages %}',
		'{% endfor %}',
		'{% if',
		'{% set x =',
		'range(99999)',
	],
];

function rendered(chatTemplate: string, mustRefuse: boolean): string | undefined {
	const started = process.cpuUsage();
	const refused = refusalOf(chatTemplate);
	const { user, system } = process.cpuUsage(started);
	const seconds = (user + system) / 1e6;
	if (seconds > MOST_SECONDS) return `takes ${seconds.toFixed(1)} s`;
	if (refused instanceof GemmarkError) return undefined;
	if (refused !== undefined) throw refused;
	return mustRefuse ? 'is not refused' : undefined;
}

function refusalOf(chatTemplate: string): unknown {
	const messages = [
		{ role: 'system', content: '짧게.' },
		{ role: 'user', content: '안녕' },
	];
	try {
		new ChatTemplate({ chatTemplate, bosToken: '<bos>', eosToken: '<eos>' }).render({ messages, tools: [] });
		return undefined;
	} catch (thrown) {
		return thrown;
	}
}

async function runWith(chatTemplate: string, place: string): Promise<string | undefined> {
	const model = scriptedModel(place, { chatTemplate });
	const end = await gemmark([...scriptedRun(model, 1), '--limit', '2', '--dialect', 'gemma4'], {
		cwd: place,
		seconds: RUN_SECONDS,
	});
	if (end.code === null) return `the run does not end within ${RUN_SECONDS} s`;
	if (end.code === 0) return 'the run takes the template';
	return unreportedEnd(end, [2, 3]);
}
