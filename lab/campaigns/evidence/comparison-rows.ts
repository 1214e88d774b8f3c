import { join } from 'node:path';
import { bundledModelFolder } from '../../../run/compose/load.ts';
import { parseLog } from '../../../src/log/parse-log.ts';
import { compareRuns } from '../../../src/summary/compare/compare.ts';
import { type EvidenceRow, RUN } from './evidence-row.ts';

/** Differences between runs that were not measured. */
export const COMPARISON_ROWS: readonly EvidenceRow[] = [
	{
		seen: 'a full run against one of a single suite',
		tested: true,
		before: 'refused: 8 to 13 --allow',
		async run({ gemmark }) {
			await gemmark('run', '--threads', '1', '--limit', '1', '--out', 'full');
			await gemmark(...RUN, '--limit', '1', '--out', 'one');
			return gemmark('compare', 'full', 'one', '--out', 'both');
		},
		says: [/\bframe\b/u],
		exitCode: 0,
	},
	{
		seen: 'f16 against q8_0, each with threads of its own choice',
		tested: true,
		before: "f16 with 2 threads against q8_0 with 1, 'the cost of the quantization'",
		async run({ gemmark, read }) {
			const models = ['f16', 'q8_0'].flatMap((name) => ['--model', join(bundledModelFolder(), `mini-${name}.gguf`)]);
			const { command, exitCode } = await gemmark('run', '--suite', 'prefix', '--limit', '1', ...models, '--out', 'm');
			const threads = ['m/1-mini-f16', 'm/2-mini-q8_0'].map((folder) => {
				const { header } = parseLog(read(`${folder}/log.jsonl`).split('\n'), folder);
				return `${header.engine.threads}`;
			});
			return { command, exitCode, lines: [`threads: ${threads.join(' and ')}`] };
		},
		says: [/^threads: (\d+) and \1$/u],
		exitCode: 0,
	},
	{
		seen: 'a file against itself, the second time on a busier machine',
		tested: true,
		before: '-19 ms, an interval without 0',
		async run({ gemmark, read }) {
			await gemmark(...RUN, '--out', 'a');
			await gemmark(...RUN, '--out', 'b');
			const { command, exitCode } = await gemmark('compare', 'a', 'b', '--out', 'both');
			return { command, exitCode, lines: read('both/comparison.md').split('\n') };
		},
		says: [/no interval/u],
		exitCode: 0,
	},
	{
		seen: 'outputs equal but for a trailing half character',
		tested: true,
		before: "'3 of 4 outputs differ'",
		async run({ gemmark, read }) {
			const { command } = await gemmark(...RUN, '--max-tokens', '9', '--out', 'a');
			const log = (text: string): ReturnType<typeof parseLog> => parseLog(text.split('\n'), 'a');
			const whole = log(read('a/log.jsonl'));
			const half = log(read('a/log.jsonl').split('\n').map(withHalfCharacter).join('\n'));
			const { compared, identical } = compareRuns(whole, half).divergence;
			return {
				command: `${command}, against itself with a half character after each cut generation`,
				lines: [`${compared - identical} of ${compared} outputs differ`],
			};
		},
		says: [/^0 of 15 outputs differ$/u],
	},
];

/** A line of a log whose cut generations end in the middle of a character. */
function withHalfCharacter(line: string): string {
	if (!line.startsWith('{"type":"sample"')) return line;
	const sample = JSON.parse(line);
	for (const { finish, pieces } of sample.transcript.generations)
		if (finish.unified === 'length') pieces.push('\uFFFD');
	return JSON.stringify(sample);
}
