import { describe, expect, it } from 'vitest';
import type { LoggedTimings } from '../eval/sample.ts';
import type { LogSample } from '../log/record.ts';
import type { Usage } from '../model/generation.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { summarizeLatencies } from './speed.ts';
import type { LatencyMetric } from './turn-times.ts';

function sampleOf(timings: Partial<LoggedTimings>[], usages: Usage[], cold = false): LogSample {
	return logSampleFixture({
		transcript: {
			messages: [],
			facts: {},
			generations: usages.map((usage) => ({
				pieces: ['네'],
				events: [],
				finish: { unified: 'stop', raw: '' },
				usage,
			})),
		},
		timings: {
			cold,
			endToEndMs: 500,
			generations: timings.map((timing) => ({
				source: 'engine',
				totalMs: 100,
				pieceAtMs: [],
				eventAtMs: [],
				...timing,
			})),
		},
	});
}

const valuesOf = (
	samples: readonly LogSample[],
	metric: LatencyMetric,
	state = 'warm',
): readonly number[] | undefined =>
	summarizeLatencies({ header: logHeaderFixture(), samples }).rows.find(
		(row) => row.metric === metric && row.state === state,
	)?.values;

describe('summarizeLatencies', () => {
	it('leaves out turns that failed, which are fast by having done nothing, and counts them', () => {
		const turn = sampleOf([{}], [{}]);
		const [generation] = turn.transcript.generations;
		const refused = { ...generation, finish: { unified: 'unknown', raw: 'content_filter' } } as const;
		const of = (changes: Partial<LogSample['transcript']>): LogSample => ({
			...turn,
			transcript: { ...turn.transcript, ...changes },
		});
		const failed = [
			of({ failure: 'unavailable' }),
			of({ generations: [refused as typeof generation & typeof refused] }),
		];
		const timedOut = of({ failure: 'generation-timeout' });
		const run = { header: logHeaderFixture(), samples: [turn, ...failed, timedOut] };
		expect(summarizeLatencies(run).failed).toBe(2);
		expect(valuesOf(run.samples, 'endToEndMs')).toEqual([500, 500]);
	});

	it('has of a turn whose prompt had been evaluated before the speed of its output only', () => {
		const timing = { prefillMs: 4, cachedPromptTokens: 90, firstTokenMs: 10, lastTokenMs: 110, callCompleteMs: 110 };
		const usage = { promptTokens: 100, outputTokens: 11 };
		const [fresh, repeated] = [sampleOf([timing], [usage]), sampleOf([{ ...timing, repeated: true }], [usage])];
		const metrics = (sample: LogSample): readonly string[] =>
			summarizeLatencies({ header: logHeaderFixture(), samples: [sample] }).rows.map(({ metric }) => metric);
		expect(metrics(fresh)).toEqual(
			expect.arrayContaining(['timeToFirstTokenMs', 'timeToCallMs', 'turnMs', 'endToEndMs', 'prefillTokensPerSecond']),
		);
		expect(metrics(repeated)).toEqual(['decodeTokensPerSecond']);
	});

	it('excludes a generation that an app began after its tools at an unknown time', () => {
		const began = { totalMs: 40, firstTokenMs: 5, sinceLastEnd: false };
		const sample = sampleOf([{ firstTokenMs: 20 }, { sinceLastEnd: true }, began], [{}, {}, {}]);
		expect(valuesOf([sample], 'turnMs')).toEqual([100, 40]);
		// Of user turns alone, in every report, gate and comparison.
		expect(valuesOf([sample], 'timeToFirstTokenMs')).toEqual([20]);
	});

	it('marks what was cut, and no turn beside it', () => {
		const turns = [sampleOf([{ totalMs: 80 }], [{}]), sampleOf([{ totalMs: 7 }, { totalMs: 9 }], [{}, {}])];
		const [whole, cut] = turns as [LogSample, LogSample];
		const [first, second] = cut.transcript.generations;
		const generations = [first, { ...second, finish: { unified: 'length', raw: '' } }];
		const samples = [whole, { ...cut, transcript: { ...cut.transcript, generations } } as LogSample];
		const { rows } = summarizeLatencies({ header: logHeaderFixture(), samples });
		expect(rows.map(({ metric, values, cut }) => [metric, values, cut])).toEqual([
			['turnMs', [80, 7, 9], [2]],
			['endToEndMs', [500, 500], [1]],
		]);
	});

	it('leaves out how long a silent engine was waited for', () => {
		const [cut, whole] = ['silent app', 'deadline'].map((raw) => {
			const sample = sampleOf([{}], [{}]);
			const generations = sample.transcript.generations.map((one) => ({
				...one,
				finish: { unified: 'deadline' as const, raw },
			}));
			return { ...sample, transcript: { ...sample.transcript, generations } };
		});
		for (const metric of ['turnMs', 'endToEndMs'] as const) {
			expect(cut && valuesOf([cut], metric)).toBeUndefined();
			expect(whole && valuesOf([whole], metric)).toHaveLength(1);
		}
	});

	it('divides evaluated prompt tokens by prefill time and leaves cached ones out', () => {
		const sample = sampleOf([{ prefillMs: 200, cachedPromptTokens: 100 }], [{ promptTokens: 120 }]);
		expect(valuesOf([sample], 'prefillTokensPerSecond')).toEqual([100]);
	});

	it('has no prefill speed with an unknown cache or no evaluated token', () => {
		expect(
			valuesOf([sampleOf([{ prefillMs: 200 }], [{ promptTokens: 120 }])], 'prefillTokensPerSecond'),
		).toBeUndefined();
		const cached = sampleOf([{ prefillMs: 1, cachedPromptTokens: 120 }], [{ promptTokens: 120 }]);
		expect(valuesOf([cached], 'prefillTokensPerSecond')).toBeUndefined();
	});

	it('decodes output tokens less one over last less first token time', () => {
		const sample = sampleOf([{ firstTokenMs: 50, lastTokenMs: 150 }], [{ outputTokens: 11 }]);
		expect(valuesOf([sample], 'decodeTokensPerSecond')).toEqual([100]);
		expect(
			valuesOf([sampleOf([{ firstTokenMs: 50, lastTokenMs: 50 }], [{ outputTokens: 1 }])], 'decodeTokensPerSecond'),
		).toBeUndefined();
	});

	it('takes inter-token latency as gaps', () => {
		expect(valuesOf([sampleOf([{ pieceAtMs: [10, 12, 17] }], [{}])], 'interTokenLatencyMs')).toEqual([2, 5]);
		expect(valuesOf([sampleOf([{ pieceAtMs: [10, 9, 17] }], [{}])], 'interTokenLatencyMs')).toBeUndefined();
	});

	it('keeps the first generation after the load apart as cold', () => {
		const samples = [sampleOf([{ totalMs: 900 }, { totalMs: 80 }], [{}, {}], true), sampleOf([{ totalMs: 90 }], [{}])];
		expect(valuesOf(samples, 'turnMs', 'cold')).toEqual([900]);
		expect(valuesOf(samples, 'turnMs', 'warm')).toEqual([80, 90]);
		expect(valuesOf(samples, 'endToEndMs', 'cold')).toEqual([500]);
	});

	it('counts the wait before a call from the user’s message', () => {
		const sample = sampleOf([{ totalMs: 100 }, { callOpenMs: 20, callCompleteMs: 60 }], [{}, {}]);
		expect(valuesOf([sample], 'timeToFirstCallTokenMs')).toEqual([120]);
		expect(valuesOf([sample], 'timeToCallMs')).toEqual([160]);
	});

	it('measures each turn of a sample in which the user spoke several times, from their own words', () => {
		const sample = sampleOf(
			[{ totalMs: 20 }, { totalMs: 15 }, { firstTokenMs: 3, callCompleteMs: 18 }],
			[{}, {}, {}],
			true,
		);
		const userTurns = [
			{ generations: 1, endToEndMs: 120 },
			{ generations: 2, endToEndMs: 380 },
		];
		const several = { ...sample, timings: { ...sample.timings, userTurns } };
		expect(valuesOf([several], 'timeToCallMs')).toEqual([33]);
		expect([valuesOf([several], 'endToEndMs', 'cold'), valuesOf([several], 'endToEndMs')]).toEqual([[120], [380]]);
		expect(valuesOf([several], 'turnMs')).toEqual([15, 100]);
		expect(valuesOf([sample], 'endToEndMs', 'cold')).toEqual([500]);
	});

	it('leaves out the turn in which an engine was silent, and no other', () => {
		const sample = sampleOf([{}, {}], [{}, {}]);
		const generations = sample.transcript.generations.map((one, index) =>
			index === 0 ? { ...one, finish: { unified: 'deadline' as const, raw: 'silent app' } } : one,
		);
		const userTurns = [9000, 40].map((endToEndMs) => ({ generations: 1, endToEndMs }));
		const several = {
			...sample,
			transcript: { ...sample.transcript, generations },
			timings: { ...sample.timings, userTurns },
		};
		expect(valuesOf([several], 'endToEndMs')).toEqual([40]);
	});

	it('has no row for what was never measured', () => {
		const rows = summarizeLatencies({ header: logHeaderFixture(), samples: [sampleOf([{}], [{}])] }).rows;
		expect(rows.map((row) => row.metric)).toEqual(['turnMs', 'endToEndMs']);
		expect(summarizeLatencies({ header: logHeaderFixture(), samples: [] })).toEqual({
			rows: [],
			unreached: [],
			tokens: {},
			failed: 0,
		});
	});

	it('names clock and unit, and counts tokens, load and memory', () => {
		const summary = summarizeLatencies({
			header: { ...logHeaderFixture(), loadMs: 12 },
			samples: [sampleOf([{ firstTokenMs: 5, cachedPromptTokens: 4 }], [{ promptTokens: 10, outputTokens: 3 }])],
			footer: { peakRssBytes: 1000 },
		});
		expect(summary).toMatchObject({ tokens: { evaluated: 6, cached: 4, output: 3 }, loadMs: 12, peakRssBytes: 1000 });
		expect(summary.rows[0]).toMatchObject({
			metric: 'timeToFirstTokenMs',
			unit: 'ms',
			source: 'engine',
			state: 'warm',
		});
		expect(summary.rows.at(-1)).toMatchObject({ metric: 'endToEndMs', source: 'wall-clock' });
	});
});
