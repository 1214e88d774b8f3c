import { ANY_PATH, type EvidenceRow, RUN } from './evidence-row.ts';
import type { Lab, Said } from './lab.ts';

/** Runs of some of the samples, and parts that are put together. */
export const PART_ROWS: readonly EvidenceRow[] = [
	{
		seen: 'three of the prompts',
		tested: 'src/eval/summary/decision/decision-summary.test.ts',
		before: "path A 2/3, 'no ADR is due', exit 0",
		run: ({ gemmark }) => gemmark(...RUN, '--limit', '3'),
		says: [/^a subset decides nothing: \d\/3 .*15 in the corpus/u],
		never: ANY_PATH,
		exitCode: 0,
	},
	{
		seen: 'one of the prompts',
		tested: 'src/eval/summary/decision/decision-summary.test.ts',
		before: 'path A 1 of 1, exit 0',
		run: ({ gemmark }) => gemmark(...RUN, '--limit', '1'),
		says: [/^a subset decides nothing: \d\/1 .*15 in the corpus/u],
		never: ANY_PATH,
		exitCode: 0,
	},
	{
		seen: 'an early stop with two epochs',
		tested: 'src/eval/decision/judged.test.ts',
		before: "'no path yet', complete, cannot be resumed to one",
		run: ({ gemmark }) => gemmark(...RUN, '--early-stop', '--epochs', '2', '--determinism'),
		says: [/^path \w+: (?:at least|at most) \d+\/15 .*certain without the others/u],
		exitCode: 0,
	},
	{
		seen: 'two shards under an early stop, merged',
		tested: 'src/eval/decision/judged.test.ts',
		before: 'each stops at its own 5; both say their own path',
		run: (lab) => mergedShards(lab, 2, ['1/2', '2/2'], ['--early-stop']),
		says: [/^path \w+: (?:at least |at most )?\d+\/15/u],
		exitCode: 0,
	},
	{
		seen: 'one of two shards under an early stop',
		tested: 'src/eval/summary/decision/decision-summary.test.ts',
		before: 'stops at its own 5, path A',
		run: ({ gemmark }) => gemmark(...RUN, '--early-stop', '--shard', '1/2'),
		says: [/^a subset decides nothing/u],
		never: ANY_PATH,
		exitCode: 0,
	},
	{
		seen: 'a merge of 2 shards of 3',
		tested: 'src/log/merge-logs.test.ts',
		before: "'decided early', complete, exit 0",
		run: (lab) => mergedShards(lab, 3, ['1/3', '3/3'], []),
		says: [/^a subset decides nothing/u, /shards are missing, so nothing is decided: 2/u],
		never: ANY_PATH,
		exitCode: 3,
	},
	{
		seen: 'a merge of two different samples of one id',
		tested: 'src/log/merge-logs.test.ts',
		before: 'the first wins, silently',
		async run(lab) {
			await lab.gemmark(...RUN, '--limit', '2', '--out', 'a');
			await lab.gemmark(...RUN, '--limit', '2', '--out', 'b');
			lab.edit('b/log.jsonl', (log) =>
				log.replace('"meaningful":{"value":true}', '"meaningful":{"value":false,"reason":"echo"}'),
			);
			return lab.gemmark('merge', 'a', 'b', '--out', 'c');
		},
		// That its score is not what its transcript gives is seen before the two are held against each other.
		says: [
			/^gemmark: .*b\/log\.jsonl:\d+: prefix prefix-0\d: meaningful is no \(echo\), but its transcript gives yes/u,
		],
		exitCode: 2,
	},
	{
		seen: 'two logs in one file (a second header)',
		tested: 'src/log/parse-log.test.ts',
		before: 'reports the second as the first',
		async run(lab) {
			await lab.gemmark(...RUN, '--limit', '1', '--out', 'a');
			lab.edit('both.jsonl', () => lab.read('a/log.jsonl').repeat(2));
			return lab.gemmark('report', 'both.jsonl');
		},
		says: [/both\.jsonl:4: a second header/u],
		exitCode: 2,
	},
	{
		seen: '--resume with other options',
		tested: 'src/run/resume/resume.test.ts',
		before: 'mixed, silently',
		async run(lab) {
			await lab.gemmark(...RUN, '--limit', '1', '--out', 'a');
			const others = ['--limit', '2', '--context-size', '2048', '--filter', 'prefix', '--early-stop', '--top-k', '5'];
			return lab.gemmark(...RUN, ...others, '--out', 'a', '--resume');
		},
		says: [/cannot be resumed, (?=.*engine contextSize)(?=.*limit)(?=.*filter)(?=.*earlyStop)(?=.*topK).* differ/u],
		exitCode: 2,
	},
	{
		seen: 'scores removed from a log',
		tested: 'src/log/checks/own-scores.test.ts',
		before: 'misses: path B 0/15',
		async run(lab) {
			await lab.gemmark(...RUN, '--out', 'a');
			lab.edit('a/log.jsonl', (log) => log.replaceAll(/"meaningful":\{"value":[^}]*\},/gu, ''));
			return lab.gemmark('report', 'a');
		},
		says: [/a\/log\.jsonl:\d+: prefix prefix-\d+: meaningful is no score, but its transcript gives/u],
		never: /path [AB]:/u,
		exitCode: 2,
	},
];

async function mergedShards(
	{ gemmark }: Lab,
	count: number,
	shards: readonly string[],
	options: readonly string[],
): Promise<Said> {
	const folders = shards.map((shard) => `shard-${shard.replace('/', '-of-')}`);
	for (const [index, shard] of shards.entries()) {
		await gemmark(...RUN, ...options, '--shard', shard, '--out', folders[index] ?? '');
	}
	return gemmark('merge', ...folders, '--out', `of-${count}`);
}
