import { describe, expect, it } from 'vitest';
import { UsageError } from '../../errors/gemmark-error.ts';
import type { LogSample } from '../../log/record.ts';
import { declaredSuiteFixture } from '../../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../evaluated-run.ts';
import type { Score, ScoreDeclaration } from '../score/score.ts';
import { compareRuns } from './compare.ts';

function rate(title: string, more: Partial<ScoreDeclaration> = {}): ScoreDeclaration {
	return { kind: 'rate', title, ...more };
}

const header = {
	...logHeaderFixture(),
	suites: [
		declaredSuiteFixture({
			corpus: {
				name: 'prefix',
				version: '1',
				sha256: 'a'.repeat(64),
				prompts: [{ name: 'coach', version: '1', sha256: 'c' }],
			},
			planned: 15,
			scores: { meaningful: rate('a meaningful prefix', { main: true }) },
		}),
	],
};

function sampleOf(
	id: string,
	meaningful: boolean,
	pieces: readonly string[] = ['네'],
	endToEndMs = 100,
	epoch = 0,
): LogSample {
	return logSampleFixture({
		sampleId: id,
		epoch,
		scores: { meaningful: meaningful ? { value: true } : { value: false, reason: 'empty' } },
		transcript: {
			messages: [],
			facts: {},
			generations: [{ promptSha256: id, pieces, events: [], finish: { unified: 'stop', raw: '' }, usage: {} }],
		},
		timings: { generations: [], endToEndMs, cold: false },
	});
}

const runOf = (samples: readonly LogSample[], changes: Partial<EvaluatedRun['header']> = {}): EvaluatedRun => ({
	header: { ...header, ...changes },
	samples,
});

const ids = Array.from({ length: 15 }, (_, index) => `p${index}`);

