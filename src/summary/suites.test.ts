import { describe, expect, it } from 'vitest';
import type { EvaluatedRun, EvaluatedSuite } from '../eval/header.ts';
import type { Score, ScoreDeclaration } from '../eval/score.ts';
import type { LogSample } from '../log/record.ts';
import { declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { type FacetSummary, type ScoreSummary, summarizeSuites, type VariantSummary } from './suites.ts';

const rate = (more: Partial<ScoreDeclaration> = {}): ScoreDeclaration => ({ kind: 'rate', title: 'rate', ...more });
const SCORES: EvaluatedSuite['scores'] = {
	polite: rate(),
	metric: rate({ main: true }),
	grams: { kind: 'number', title: 'off by', unit: 'g', direction: 'lower' },
};

function runOf(samples: readonly LogSample[], epochs = 1, changes: Partial<EvaluatedSuite> = {}): EvaluatedRun {
	const base = logHeaderFixture();
	const suite = declaredSuiteFixture({ name: 'units', planned: samples.length, scores: SCORES, ...changes });
	return { header: { ...base, settings: { ...base.settings, epochs }, suites: [suite] }, samples };
}

const sampleOf = (id: string, scores: Readonly<Record<string, Score>>, changes: Partial<LogSample> = {}): LogSample =>
	logSampleFixture({ suite: 'units', sampleId: id, scores, ...changes });

function onlyVariant(run: EvaluatedRun): VariantSummary {
	const [variant, ...others] = summarizeSuites(run)[0]?.variants ?? [];
	if (variant === undefined || others.length > 0) throw new Error('one variant ran');
	return variant;
}

function scoreOf(run: EvaluatedRun, name: string): ScoreSummary | undefined {
	return onlyVariant(run).scores.find((score) => score.name === name);
}

describe('summarizeSuites', () => {
	it('summarizes the declared scores of any suite, in order', () => {
		const run = runOf([sampleOf('a', { grams: { value: 3 }, metric: { value: true }, polite: { value: true } })]);
		const [summary] = summarizeSuites(run);
		expect(summary?.suite.name).toBe('units');
		expect(summary?.variants.map(({ variant, evaluated }) => [variant, evaluated])).toEqual([['free', 1]]);
		expect(summary?.variants[0]?.scores.map(({ name, declaration }) => [name, declaration])).toEqual(
			Object.entries(SCORES),
		);
	});

	it('lists a variant without samples after those that ran, if it was planned', () => {
		const plan = { variants: ['free', 'constrained'], ids: ['a', 'b'] };
		const run = runOf([sampleOf('a', { metric: { value: true } })], 1, { plan, planned: 4 });
		const variants = summarizeSuites(run)[0]?.variants ?? [];
		expect(variants.map(({ variant, evaluated, whole }) => [variant, evaluated, whole])).toEqual([
			['free', 1, false],
			['constrained', 0, false],
		]);
		expect(variants.map(({ scores }) => scores.map(({ name, unscored }) => [name, unscored]))).toEqual([
			[['metric', [{ reason: 'missing', count: 1 }]]],
			[['metric', [{ reason: 'missing', count: 2 }]]],
		]);
		expect(variants[1]?.scores[0]?.rate).toEqual({ hits: 0, n: 0 });
	});

	it('has no variants without samples, and no scores that no sample has', () => {
		expect(summarizeSuites(runOf([]))[0]?.variants).toEqual([]);
		const scores = onlyVariant(runOf([sampleOf('a', { metric: { value: true }, undeclared: { value: true } })])).scores;
		expect(scores.map(({ name }) => name)).toEqual(['metric']);
	});

	it('counts rates with their reasons, most frequent first', () => {
		const metric = scoreOf(
			runOf([
				sampleOf('a', { metric: { value: true } }),
				sampleOf('b', { metric: { value: false, reason: 'imperial', detail: 'cups' } }),
				sampleOf('c', { metric: { value: true } }),
				sampleOf('d', { metric: { value: false, reason: 'no-unit' } }),
				sampleOf('e', { metric: { value: false, reason: 'no-unit' } }),
				sampleOf('f', { metric: { value: false } }),
			]),
			'metric',
		);
		expect(metric).toMatchObject({ rate: { hits: 2, n: 6 }, unscored: [] });
		expect(metric?.reasons).toEqual([
			{ reason: 'no-unit', count: 2 },
			{ reason: 'imperial', count: 1 },
		]);
		expect(metric?.rate?.clustered).toBeUndefined();
		expect(metric?.values).toBeUndefined();
	});

	it('excludes unscored samples from the rate, and counts their causes', () => {
		const metric = scoreOf(
			runOf([
				sampleOf('a', { metric: { value: true } }),
				sampleOf('b', { metric: { unscored: 'cut-length' } }),
				sampleOf('c', { metric: { unscored: 'engine-failed' } }),
				sampleOf('d', { metric: { unscored: 'cut-length', detail: 'at 512 tokens' } }),
			]),
			'metric',
		);
		expect(metric).toMatchObject({ rate: { hits: 1, n: 1 }, reasons: [] });
		expect(metric?.unscored).toEqual([
			{ reason: 'cut-length', count: 2 },
			{ reason: 'engine-failed', count: 1 },
		]);
	});

	it('has an interval of a rate only if all its samples were scored', () => {
		const half: Score = { unscored: 'swallowed-by-engine' };
		const samples = [
			sampleOf('a', { metric: { value: true }, polite: { value: true } }, { groups: { kind: 'chat' } }),
			sampleOf('b', { metric: half, polite: { value: true } }, { groups: { kind: 'call' } }),
		];
		const run = runOf(samples);
		expect(onlyVariant(run).whole).toBe(false);
		expect(scoreOf(run, 'metric')?.rate).toEqual({ hits: 1, n: 1, rate: 1 });
		expect(scoreOf(run, 'polite')?.rate).toHaveProperty('wilson');
		expect(scoreOf(run, 'metric')?.groups.map(({ rate }) => 'wilson' in rate)).toEqual([true, false]);
		expect(onlyVariant(runOf(samples.slice(0, 1))).whole).toBe(true);
	});

	it('gives no interval for an interrupted run, with or without a plan', () => {
		const samples = [sampleOf('a', { metric: { value: true } }, { groups: { kind: 'chat' } })];
		for (const plan of [{ variants: ['free'], ids: ['a', 'b'] }, undefined]) {
			const metric = scoreOf(runOf(samples, 1, { planned: 2, samples: 2, plan }), 'metric');
			expect(metric?.rate).toEqual({ hits: 1, n: 1, rate: 1 });
			expect(metric?.groups[0]?.rate?.wilson).toBeUndefined();
		}
	});

	it('has no rate without scored samples', () => {
		const metric = scoreOf(runOf([sampleOf('a', { metric: { unscored: 'engine-failed' } })]), 'metric');
		expect(metric?.rate).toEqual({ hits: 0, n: 0 });
	});

	it('counts an absent main score as missing, and ignores others', () => {
		const run = runOf([sampleOf('a', { metric: { value: true }, polite: { value: true } }), sampleOf('b', {})]);
		expect(scoreOf(run, 'metric')).toMatchObject({
			rate: { hits: 1, n: 1 },
			unscored: [{ reason: 'score-missing', count: 1 }],
		});
		expect(scoreOf(run, 'polite')).toMatchObject({ rate: { hits: 1, n: 1 }, unscored: [] });
	});

	it('summarizes numbers as a distribution, not as a rate', () => {
		const grams = scoreOf(
			runOf([
				sampleOf('a', { grams: { value: 1 } }),
				sampleOf('b', { grams: { value: 0 } }),
				sampleOf('c', { grams: { value: 8 } }),
				sampleOf('d', { grams: { unscored: 'cut-deadline' } }),
			]),
			'grams',
		);
		expect(grams).toMatchObject({
			values: { n: 3, mean: 3, max: 8 },
			unscored: [{ reason: 'cut-deadline', count: 1 }],
		});
		expect(grams?.rate).toBeUndefined();
	});

	it('keeps variants apart', () => {
		const value = (value: boolean): Readonly<Record<string, Score>> => ({ metric: { value } });
		const samples = [
			sampleOf('a', value(true)),
			sampleOf('a', value(false), { variant: 'constrained' }),
			sampleOf('b', value(true)),
		];
		const variants = summarizeSuites(runOf(samples))[0]?.variants ?? [];
		expect(variants.map(({ variant, scores }) => [variant, scores[0]?.rate?.hits, scores[0]?.rate?.n])).toEqual([
			['free', 2, 2],
			['constrained', 0, 1],
		]);
	});

	it('lists the skipped variants', () => {
		const skipped = [{ variant: 'constrained', reason: 'this engine has no constrained decoding' }];
		expect(summarizeSuites(runOf([], 1, { skipped }))[0]?.suite.skipped).toEqual(skipped);
	});

	it('counts each group of samples separately', () => {
		const grouped = (id: string, metric: Score, groups: Readonly<Record<string, string>>): LogSample =>
			sampleOf(id, { metric }, { groups });
		const metric = scoreOf(
			runOf([
				grouped('a', { value: true }, { call: 'needed', kind: 'chain' }),
				grouped('b', { value: false, reason: 'x' }, { call: 'needed', kind: 'single' }),
				grouped('c', { value: true }, { call: 'none', kind: 'chain' }),
				grouped('d', { unscored: 'engine-failed' }, { call: 'none' }),
				sampleOf('e', { metric: { value: true } }),
			]),
			'metric',
		);
		expect(metric?.groups).toMatchObject([
			{ group: 'call', value: 'needed', rate: { hits: 1, n: 2 } },
			{ group: 'call', value: 'none', rate: { hits: 1, n: 1 } },
			{ group: 'kind', value: 'chain', rate: { hits: 2, n: 2 } },
			{ group: 'kind', value: 'single', rate: { hits: 0, n: 1 } },
		]);
	});

	it('accepts groups and scores named like properties of Object', () => {
		const hostile = JSON.parse('{"__proto__":"x","constructor":"y"}') as Readonly<Record<string, string>>;
		const run = runOf([sampleOf('a', { metric: { value: true } }, { groups: hostile })], 1, {
			scores: { ...SCORES, constructor: rate() },
		});
		expect(onlyVariant(run).scores.map(({ name }) => name)).toEqual(['metric']);
		expect(scoreOf(run, 'metric')?.groups).toHaveLength(2);
	});
});

describe('epochs', () => {
	const epochsOf = (right: readonly (boolean | undefined)[], id = 'a'): LogSample[] =>
		right.map((value, epoch) =>
			sampleOf(id, { metric: value === undefined ? { unscored: 'cut-length' } : { value } }, { epoch }),
		);

	it('give pass@k and pass^k of the main score', () => {
		expect(onlyVariant(runOf(epochsOf([true, true, false, true]), 4)).reliability).toEqual([
			{ k: 1, passAtK: { mean: 0.75 }, passHatK: { mean: 0.75 } },
			{ k: 2, passAtK: { mean: 1 }, passHatK: { mean: 0.5 } },
			{ k: 3, passAtK: { mean: 1 }, passHatK: { mean: 0.25 } },
			{ k: 4, passAtK: { mean: 1 }, passHatK: { mean: 0 } },
		]);
	});

	it('give no reliability for a single epoch, or without scores', () => {
		expect(onlyVariant(runOf(epochsOf([true]))).reliability).toEqual([]);
		expect(onlyVariant(runOf(epochsOf([undefined, undefined]), 2)).reliability).toEqual([]);
	});

	it('give the mean over prompts, unless a prompt lacks an epoch', () => {
		const other = epochsOf([false, true, true], 'b');
		const [once, , thrice] = onlyVariant(runOf([...epochsOf([true, true, true]), ...other], 3)).reliability;
		expect(once?.passHatK.mean).toBeCloseTo(5 / 6, 12);
		expect(thrice?.passHatK).toEqual({ mean: 0.5, interval: { low: expect.any(Number), high: expect.any(Number) } });
		expect(onlyVariant(runOf([...epochsOf([true, true, undefined]), ...other], 3)).reliability).toEqual([]);
		expect(onlyVariant(runOf([...epochsOf([true, true]), ...other], 3)).reliability).toEqual([]);
	});

	it('cluster the error of a rate by sample', () => {
		const run = runOf([...epochsOf([true, true]), ...epochsOf([false, false], 'b')], 2);
		expect(scoreOf(run, 'metric')?.rate).toMatchObject({ hits: 2, n: 4, clustered: { clusters: 2 } });
		expect(scoreOf(run, 'metric')?.rate?.wilson).toBeUndefined();
	});
});

const facets = { tools: { title: 'tools' }, city: { title: 'city', values: { a: 'A' } }, none: { title: 'none' } };
const group = (name: string, value: string, hits: number, n: number): readonly LogSample[] =>
	Array.from({ length: n }, (_, place) =>
		sampleOf(`${value} ${place}`, { metric: { value: place < hits } }, { groups: { [name]: value } }),
	);
const facetsWith = (...groups: readonly (readonly LogSample[])[]): readonly FacetSummary[] =>
	onlyVariant(runOf(groups.flat(), 1, { facets })).facets;

describe('facets', () => {
	it('order numbers, and name the first whose rate is certainly below half', () => {
		const [tools] = facetsWith(group('tools', '16', 0, 20), group('tools', '4', 11, 20), group('tools', '8', 4, 20));
		expect(tools?.rows.map(({ value }) => value)).toEqual(['4', '8', '16']);
		expect(tools?.firstBelowHalf).toBe('8');
	});

	it('name none for few samples, or for values without order', () => {
		expect(facetsWith(group('tools', '1', 0, 3))[0]?.firstBelowHalf).toBeUndefined();
		const [city] = facetsWith(group('city', 'b', 0, 20), group('city', 'a', 20, 20));
		expect(city).toMatchObject({ title: 'city', rows: [{ value: 'b' }, { value: 'a', title: 'A' }] });
		expect(city?.firstBelowHalf).toBeUndefined();
	});

	it('include no undeclared group, and no facet that no sample has', () => {
		expect(facetsWith(group('kind', 'x', 1, 2))).toEqual([]);
	});
});
