import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../../eval/header.ts';
import type { LoggedGeneration } from '../../eval/sample.ts';
import type { LogSample } from '../../log/record.ts';
import { compareRuns } from './compare.ts';
import { ids, runOf, sampleOf } from './compared-run-fixture.ts';
import { comparableTimes } from './differences.ts';

describe('compareRuns, of times,', () => {
	it('gives mean times of warm samples only, a pair per prompt', () => {
		const cold = (sample: LogSample): LogSample => ({
			...sample,
			timings: { ...sample.timings, cold: true, endToEndMs: 9999 },
		});
		const epochs = (change: number): LogSample[] =>
			[0, 1].flatMap((epoch) =>
				ids.map((id, index) => sampleOf(id, true, undefined, 100 + index * 10 + change * (1 + epoch), epoch)),
			);
		const [first, ...rest] = epochs(20);
		const [latency] = compareRuns(runOf(epochs(0)), runOf([...(first ? [cold(first)] : []), ...rest])).latencies;
		expect(latency).toMatchObject({ metric: 'endToEndMs', difference: { n: 15, mean: (14 * 30 + 40) / 15 } });
	});

	it('compares turns by the geometric mean of the ratios of the prompts, with an interval only if interleaved', () => {
		const timed = (factor: (index: number) => number, interleaved?: string): EvaluatedRun =>
			runOf(
				ids.map((id, index) => sampleOf(id, true, undefined, 100 * factor(index))),
				interleaved === undefined ? {} : { interleaved },
			);
		const { turns } = compareRuns(
			timed(() => 2, 'a'),
			timed((index) => (index % 2 === 0 ? 1 : 2), 'a'),
		);
		expect(turns).toMatchObject({ n: 15, firstMs: expect.closeTo(200), ratio: expect.closeTo(2 ** (8 / 15)) });
		const { low = 0, high = 0 } = turns?.interval ?? {};
		expect(low * high).toBeCloseTo(2 ** (16 / 15), 9);
		expect(low).toBeLessThan(turns?.ratio ?? 0);
		const apart = compareRuns(
			timed(() => 2),
			timed((index) => 1 + index / 15),
		).turns;
		expect(apart?.interval).toBeUndefined();
		expect(apart?.ratio).toBeGreaterThan(1);
	});

	it('takes a speed as the mean over all of the sample’s generations, and the first token that a user waits for', () => {
		const turn = (id: string, firstTokens: readonly number[]): LogSample => {
			const sample = sampleOf(id, true, ['네', '.', '끝']);
			const generation = { ...sample.transcript.generations[0], usage: { promptTokens: 10, outputTokens: 3 } };
			return {
				...sample,
				transcript: { ...sample.transcript, generations: firstTokens.map(() => generation) } as LogSample['transcript'],
				timings: {
					...sample.timings,
					generations: firstTokens.map((firstTokenMs) => ({
						source: 'engine' as const,
						firstTokenMs,
						prefillMs: firstTokenMs,
						cachedPromptTokens: 0,
						lastTokenMs: 2 * firstTokenMs,
						totalMs: 100,
						pieceAtMs: [],
						eventAtMs: [],
					})),
				},
			};
		};
		const of = (firstTokens: readonly number[]): EvaluatedRun => runOf(['a', 'b'].map((id) => turn(id, firstTokens)));
		const { latencies } = compareRuns(of([20, 60]), of([40, 20]));
		const rows = Object.fromEntries(
			latencies.map(({ metric, firstMean, secondMean }) => [metric, [firstMean, secondMean]]),
		);
		expect(rows.timeToFirstTokenMs).toEqual([20, 40]);
		expect(rows.prefillTokensPerSecond?.map(Math.round)).toEqual([333, 375]);
		expect(rows.decodeTokensPerSecond?.map(Math.round)).toEqual([67, 75]);
	});

	it('pairs no turn that was cut, for it is as fast as its limit', () => {
		const [one, ...others] = ids.map((id) => sampleOf(id, true, ['네'], 100));
		const cutShort = sampleOf(ids[0] ?? '', true, ['네'], 3);
		const generations = cutShort.transcript.generations.map((generation) => ({
			...generation,
			finish: { unified: 'length' as const, raw: '' },
		}));
		const timing = { source: 'engine' as const, totalMs: 3, pieceAtMs: [], eventAtMs: [] };
		const cut = {
			...cutShort,
			transcript: { ...cutShort.transcript, generations },
			timings: { ...cutShort.timings, generations: [timing] },
		};
		if (one === undefined) throw new Error('the fixture has samples');
		const [latency] = compareRuns(runOf([one, ...others]), runOf([cut, ...others])).latencies;
		expect(latency).toMatchObject({ metric: 'endToEndMs', difference: { n: ids.length - 1, mean: 0 } });
	});

	it('pairs the turns of a sample in which the user spoke several times', () => {
		const turns = (...times: readonly number[]): EvaluatedRun =>
			runOf(
				ids.map((id) => {
					const sample = sampleOf(id, true, undefined, 1000);
					const userTurns = times.map((endToEndMs, index) => ({ generations: index === 0 ? 1 : 0, endToEndMs }));
					return { ...sample, timings: { ...sample.timings, userTurns } };
				}),
			);
		const [latency] = compareRuns(turns(100, 300), turns(120, 340, 40)).latencies;
		expect(latency).toMatchObject({ metric: 'endToEndMs', firstMean: 200, secondMean: 230, difference: { n: 15 } });
	});

	it('has an interval of a time only where the runs took turns', () => {
		const timed = (change: (index: number) => number, interleaved?: string): EvaluatedRun =>
			runOf(
				ids.map((id, index) => sampleOf(id, true, undefined, 100 + change(index))),
				{ interleaved },
			);
		const steady = (): number => 0;
		const slower = (index: number): number => 10 + (index % 3);
		const turns = compareRuns(timed(steady, 'a'), timed(slower, 'a'));
		expect(turns.inTurns).toBe(true);
		expect(turns.latencies[0]?.difference.interval?.low).toBeGreaterThan(10);
		expect(turns.latencies[0]?.difference.interval?.high).toBeLessThan(12);
		for (const [one, other] of [
			[undefined, undefined],
			['a', 'b'],
			['a', undefined],
		]) {
			const apart = compareRuns(timed(steady, one), timed(slower, other));
			expect(apart.inTurns).toBe(false);
			expect(apart.latencies[0]?.difference).toEqual({ n: 15, mean: 11 });
		}
	});
});

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
	const { of, cut } = comparableTimes([fast, slow]);
	const shown = [fast, slow].map((run) =>
		of(run).rows.map(({ metric, distribution: { n, max } }) => `${metric} ${n} ${max}`),
	);
	expect(shown).toEqual([
		['timeToFirstTokenMs 14 10', 'turnMs 13 50', 'endToEndMs 13 50'],
		['timeToFirstTokenMs 14 40', 'turnMs 13 200', 'endToEndMs 13 200'],
	]);
	expect(cut).toBe(2);
	expect(compareRuns(fast, slow).cutTurns).toBe(2);
});

it('runs without a turn that was cut stand as they are', () => {
	const { of, cut } = comparableTimes([fast, fast]);
	expect([of(fast).rows[0]?.distribution.n, cut]).toEqual([15, 0]);
});