describe('compareRuns', () => {
	it('finds no flip and no divergence between a run and itself', () => {
		const run = runOf(ids.map((id, index) => sampleOf(id, index % 2 === 0, ['네', id], 100 + index)));
		const comparison = compareRuns(run, run);
		expect(comparison).toMatchObject({ paired: 15, onlyFirst: 0, onlySecond: 0 });
		expect(comparison.scores[0]).toMatchObject({ score: 'meaningful', gained: [], lost: [], p: 1 });
		expect(comparison.divergence).toMatchObject({
			compared: 15,
			identical: 15,
			diverged: [],
			firstDivergentToken: { n: 0 },
		});
		expect(comparison.latencies[0]).toMatchObject({ firstMean: 107, secondMean: 107, difference: { n: 15, mean: 0 } });
		expect(comparison.identity).toEqual({ blocking: [], varied: [], onlyFirst: [], onlySecond: [] });
	});

	it('lists flips in both directions with their reasons and places', () => {
		const first = runOf(ids.map((id, index) => sampleOf(id, index < 8)));
		const second = runOf(ids.map((id, index) => sampleOf(id, index === 14 || (index < 8 && index > 0))).reverse());
		const [flips] = compareRuns(first, second).scores;
		expect(flips?.lost).toEqual([{ sampleId: 'p0', epoch: 0, firstIndex: 0, secondIndex: 14, secondReason: 'empty' }]);
		expect(flips?.gained).toEqual([
			{ sampleId: 'p14', epoch: 0, firstIndex: 14, secondIndex: 0, firstReason: 'empty' },
		]);
		expect(flips?.first).toMatchObject({ hits: 8, n: 15 });
		expect(flips?.p).toBe(1);
	});

	it('leaves out samples of which one run has no such score, or could not give it', () => {
		const cut = { ...sampleOf('a', true), scores: { meaningful: { unscored: 'cut-length' as const } } };
		const lost = { ...sampleOf('b', true), scores: {} };
		const first = runOf([cut, lost, sampleOf('c', true)]);
		const second = runOf([sampleOf('a', false), sampleOf('b', false), sampleOf('c', false)]);
		for (const [flips] of [compareRuns(first, second).scores, compareRuns(second, first).scores]) {
			expect([...(flips?.lost ?? []), ...(flips?.gained ?? [])].map(({ sampleId }) => sampleId)).toEqual(['c']);
			expect([flips?.first.n, flips?.second.n]).toEqual([1, 1]);
		}
	});

	it('gives rates an interval where both runs have the whole suite, each sample of it scored, and says how they ended', () => {
		const samples = ids.map((id, index) => sampleOf(id, index < 8));
		const [whole, part] = [runOf(samples), runOf(samples.slice(0, 3))];
		const open = runOf(
			samples.with(3, { ...sampleOf('p3', true), scores: { meaningful: { unscored: 'unconfirmed' } } }),
		);
		const comparison = compareRuns({ ...whole, footer: { outcome: 'failed' } }, whole);
		expect(comparison).toMatchObject({ firstOutcome: 'failed', secondOutcome: 'cut short' });
		expect(comparison.scores[0]?.first.wilson).toBeDefined();
		for (const other of [part, open]) {
			const [flips] = compareRuns(whole, other).scores;
			for (const rate of [flips?.first, flips?.second]) {
				expect(rate).toEqual({ hits: expect.any(Number), n: expect.any(Number), rate: expect.any(Number) });
			}
		}
	});

	it('takes McNemar over prompts, not over their epochs', () => {
		const epochs = (value: boolean): LogSample[] =>
			[0, 1, 2].flatMap((epoch) => ['a', 'b'].map((id) => sampleOf(id, value, undefined, 1, epoch)));
		const [flips] = compareRuns(runOf(epochs(false)), runOf(epochs(true))).scores;
		expect(flips).toMatchObject({ promptsGained: 2, promptsLost: 0, p: expect.closeTo(0.5, 12) });
		expect(flips?.gained).toHaveLength(6);
	});

	it('compares only what both runs have', () => {
		const comparison = compareRuns(
			runOf([sampleOf('a', true), sampleOf('b', true)]),
			runOf([sampleOf('b', true), sampleOf('c', true), sampleOf('d', true)]),
		);
		expect(comparison).toMatchObject({ paired: 1, onlyFirst: 1, onlySecond: 2 });
	});

	it('names the first divergent token and its texts', () => {
		const first = runOf([sampleOf('a', true, ['수면', '을 ', '볼게요']), sampleOf('b', true, ['같', '다'])]);
		const second = runOf([sampleOf('a', true, ['수면', '은 ']), sampleOf('b', true, ['같다'])]);
		const { divergence } = compareRuns(first, second);
		expect(divergence).toMatchObject({ compared: 2, identical: 1, firstDivergentToken: { n: 1, p50: 1 } });
		expect(divergence.diverged).toMatchObject([
			{ sampleId: 'a', generation: 0, token: 1, firstPiece: '을 ', secondPiece: '은 ' },
		]);
	});

	it('leaves outputs of different prompts out of the divergence', () => {
		const other = sampleOf('a', true, ['다른 말']);
		const changed = {
			...other,
			transcript: { ...other.transcript, generations: [{ ...other.transcript.generations[0], promptSha256: 'x' }] },
		} as LogSample;
		expect(compareRuns(runOf([sampleOf('a', true)]), runOf([changed])).divergence).toMatchObject({
			compared: 0,
			identical: 0,
		});
	});

	it('varies model and engine without asking', () => {
		const second = runOf([sampleOf('a', true)], {
			model: { name: 'other.gguf', miniature: false, quantization: 'Q4_0' },
		});
		expect(compareRuns(runOf([sampleOf('a', true)]), second).identity.varied).toEqual([
			{ field: 'model.name', first: 'model.gguf', second: 'other.gguf' },
			{ field: 'model.quantization', second: 'Q4_0' },
		]);
	});

	it.each<[string, Partial<EvaluatedRun['header']>]>([
		['settings.temperature', { settings: { ...header.settings, temperature: 1 } }],
		['settings.topK', { settings: { ...header.settings, topK: 40 } }],
		['model.templateSha256', { model: { ...header.model, templateSha256: 'b'.repeat(64) } }],
		['suite.prefix.version', { suites: header.suites.map((suite) => ({ ...suite, version: '2' })) }],
		[
			'corpus.prefix.sha256',
			{ suites: header.suites.map((suite) => ({ ...suite, corpus: { ...suite.corpus, sha256: 'b'.repeat(64) } })) },
		],
		[
			'prompt.prefix.coach',
			{
				suites: header.suites.map((suite) => ({
					...suite,
					corpus: { ...suite.corpus, prompts: [{ name: 'coach', version: '2', sha256: 'd' }] },
				})),
			},
		],
	])('refuses runs that differ in %s and says so, unless that is allowed', (field, changes) => {
		const first = runOf([sampleOf('a', true)]);
		const second = runOf([sampleOf('a', true)], changes);
		expect(() => compareRuns(first, second)).toThrow(UsageError);
		expect(() => compareRuns(first, second)).toThrow(field);
		expect(() => compareRuns(first, second, { allow: ['settings.seed'] })).toThrow(field);
		expect(
			compareRuns(first, second, { allow: [field] }).identity.blocking.map((difference) => difference.field),
		).toEqual([field]);
		expect(compareRuns(first, second, { allow: [field.split('.')[0] ?? ''] }).paired).toBe(1);
	});

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

	it.each([
		['\uFFFD', ''],
		['\uD83D', '\uFFFD'],
		['<0xEC><0x95>', ''],
	])('takes outputs that were cut in a character as equal: %j and %j', (one, other) => {
		const cut = (tail: string, finish: 'length' | 'stop'): EvaluatedRun => {
			const sample = sampleOf('a', true, ['수면', tail]);
			const generations = sample.transcript.generations.map((generation) => ({
				...generation,
				finish: { unified: finish, raw: '' },
			}));
			return runOf([{ ...sample, transcript: { ...sample.transcript, generations } }]);
		};
		expect(compareRuns(cut(one, 'length'), cut(other, 'length')).divergence.diverged).toEqual([]);
		expect(compareRuns(cut(one, 'stop'), cut(other, 'stop')).divergence.diverged).toHaveLength(1);
	});
});

