import { describe, expect, it } from 'vitest';
import type { LoggedEvent } from '../eval/sample.ts';
import type { Repair } from '../model/generation.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { transcriptFixture } from '../testing/transcript-fixture.ts';
import { formatAdherence, sampleThoughtTokens } from './format.ts';

const call = (...repairs: readonly Repair[]): LoggedEvent => ({
	type: 'call',
	call: { id: 'call-0', name: 'f', arguments: {}, raw: '', repairs },
});
const sampleOf = (variant: string, ...events: readonly LoggedEvent[]): ReturnType<typeof logSampleFixture> =>
	logSampleFixture({
		variant,
		transcript: {
			messages: [],
			facts: {},
			generations: [{ pieces: [], events, finish: { unified: 'stop', raw: '' }, usage: {} }],
		},
	});

describe('formatAdherence', () => {
	it('counts clean calls against all that opened like one, by suite and variant', () => {
		const samples = [
			sampleOf('free', call(), call('missing-closer', 'raw-quotes')),
			sampleOf('free', { type: 'malformed', reason: 'bad-name', raw: '' }, call('raw-quotes')),
			sampleOf('constrained', call()),
		];
		const [free, constrained] = formatAdherence({ header: logHeaderFixture(), samples });
		expect(free).toMatchObject({
			suite: 'prefix',
			variant: 'free',
			strict: { hits: 1, n: 4, rate: 0.25 },
			cut: [],
			repairs: [
				{ reason: 'raw-quotes', count: 2 },
				{ reason: 'missing-closer', count: 1 },
			],
			malformed: [{ reason: 'bad-name', count: 1 }],
		});
		expect(constrained?.strict).toMatchObject({ hits: 1, n: 1 });
	});

	it('counts no call that was cut before its end', () => {
		const [cut] = sampleOf('free', call('missing-closer'), { type: 'malformed', reason: 'unclosed', raw: '' }, call())
			.transcript.generations;
		if (cut === undefined) throw new Error('one generation');
		const generations = [{ ...cut, finish: { unified: 'length' as const, raw: '' } }];
		const samples = [logSampleFixture({ transcript: { facts: {}, generations } })];
		const [free] = formatAdherence({ header: logHeaderFixture(), samples });
		expect(free).toMatchObject({
			strict: { hits: 1, n: 1 },
			cut: [{ reason: 'cut-length', count: 1 }],
			repairs: [],
			malformed: [],
		});
	});

	it('says nothing of a run whose engine read the calls', () => {
		const header = logHeaderFixture();
		const run = {
			header: { ...header, settings: { ...header.settings, dialect: 'engine' } },
			samples: [sampleOf('free', call())],
		};
		expect(formatAdherence(run)).toEqual([]);
	});

	it('says nothing of a suite without calls', () => {
		expect(formatAdherence({ header: logHeaderFixture(), samples: [sampleOf('free')] })).toEqual([]);
	});
});

describe('sampleThoughtTokens', () => {
	it('adds up the generations that tell, and is absent where none does', () => {
		const transcript = transcriptFixture([[], []]);
		const [one, two] = transcript.generations.map((generation, index) => ({
			...generation,
			usage: { thoughtTokens: index + 3 },
		}));
		if (one === undefined || two === undefined) throw new Error('two generations');
		expect(sampleThoughtTokens({ transcript: { ...transcript, generations: [one, two] } })).toBe(7);
		expect(sampleThoughtTokens({ transcript })).toBeUndefined();
	});
});
