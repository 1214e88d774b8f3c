import { z } from 'zod';
import { numberOrShare } from '../base/border.ts';
import { ConfigError, UsageError } from '../base/errors.ts';
import { sha256 } from '../base/json.ts';
import { message } from '../base/message.ts';
import type { Sample } from '../eval/sample.ts';
import type { Suite } from '../eval/suite.ts';
import { compactText } from '../text/text.ts';

/** Beside the options of any kind of suite. */
export const splitOption: z.ZodType<{ readonly dev: number }> = z.strictObject({
	dev: numberOrShare
		.pipe(z.number().gt(0, 'must be above 0%').lt(1, 'must be below 100%'))
		.describe('Share of the rows that are for development, such as 40%; the others are for tests.'),
});

export type Half = 'dev' | 'test';

/** A sample of a suite with a split. */
export interface SplitSample extends Sample {
	readonly split: Half;
}

/**
 * The suite with the half of each row, as its rows say or by a share of them: then the half depends on the row's text alone,
 * so that new rows move no others. Throws {@link ConfigError} where it is not clear, or rows of both halves are the same.
 */
export async function withSplit(suite: Suite, share: number | undefined): Promise<Suite> {
	const { name } = suite;
	const rows = suite.samples as readonly (Sample & Partial<SplitSample>)[];
	const written = rows.find(({ split }) => split !== undefined);
	if (share === undefined && written === undefined) return suite;
	if (share !== undefined && written !== undefined)
		throw new ConfigError(message('split.twice', { suite: name, id: written.id }));
	const other = rows.find(({ split }) => split !== 'dev' && split !== 'test');
	if (written !== undefined && other !== undefined)
		throw new ConfigError(message('split.some', { suite: name, id: written.id, other: other.id }));
	const samples = await Promise.all(
		rows.map(async (row): Promise<SplitSample> => {
			if (share === undefined) return row as SplitSample;
			const first = Number.parseInt((await sha256(compactText(row.input))).slice(0, 8), 16);
			return Object.assign(row, { split: first / 2 ** 32 < share ? ('dev' as const) : ('test' as const) });
		}),
	);
	for (const same of Map.groupBy(samples, ({ input }) => compactText(input)).values()) {
		const second = same.find(({ split }) => split !== same[0]?.split);
		if (second !== undefined)
			throw new ConfigError(message('split.same', { suite: name, id: same[0]?.id ?? '', other: second.id }));
	}
	const lines = samples.map(({ split, input }) => `${split}\t${compactText(input)}`).toSorted();
	const count = (half: Half): number => samples.filter(({ split }) => split === half).length;
	const split = { dev: count('dev'), test: count('test'), sha256: await sha256(lines.join('\n')) };
	return {
		...suite,
		samples,
		corpus: { ...suite.corpus, split },
		groups: (sample) => ({ ...suite.groups?.(sample), split: (sample as SplitSample).split }),
	};
}

/** The suite with the rows of that half as its corpus. Throws {@link UsageError} for a suite without a split, or an empty half. */
export function halfOf(suite: Suite, asked: Half): Suite {
	const { name, corpus, groups } = suite;
	if (corpus.split === undefined) throw new UsageError(message('split.none', { suite: name }));
	const samples = (suite.samples as readonly SplitSample[]).filter(({ split }) => split === asked);
	if (samples.length === 0) throw new UsageError(message('split.empty', { suite: name, half: asked }));
	return {
		...suite,
		samples,
		corpus: { ...corpus, split: { ...corpus.split, asked } },
		groups: (sample) => {
			const { split: _, ...others } = groups?.(sample) ?? {};
			return others;
		},
	};
}
