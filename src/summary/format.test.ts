import { describe, expect, it } from 'vitest';
import type { LoggedEvent } from '../eval/sample.ts';
import type { LogSample } from '../log/record.ts';
import type { Repair } from '../model/generation.ts';
import { declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../testing/run-settings-fixture.ts';
import { transcriptFixture } from '../testing/transcript-fixture.ts';
import { type FormatAdherence, formatAdherence, sampleThoughtTokens } from './format.ts';
import { summarizeSuites } from './suites.ts';

const call = (...repairs: readonly Repair[]): LoggedEvent => ({
	type: 'call',
	call: { id: 'call-0', name: 'f', arguments: {}, raw: '', repairs },
});
const sampleOf = (variant: string, ...events: readonly LoggedEvent[]): LogSample =>
	logSampleFixture({
		variant,
		transcript: {
			messages: [],
			facts: {},
			generations: [{ pieces: [], events, finish: { unified: 'stop', raw: '' }, usage: {} }],
		},
	});

function adherenceOf(samples: readonly LogSample[], dialect = 'gemma4'): readonly FormatAdherence[] {
	const suites = [declaredSuiteFixture({ name: 'prefix' })];
	const run = { header: logHeaderFixture({ suites, settings: runSettingsFixture({ dialect }) }), samples };
	return formatAdherence(run, summarizeSuites(run));
}

describe('formatAdherence', () => {
	it('counts clean calls of all that opened like one, by variant', () => {
		const samples = [
			sampleOf('free', call(), call('missing-closer', 'raw-quotes')),
			sampleOf('free', { type: 'malformed', reason: 'bad-name', raw: '' }, call('raw-quotes')),
			sampleOf('constrained', call()),
		];
		const [free, constrained] = adherenceOf(samples);
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

	it('excludes a call that was cut off', () => {
		const [cut] = sampleOf('free', call('missing-closer'), { type: 'malformed', reason: 'unclosed', raw: '' }, call())
			.transcript.generations;
		if (cut === undefined) throw new Error('one generation');
		const generations = [{ ...cut, finish: { unified: 'length' as const, raw: '' } }];
		const samples = [logSampleFixture({ transcript: { facts: {}, generations } })];
		const [free] = adherenceOf(samples);
		expect(free).toMatchObject({
			strict: { hits: 1, n: 1 },
			cut: [{ reason: 'cut-length', count: 1 }],
			repairs: [],
			malformed: [],
		});
	});

	it('is empty if the engine parsed the calls', () => {
		expect(adherenceOf([sampleOf('free', call())], 'engine')).toEqual([]);
	});

	it('is empty without calls', () => {
		expect(adherenceOf([sampleOf('free')])).toEqual([]);
	});
});

describe('sampleThoughtTokens', () => {
	it('adds up the reported counts, and is absent without any', () => {
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
