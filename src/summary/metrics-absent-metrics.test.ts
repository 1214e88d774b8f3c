import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../eval/run.ts';
import type { Score } from '../eval/score.ts';
import { decisionFixture, declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../testing/run-settings-fixture.ts';
import { baselineOf } from './gate/baseline.ts';
import { evaluateGate } from './gate/gate.ts';

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
	plan: { arms: ['free'], ids: IDS },
};
const OTHER = { ...SUITE, name: 'other', decision: undefined };

/** Of three planned prompts in two suites, `prefix` has these, in none of whose turns anything was measured; `other` is whole. */
function runOf(scores: readonly Score[]): EvaluatedRun {
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
	runOf([failed, failed, failed]),
	runOf([passed, passed]),
	runOf([passed, passed, passed]),
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

describe('a metric that a run has not', () => {
	it.each(ABSENCES)('means by itself whether it could have come: %s', (metric, ...meanings) => {
		const gate = { version: 1, rules: [{ metric, min: 0.01 }] } as const;
		const found = RUNS.map((run) => evaluateGate(gate, { ...baselineOf(run), missing: undefined }).lines[0]?.status);
		expect(found).toEqual(meanings);
	});

	it.each<[Partial<EvaluatedRun['header']['settings']>, string]>([
		[{ limit: 2 }, 'limit'],
		[{ filter: 'a|b' }, 'filter'],
		[{ missingShards: [2] }, 'shards are missing'],
	])('is told with its reason where a decision counts more prompts than were asked: %o', (settings, part) => {
		const { header, samples } = runOf([passed, passed]);
		const suite = { ...SUITE, plan: { arms: ['free'], ids: IDS.slice(0, 2) } };
		const run = {
			header: { ...header, settings: { ...header.settings, ...settings }, suites: [suite, OTHER] },
			samples,
		};
		const gate = { version: 1, rules: [{ metric: 'prefix.hits', min: 1 }] } as const;
		expect(evaluateGate(gate, { ...baselineOf(run), missing: undefined }).lines).toMatchObject([
			{ status: 'fail', detail: `prefix.hits counts all prompts, and this run has only some (${part})` },
		]);
	});

	it('may be a time of a phone that throttled throughout', () => {
		const device = { states: [], cold: false, notComparable: ['thermal: severe'] };
		const { header } = runOf([]);
		const samples = IDS.map((sampleId) =>
			logSampleFixture({ sampleId, timings: { generations: [], endToEndMs: 9, cold: false, device } }),
		);
		const lineOf = (metric: string): unknown => {
			const gate = { version: 1, rules: [{ metric, max: 9 }] } as const;
			const { status, detail } = evaluateGate(gate, baselineOf({ header, samples })).lines.at(-1) ?? {};
			return [status, detail];
		};
		expect(lineOf('latency.prefix.free.warm.endToEndMs.p95')).toEqual([
			'undecided',
			'3 samples could decide it: 3 times-left-out',
		]);
	});

	it('may come of a device, where no sample is there to tell', () => {
		const { header } = runOf([]);
		const gate = { version: 1, rules: [{ metric: 'latency.leftOut', max: 1 }] } as const;
		expect(evaluateGate(gate, baselineOf({ header, samples: [] })).lines.at(-1)?.status).toBe('undecided');
	});
});