describe('compareRuns, of a suite nobody has heard of,', () => {
	const units: EvaluatedSuite = {
		name: 'units',
		version: '1',
		corpus: { name: 'units', version: '1', sha256: 'e'.repeat(64), prompts: [] },
		skipped: [],
		planned: 6,
		scores: {
			metric: rate('metric units', { main: true }),
			apologises: rate('an apology', { direction: 'lower' }),
			digits: { kind: 'number', title: 'digits', direction: 'lower' },
		},
	};
	const unitSample = (id: string, scores: Readonly<Record<string, Score>>, epoch = 0): LogSample => ({
		...sampleOf(id, true, undefined, 1, epoch),
		suite: 'units',
		scores,
	});
	const cut: Score = { unscored: 'cut-length' };
	const yes: Score = { value: true };
	const no: Score = { value: false, reason: 'miles' };
	const run = (scores: readonly Readonly<Record<string, Score>>[], suites = [units]): EvaluatedRun =>
		runOf(
			scores.map((own, index) => unitSample(`u${index}`, own)),
			{ suites },
		);

	it('counts unscored samples as unpaired, and neither gains nor loses them', () => {
		const first = run([{ metric: yes }, { metric: cut }, { metric: no }, {}]);
		const second = run([{ metric: { unscored: 'engine-failed' } }, { metric: yes }, { metric: yes }, { metric: no }]);
		const [flips] = compareRuns(first, second).scores;
		expect(flips).toMatchObject({ score: 'metric', main: true, paired: 1, unpaired: 3, inNeither: 0, lost: [] });
		expect(flips?.first).toMatchObject({ hits: 0, n: 1 });
		const [same] = compareRuns(first, first).scores;
		expect(same).toMatchObject({ paired: 2, unpaired: 2, inNeither: 2 });
		expect(flips?.gained.map(({ sampleId }) => sampleId)).toEqual(['u2']);
	});

	it('loses where a rate of which less is better rises', () => {
		const flips = compareRuns(run([{ apologises: no }]), run([{ apologises: yes }])).scores.find(
			({ score }) => score === 'apologises',
		);
		expect(flips).toMatchObject({ lost: [{ sampleId: 'u0' }], gained: [], promptsLost: 1 });
	});

	it('gives numbers as paired differences of means, a pair per prompt', () => {
		const digits = (values: readonly number[]): EvaluatedRun =>
			runOf(
				values.flatMap((value, index) =>
					[0, 1].map((epoch) => unitSample(`u${index}`, { digits: { value: value + epoch } }, epoch)),
				),
				{ suites: [units] },
			);
		const { numbers } = compareRuns(digits([1, 2, 3]), digits([3, 4, 5]));
		expect(numbers).toMatchObject([{ suite: 'units', score: 'digits', firstMean: 2.5, secondMean: 4.5, unpaired: 0 }]);
		expect(numbers[0]?.difference).toEqual({ n: 3, mean: 2 });
	});

	it('has no difference of a number that fewer than two prompts have', () => {
		const one = run([{ digits: { value: 1 } }, { digits: { unscored: 'cut-deadline' } }]);
		expect(compareRuns(one, one).numbers).toEqual([]);
	});

	it('compares what both runs have, and lists the suites that only one has', () => {
		const full = run([{ metric: yes }], [units, ...header.suites]);
		const { identity, scores } = compareRuns(run([{ metric: yes }]), full);
		expect(identity).toEqual({ blocking: [], varied: [], onlyFirst: [], onlySecond: ['prefix'] });
		expect(compareRuns(full, run([{ metric: yes }])).identity.onlyFirst).toEqual(['prefix']);
		expect(scores.map(({ score }) => score)).toEqual(['metric']);
	});

	it('refuses runs that have no suite in common', () => {
		expect(() => compareRuns(run([]), runOf([sampleOf('a', true)]))).toThrow(/no suite in common/u);
	});
});
