import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../eval/header.ts';
import type { LoggedGeneration } from '../eval/sample.ts';
import type { Score, ScoreDeclaration } from '../eval/score.ts';
import type { LogSample } from '../log/record.ts';
import { decisionFixture, declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../testing/run-settings-fixture.ts';
import { baselineOf } from './gate/baseline.ts';
import { evaluateGate, type GateLine } from './gate/gate.ts';
import { metricNamed } from './metrics.ts';
import { summarizeRun } from './summarize.ts';

const rate: ScoreDeclaration = { kind: 'rate', title: 'rate' };
const number: ScoreDeclaration = { kind: 'number', title: 'number' };

function runOf(samples: readonly LogSample[]): EvaluatedRun {
	const base = logHeaderFixture();
	const suites = [
		declaredSuiteFixture({
			planned: 3,
			samples: 3,
			scores: { meaningful: { ...rate, main: true }, called: rate, firstTool: rate },
			decision: decisionFixture(5, 15),
		}),
		declaredSuiteFixture({ name: 'units', scores: { metric: rate, grams: number } }),
		declaredSuiteFixture({ name: 'tools', scores: { correct: rate } }),
	];
	return {
		header: { ...base, loadMs: 400, model: { ...base.model, sizeBytes: 1000 }, suites },
		samples,
		footer: { peakRssBytes: 5000 },
	};
}

const prefix = (id: string, meaningful: boolean): LogSample =>
	logSampleFixture({ sampleId: id, scores: { meaningful: { value: meaningful }, called: { value: true } } });

const units = (id: string, metric: Score, grams: number, variant = 'free'): LogSample =>
	logSampleFixture({ suite: 'units', sampleId: id, variant, scores: { metric, grams: { value: grams } } });

const wrong = logSampleFixture({
	suite: 'tools',
	groups: { call: 'none' },
	scores: { correct: { value: false, reason: 'wrong_count' } },
});

const named = (...samples: readonly LogSample[]): Readonly<Record<string, number>> =>
	Object.fromEntries(
		Object.entries(summarizeRun(runOf(samples)).metrics).flatMap(([name, { value }]) =>
			value === undefined ? [] : [[name, value]],
		),
	);

describe('namedMetrics', () => {
	it('name the numbers of every suite', () => {
		const samples = [prefix('a', true), prefix('b', false), prefix('c', false), wrong];
		expect(named(...samples, units('a', { value: true }, 4))).toMatchObject({
			'prefix.hits': 1,
			'prefix.n': 3,
			'prefix.rate': 1 / 3,
			'prefix.probability': expect.any(Number),
			'prefix.called': 1,
			'units.free.metric': 1,
			'units.free.grams.mean': 4,
			'tools.correct': 0,
			'tools.correct[call=none]': 0,
			'tools.unscored': 0,
			'latency.prefix.free.warm.endToEndMs.n': 3,
			'latency.prefix.free.warm.endToEndMs.p95': 1,
			loadMs: 400,
			peakRssBytes: 5000,
			'model.sizeBytes': 1000,
		});
	});

	it('require the variant only if a suite has several', () => {
		const one = named(units('a', { value: true }, 4));
		expect([one['units.metric'], one['units.free.metric']]).toEqual([1, 1]);
		const two = named(units('a', { value: true }, 4), units('a', { value: false }, 4, 'constrained'));
		expect([two['units.free.metric'], two['units.constrained.metric']]).toEqual([1, 0]);
		expect(two).not.toHaveProperty(['units.metric']);
	});

	it('count the samples without main score', () => {
		const cut = units('b', { unscored: 'cut-length' }, 2);
		const lost = logSampleFixture({ suite: 'units', sampleId: 'c', scores: {} });
		expect(named(units('a', { value: true }, 4), cut, lost)).toMatchObject({
			'units.metric': 1,
			'units.unscored': 2,
			'units.grams.n': 2,
		});
	});

	it('exclude what the run does not record', () => {
		const metrics = named(prefix('a', true));
		for (const name of [
			'prefix.hits',
			'prefix.n',
			'prefix.rate',
			'prefix.firstTool',
			'tools.correct',
			'units.metric',
		]) {
			expect(metrics).not.toHaveProperty([name]);
		}
		expect(metrics['prefix.meaningful']).toBe(1);
		expect(named(units('a', { unscored: 'engine-failed' }, 1))).not.toHaveProperty(['units.metric']);
	});
});

const IDS = ['a', 'b', 'c'];
const SUITE = {
	...declaredSuiteFixture({
		name: 'prefix',
		scores: {
			meaningful: { kind: 'rate', main: true, title: 'meaningful' },
			grams: { kind: 'number', title: 'grams' },
		},
	}),
	decision: decisionFixture(2, 3),
	samples: 3,
	planned: 3,
	plan: { variants: ['free'], ids: IDS },
};
const OTHER = { ...SUITE, name: 'other', decision: undefined };

/** Of three planned prompts in two suites, `prefix` has these, in none of whose turns anything was measured; `other` is whole. */
function scoredRun(scores: readonly Score[]): EvaluatedRun {
	const sample = (suite: string, sampleId: string, meaningful: Score): EvaluatedRun['samples'][0] =>
		logSampleFixture({
			suite,
			sampleId,
			scores: { meaningful, grams: meaningful },
			transcript: { generations: [], facts: {}, failure: 'unavailable' },
		});
	const { loadMs: _, ...header } = logHeaderFixture({ settings: runSettingsFixture(), suites: [SUITE, OTHER] });
	return {
		header,
		samples: [
			...scores.map((score, index) => sample('prefix', IDS[index] ?? '', score)),
			...IDS.map((id) => sample('other', id, { value: true })),
		],
	};
}

const failed: Score = { unscored: 'engine-failed' };
const passed: Score = { value: true };
const RUNS: readonly EvaluatedRun[] = [
	scoredRun([failed, failed, failed]),
	scoredRun([passed, passed]),
	scoredRun([passed, passed, passed]),
];

/** What the absence of a metric means where all samples failed, where one is missing, and where none is. */
const ABSENCES: readonly (readonly [metric: string, ...meanings: ('undecided' | 'fail' | 'pass')[]])[] = [
	['latency.prefix.free.warm.turnMs.p95', 'undecided', 'undecided', 'fail'],
	['latency.prefix.free.cold.endToEndMs.mean', 'undecided', 'undecided', 'fail'],
	['prefix.free.thoughtTokens.p50', 'undecided', 'undecided', 'fail'],
	['prefix.free.formatAdherence', 'undecided', 'undecided', 'fail'],
	['fate.llama-cpp.call', 'undecided', 'undecided', 'fail'],
	['prefix.meaningful', 'undecided', 'pass', 'pass'],
	['prefix.grams.mean', 'undecided', 'undecided', 'fail'],
	['prefix.hits', 'undecided', 'pass', 'pass'],
	['latency.other.free.warm.turnMs.p95', 'fail', 'fail', 'fail'],
	['latency.prefix.free.warm.turnMs.p96', 'fail', 'fail', 'fail'],
	['latency.leftOut', 'fail', 'fail', 'fail'],
	['loadMs', 'fail', 'fail', 'fail'],
	['peakRssBytes', 'fail', 'fail', 'fail'],
	['model.sizeBytes', 'fail', 'fail', 'fail'],
];

/** The line of a rule, of a run that may be incomplete. */
function lineOf(run: EvaluatedRun, metric: string, min: number): GateLine | undefined {
	const gated = { ...baselineOf(run, summarizeRun(run)), missing: undefined };
	return evaluateGate({ version: 1, rules: [{ metric, min }] }, gated).lines[0];
}

describe('a metric that a run does not have', () => {
	it.each(ABSENCES)('is undecided only if missing samples could have it: %s', (metric, ...statuses) => {
		expect(RUNS.map((run) => lineOf(run, metric, 0.01)?.status)).toEqual(statuses);
	});

	it.each<[Partial<EvaluatedRun['header']['settings']>, object]>([
		[{ limit: 2 }, { part: 'limit' }],
		[{ filter: 'a|b' }, { part: 'filter' }],
		[{ missingShards: [2] }, { part: { code: 'gate.shards-missing' } }],
	])('has a reason if a decision needs more prompts: %o', (settings, params) => {
		const { header, samples } = scoredRun([passed, passed]);
		const suites = [{ ...SUITE, plan: { variants: ['free'], ids: IDS.slice(0, 2) } }, OTHER];
		const run = { header: { ...header, settings: { ...header.settings, ...settings }, suites }, samples };
		expect(lineOf(run, 'prefix.hits', 1)).toMatchObject({
			status: 'fail',
			detail: { code: 'gate.needs-all', params },
		});
	});

	it('may be a time of a phone that throttled throughout', () => {
		const device = { states: [], cold: false, notComparable: ['thermal: severe'] };
		const samples = IDS.map((sampleId) =>
			logSampleFixture({ sampleId, timings: { generations: [], endToEndMs: 9, cold: false, device } }),
		);
		const run = { ...scoredRun([]), samples };
		expect(summarizeRun(run).metrics['latency.prefix.free.warm.endToEndMs.p95']).toEqual({
			open: 'any',
			causes: [{ reason: 'times-left-out', count: 3 }],
		});
	});

	it('is possible for a device without samples', () => {
		expect(lineOf({ ...scoredRun([]), samples: [] }, 'latency.leftOut', 1)?.status).toBe('undecided');
	});
});

describe('an open metric', () => {
	const scores = {
		meaningful: { ...rate, main: true },
		called: rate,
		grams: number,
	};
	const ids = Array.from({ length: 15 }, (_, index) => `p${index}`);
	const plan = { variants: ['free'], ids };
	const suite = {
		...declaredSuiteFixture({ scores, plan, samples: 15, planned: 15 }),
		decision: decisionFixture(5, 15),
	};
	const asked = (count: number, last: Partial<LogSample> = {}): EvaluatedRun => ({
		header: logHeaderFixture({ suites: [suite] }),
		samples: ids.slice(0, count).map((sampleId, index) => {
			const own = { meaningful: { value: true }, called: { value: true }, grams: { value: index } };
			return logSampleFixture({ sampleId, groups: { kind: 'a' }, scores: own, ...(index === count - 1 && last) });
		}),
	});
	const openOf = (run: EvaluatedRun, metric: string): unknown => metricNamed(summarizeRun(run).metrics, metric)?.open;

	it.each<[string, number, unknown]>([
		['prefix.called', 15, undefined],
		['prefix.called', 6, [6 / 15, 1]],
		['prefix.called[kind=a]', 6, [6 / 15, 1]],
		['prefix.called[kind=b]', 6, [0, 1]],
		['prefix.called[kind=b]', 15, undefined],
		['prefix.grams.p50', 6, 'any'],
		['prefix.grams.p50', 15, undefined],
		['prefix.hits', 4, [4, 15]],
		['prefix.rate', 4, [4 / 15, 1]],
		['prefix.n', 4, [15, 15]],
		['latency.prefix.free.warm.endToEndMs.p50', 15, undefined],
	])('%s of %d of 15 samples is %j', (metric, count, open) => {
		expect(openOf(asked(count), metric)).toEqual(open);
	});

	it('is a rate whose group or score a sample lacks', () => {
		const cut = asked(15, {
			scores: { meaningful: { unscored: 'cut-length' }, called: { unscored: 'cut-length' } },
		});
		expect(openOf(cut, 'prefix.called[kind=a]')).toEqual([14 / 15, 1]);
		expect(openOf(cut, 'prefix.called[kind=b]')).toBeUndefined();
		expect(summarizeRun(cut).metrics['prefix.called']?.causes).toEqual([{ reason: 'cut-length', count: 1 }]);
	});

	it('is a time, thoughts or format if a turn was cut off', () => {
		const generation = (unified: 'length' | 'tool-call', thoughtTokens: number): LoggedGeneration => {
			const call = { id: 'call-0', name: 'f', arguments: {}, raw: '', repairs: [] };
			const events = unified === 'tool-call' ? [{ type: 'call' as const, call }] : [];
			return { pieces: [], events, finish: { unified, raw: '' }, usage: { thoughtTokens } };
		};
		const timing = { source: 'engine', totalMs: 9, pieceAtMs: [], eventAtMs: [] } as const;
		const { samples, header } = asked(15);
		const run = {
			header,
			samples: samples.map((sample, index) => ({
				...sample,
				transcript: { facts: {}, generations: [generation(index < 3 ? 'length' : 'tool-call', 4)] },
				timings: { generations: [timing], endToEndMs: 9, cold: false },
			})),
		};
		expect(openOf(run, 'latency.prefix.free.warm.endToEndMs.p50')).toBe('any');
		expect(openOf(run, 'prefix.free.thoughtTokens.mean')).toBe('any');
		expect(openOf(run, 'prefix.free.formatAdherence')).toEqual([12 / 15, 1]);
	});

	it('counts missing samples as unscored', () => {
		expect(summarizeRun(asked(6)).metrics['prefix.unscored']?.value).toBe(9);
	});
});
