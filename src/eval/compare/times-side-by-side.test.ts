import { expect, it } from 'vitest';
import type { LogSample } from '../../log/record.ts';
import type { LoggedGeneration } from '../sample.ts';
import { compareRuns } from './compare.ts';
import { ids, runOf, sampleOf } from './compared-run-fixture.ts';
import { timesSideBySide } from './times-side-by-side.ts';

/** A sample whose generation took so long in all, and so long to its first token; without one it was cut in silence. */
function timed(id: string, totalMs: number, firstTokenMs: number | undefined, isCut: boolean): LogSample {
	const sample = sampleOf(id, true, firstTokenMs === undefined ? [] : ['네'], totalMs);
	const finish: LoggedGeneration['finish'] = isCut
		? { unified: 'deadline', raw: 'deadline' }
		: { unified: 'stop', raw: '' };
	const generations = sample.transcript.generations.map((one) => ({ ...one, finish }));
	const timing = {
		source: 'engine' as const,
		totalMs,
		...(firstTokenMs && { firstTokenMs }),
		pieceAtMs: [],
		eventAtMs: [],
	};
	return {
		...sample,
		transcript: { ...sample.transcript, generations },
		timings: { ...sample.timings, generations: [timing] },
	};
}

const [first = '', second = '', ...others] = ids;
const fast = runOf([first, second, ...others].map((id) => timed(id, 50, id === first ? 40 : 10, false)));
const slow = runOf([
	timed(first, 1000, undefined, true),
	timed(second, 1000, 40, true),
	...others.map((id) => timed(id, 200, 40, false)),
]);

it('a turn that was cut in one run is in neither, as far as it was cut before its time', () => {
	const { of, cut } = timesSideBySide([fast, slow]);
	const told = [fast, slow].map((run) =>
		of(run).rows.map(({ metric, distribution: { n, max } }) => `${metric} ${n} ${max}`),
	);
	expect(told).toEqual([
		['timeToFirstTokenMs 14 10', 'turnMs 13 50', 'endToEndMs 13 50'],
		['timeToFirstTokenMs 14 40', 'turnMs 13 200', 'endToEndMs 13 200'],
	]);
	expect(cut).toBe(2);
	expect(compareRuns(fast, slow).cutTurns).toBe(2);
});

it('runs without a turn that was cut stand as they are', () => {
	const { of, cut } = timesSideBySide([fast, fast]);
	expect([of(fast).rows[0]?.distribution.n, cut]).toEqual([15, 0]);
});
