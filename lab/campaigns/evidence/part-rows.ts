import { ANY_PATH, type EvidenceRow, RUN } from './evidence-row.ts';
import type { Lab, Said } from './lab.ts';

/** Runs of some of the samples, and parts that are put together. */
export const PART_ROWS: readonly EvidenceRow[] = [
	{
		seen: 'three of the prompts',
		tested: true,
		before: "path A 2/3, 'no ADR is due', exit 0",
		run: ({ gemmark }) => gemmark(...RUN, '--limit', '3'),
		says: [/^= prefix subset \d\/15$/u],
		never: ANY_PATH,
		exitCode: 0,
	},
	{
		seen: 'one of the prompts',
		tested: true,
		before: 'path A 1 of 1, exit 0',
		run: ({ gemmark }) => gemmark(...RUN, '--limit', '1'),
		says: [/^= prefix subset \d\/15$/u],
		never: ANY_PATH,
		exitCode: 0,
	},
	{
		seen: 'a merge of 2 shards of 3',
		tested: true,
		before: "'decided early', complete, exit 0",
		run: (lab) => mergedShards(lab, 3, ['1/3', '3/3']),
		says: [/^= prefix subset/u, /shard.*\b2\b/u],
		never: ANY_PATH,
		exitCode: 3,
	},
	{
		seen: 'two logs in one file (a second header)',
		tested: true,
		before: 'reports the second as the first',
		async run(lab) {
			await lab.gemmark(...RUN, '--limit', '1', '--out', 'a');
			lab.edit('both.jsonl', () => lab.read('a/log.jsonl').repeat(2));
			return lab.gemmark('report', 'both.jsonl');
		},
		says: [/both\.jsonl:4\b/u],
		exitCode: 2,
	},
	{
		seen: '--resume with other options',
		tested: true,
		before: 'mixed, silently',
		async run(lab) {
			await lab.gemmark(...RUN, '--limit', '1', '--out', 'a');
			const others = ['--limit', '2', '--context-size', '2048', '--filter', 'prefix', '--top-k', '5'];
			return lab.gemmark(...RUN, ...others, '--out', 'a', '--resume');
		},
		says: [/(?=.*contextSize)(?=.*limit)(?=.*filter)(?=.*topK)/u],
		exitCode: 2,
	},
];

async function mergedShards({ gemmark }: Lab, count: number, shards: readonly string[]): Promise<Said> {
	const folders = shards.map((shard) => `shard-${shard.replace('/', '-of-')}`);
	for (const [index, shard] of shards.entries()) {
		await gemmark(...RUN, '--shard', shard, '--out', folders[index] ?? '');
	}
	return gemmark('merge', ...folders, '--out', `of-${count}`);
}
