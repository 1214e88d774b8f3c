import { describe, expect, it } from 'vitest';
import type { Suite } from '../eval/suite.ts';
import { suiteDouble } from '../testing/doubles/suite-double.ts';
import { halfOf, withSplit } from './split.ts';

function suiteOf(rows: readonly { readonly input: string; readonly split?: string }[]): Suite {
	const suite = suiteDouble([], async () => ({ messages: [], facts: {} }));
	return { ...suite, samples: rows.map((row, at) => ({ id: `r${at}`, ...row })) };
}
const halves = ({ samples }: Suite): readonly unknown[] => samples.map((row) => (row as { split?: string }).split);
const inputs = Array.from({ length: 200 }, (_, at) => ({ input: `Row ${at}` }));

describe('a split', () => {
	it('by a share depends on the text of a row alone, not on its spacing and case', async () => {
		const split = await withSplit(suiteOf(inputs), 0.4);
		const again = await withSplit(
			suiteOf(inputs.slice(100).map(({ input }) => ({ input: input.toUpperCase().replace(' ', '') }))),
			0.4,
		);
		expect(halves(again)).toEqual(halves(split).slice(100));
		expect(split.corpus.split?.dev).toBeGreaterThan(60);
		expect(split.corpus.split?.dev).toBeLessThan(100);
		expect(split.groups?.(split.samples[0] as never)).toEqual({ split: halves(split)[0] });
	});

	it('is asked by halves, each a corpus of its own', async () => {
		const split = await withSplit(
			suiteOf([
				{ input: 'a', split: 'dev' },
				{ input: 'b', split: 'test' },
			]),
			undefined,
		);
		const dev = halfOf(split, 'dev');
		expect(dev.samples).toHaveLength(1);
		expect(dev.corpus.split).toMatchObject({ dev: 1, test: 1, asked: 'dev', sha256: split.corpus.split?.sha256 });
		expect(dev.groups?.(dev.samples[0] as never)).toEqual({});
	});

	it.each([
		[
			'the same words in both halves',
			[
				{ input: 'a b', split: 'dev' },
				{ input: 'A, b', split: 'test' },
			],
			undefined,
			'split.same',
		],
		['rows and suite', [{ input: 'a', split: 'dev' }], 0.5, 'split.twice'],
		['only some rows', [{ input: 'a', split: 'dev' }, { input: 'b' }], undefined, 'split.some'],
	])('is refused for %s', async (_, rows, share, code) => {
		await expect(withSplit(suiteOf(rows), share)).rejects.toMatchObject({ said: { code }, exitCode: 2 });
	});

	it('is refused where a suite has none', () => {
		expect(() => halfOf(suiteOf(inputs), 'dev')).toThrow(
			expect.objectContaining({ said: expect.objectContaining({ code: 'split.none' }) }),
		);
	});
});
