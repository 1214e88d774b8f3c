import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../base/errors.ts';
import { message } from '../../base/message.ts';
import right from '../../stats/right-answers.json' with { type: 'json' };
import type { ScoreFlips } from '../flips.ts';
import { evaluateGate, flipMetrics, type GatedRun } from './gate.ts';
import { gateJsonSchema, needsBaseline, readGate } from './rules.ts';

const gate = (...rules: readonly unknown[]): ReturnType<typeof readGate> =>
	readGate({ version: 1, rules }, 'gate.yaml');
const metrics = (values: Record<string, number>): GatedRun => ({
	metrics: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
});

describe('readGate', () => {
	it.each([
		['no rules', { version: 1, rules: [] }],
		['another version', { version: 2, rules: [{ metric: 'a', min: 1 }] }],
		['a rule that demands nothing', { version: 1, rules: [{ metric: 'a' }] }],
		['bounds that nothing lies between', { version: 1, rules: [{ metric: 'a', min: 3, max: 1 }] }],
		['a misspelt key', { version: 1, rules: [{ metric: 'a', minimum: 1 }] }],
		['a tolerance that is no share', { version: 1, rules: [{ metric: 'a', maxDrop: 'much' }] }],
		['a path without equals', { version: 1, rules: [{ metric: 'verdict.path', min: 1 }] }],
		['certainty of a number', { version: 1, rules: [{ metric: 'a', min: 1, certainty: 'settled' }] }],
		['strict without a baseline', { version: 1, rules: [{ metric: 'a', min: 1, strict: true }] }],
		['an undefined bound', { version: 1, rules: [{ metric: 'a', min: undefined }] }],
		['equals of a number', { version: 1, rules: [{ metric: 'prefix.hits', equals: 'A' }] }],
		['something else', 'min: 1'],
	])('refuses %s', (_title, content) => {
		expect(() => readGate(content, 'gate.yaml')).toThrow(ConfigError);
		expect(() => readGate(content, 'gate.yaml')).toThrow('gate.yaml');
	});

	it.each([
		[{ metric: 'a', mn: 1 }, "gate.yaml: rules.0.mn: unknown field; did you mean 'min'?"],
		[{ metric: 'a', min: 'x' }, 'gate.yaml: rules.0.min: must be a number'],
		[{ metric: 'a', maxDrop: 'much' }, 'gate.yaml: rules.0.maxDrop: must be a number of at least 0, or a share'],
	])('names the field: %j', (rule, line) => {
		expect(() => gate(rule)).toThrow(line);
	});

	it('knows whether a baseline is needed', () => {
		expect(needsBaseline(gate({ metric: 'prefix.hits', min: 5 }))).toBe(false);
		expect(needsBaseline(gate({ metric: 'prefix.rate', maxDrop: 0.1 }))).toBe(true);
		expect(needsBaseline(gate({ metric: 'flips.prefix.free.meaningful.lost', max: 2 }))).toBe(true);
	});
});

describe('evaluateGate', () => {
	const cut = [{ reason: 'cut-length', count: 2 }];
	const open = (low: number, high: number): GatedRun => ({
		metrics: { a: { value: high, open: [low, high], causes: cut } },
	});

	const pathRun = (path: string, certainty: 'settled' | 'narrow' | 'borderline' = 'settled'): GatedRun => ({
		...metrics({}),
		paths: new Map([['verdict.path', { path, certainty }]]),
	});

	it.each<[GatedRun, string]>([
		[pathRun('A'), 'pass'],
		[pathRun('B'), 'fail'],
		[{ ...metrics({}), paths: new Map([['verdict.path', message('gate.no-path')]]) }, 'undecided'],
	])('holds the path that stands against equals: %j', (run, status) => {
		expect(evaluateGate(gate({ metric: 'verdict.path', equals: 'A' }), run).lines[0]?.status).toBe(status);
	});

	it.each(['narrow', 'borderline'] as const)(
		'says that a path is %s, which certainty: settled does not take',
		(how) => {
			const rule = { metric: 'verdict.path', equals: 'A' };
			const lineOf = (more: object): unknown => evaluateGate(gate({ ...rule, ...more }), pathRun('A', how)).lines[0];
			expect(lineOf({})).toMatchObject({ status: 'pass', path: 'A', detail: { code: `gate.${how}` } });
			expect(lineOf({ certainty: 'settled' })).toMatchObject({ status: 'undecided', detail: { code: `gate.${how}` } });
		},
	);

	it.each(right.gates)('pairs a drop with its baseline: $name', ({ maxDrop, strict, baselineRate, status, ...row }) => {
		const { lost: fell, gained: rose, n } = row;
		const run: GatedRun = {
			...metrics({ a: baselineRate - row.drop }),
			paired: new Map([['a', { fell, rose, n, open: 0 }]]),
		};
		const result = evaluateGate(gate({ metric: 'a', maxDrop, strict }), run, metrics({ a: baselineRate }));
		expect(result).toMatchObject({ passed: row.exit === 0, undecided: row.exit === 3, lines: [{ status }] });
		const { flips } = result.lines[0] ?? {};
		expect(flips).toMatchObject({ n, lost: fell, gained: rose });
		expect(flips?.drop).toBeCloseTo(row.drop, 9);
		expect(flips?.p).toBeCloseTo(row.pWorse, 9);
		expect(flips?.high).toBeCloseTo(row.high, 7);
	});

	it.each<[object, { fell: number; rose: number; n: number; open: number }, string, string | undefined]>([
		[{ maxRise: 0.05 }, { fell: 0, rose: 6, n: 59, open: 0 }, 'fail', undefined],
		[{ maxRise: 0.05 }, { fell: 6, rose: 0, n: 59, open: 0 }, 'pass', undefined],
		[{ maxDrop: 0.05 }, { fell: 5, rose: 0, n: 59, open: 4 }, 'undecided', 'gate.open'],
		[{ maxDrop: 0.05 }, { fell: 20, rose: 0, n: 59, open: 4 }, 'fail', undefined],
		[{ maxDrop: 0.05 }, { fell: 0, rose: 0, n: 4, open: 0 }, 'pass', 'gate.cannot-fail'],
		[{ maxDrop: 0.05 }, { fell: 4, rose: 0, n: 4, open: 0 }, 'unclear', 'gate.unclear'],
	])('of %j with %j is %s', (rule, paired, status, code) => {
		const run: GatedRun = { metrics: open(0.7, 0.9).metrics, paired: new Map([['a', paired]]) };
		const [line] = evaluateGate(gate({ metric: 'a', ...rule }), run, metrics({ a: 0.8 })).lines;
		expect([line?.status, line?.detail?.code]).toEqual([status, code]);
	});

	const ANY: GatedRun = { metrics: { a: { value: 1, open: 'any', causes: cut } } };

	it.each<[object, GatedRun, string]>([
		[{ min: 0.9 }, open(1 / 59, 1), 'undecided'],
		[{ min: 0.9 }, open(0.1, 0.8), 'fail'],
		[{ min: 0.5 }, open(0.6, 1), 'pass'],
		[{ max: 0.1 }, open(0, 0.4), 'undecided'],
		[{ maxDrop: 0.1 }, open(0.4, 0.9), 'undecided'],
		[{ maxDrop: 0.1 }, open(0.75, 0.9), 'pass'],
		[{ min: 0.5 }, ANY, 'undecided'],
		[{ max: 0.5 }, ANY, 'undecided'],
		[{ maxRise: '10%' }, ANY, 'undecided'],
		[{ min: 0.5 }, metrics({ a: 1 }), 'pass'],
	])('of %j over %j is %s', (rule, run, status) => {
		const result = evaluateGate(gate({ metric: 'a', ...rule }), run, metrics({ a: 0.8 }));
		expect(result).toMatchObject({
			passed: status === 'pass',
			undecided: status === 'undecided',
			lines: [{ status }],
		});
		const { lines } = evaluateGate(gate({ metric: 'a', ...rule, soft: true }), run, metrics({ a: 0.8 }));
		expect(lines[0]?.status).toBe(status === 'pass' ? 'pass' : `soft-${status}`);
	});

	it('names the samples that could decide a rule, and those of the baseline', () => {
		const detailOf = (run: GatedRun, baseline: GatedRun): unknown =>
			evaluateGate(gate({ metric: 'a', maxDrop: 0.05 }), run, baseline).lines[0]?.detail;
		expect(detailOf(ANY, metrics({ a: 1 }))).toMatchObject({ code: 'gate.open', params: { n: 2 } });
		expect(detailOf(ANY, ANY)).toMatchObject({ code: 'gate.open-both', params: { n: 2, before: 2 } });
	});

	it.each([
		['tools.free.correct', { maxDrop: '5%' }, 'undecided'],
		['latency.tools.free.warm.endToEndMs.p50', { maxRise: 100 }, 'undecided'],
		['fate.ollama', { maxDrop: 0 }, 'undecided'],
		['tools.free.correct', { min: 0.5 }, 'pass'],
		['prefix.free.meaningful', { maxDrop: '5%' }, 'pass'],
		['model.sizeBytes', { maxRise: 0 }, 'pass'],
	])('does not compare a part of a suite with all: %s %j', (metric, rule, status) => {
		const part = message('gate.part', { suite: 'tools', there: 6, whole: 59, chosen: ['limit 6'] });
		const run = { ...metrics({ [metric]: 0.9 }), parts: new Map([['tools', part]]) };
		const { lines } = evaluateGate(gate({ metric, ...rule }), run, metrics({ [metric]: 0.9 }));
		expect(lines).toMatchObject([{ status, ...(status === 'undecided' && { detail: part }) }]);
	});

	it('finds no difference between a run and itself', () => {
		const rules = gate({ metric: 'a', maxDrop: 0.05 });
		for (const run of [open(0.7, 0.9), ANY]) {
			expect(evaluateGate(rules, run, { ...run, isRunItself: true }).passed).toBe(true);
		}
	});

	it('does not judge times that are not comparable', () => {
		const time = 'latency.prefix.free.warm.endToEndMs.p95';
		const of = (ms: number): GatedRun => metrics({ [time]: ms, 'latency.prefix.free.warm.endToEndMs.n': 9, loadMs: 5 });
		const shared: GatedRun = { ...of(100), timesNotComparable: '2 samples at once share the engine' };
		const outcome = (rule: object, now: GatedRun, before?: GatedRun): readonly (string | undefined)[] => {
			const [line] = evaluateGate(gate({ metric: time, ...rule }), now, before).lines;
			return [line?.status, line?.detail?.code];
		};
		expect(outcome({ max: 1000 }, shared)).toEqual(['undecided', 'gate.times']);
		expect(outcome({ max: 10 }, shared)).toEqual(['undecided', 'gate.times']);
		expect(outcome({ max: 1000, soft: true }, shared)).toEqual(['soft-undecided', 'gate.times']);
		expect(outcome({ maxRise: '10%' }, shared, of(100))).toEqual(['undecided', 'gate.times']);
		expect(outcome({ maxRise: '10%' }, of(100), shared)).toEqual(['undecided', 'gate.baseline-times']);
		expect(outcome({ max: 1000 }, of(100), shared)).toEqual(['pass', undefined]);
		expect(outcome({ max: 1000, metric: 'latency.prefix.free.warm.endToEndMs.n' }, shared)).toEqual([
			'pass',
			undefined,
		]);
		expect(outcome({ max: 1000, metric: 'loadMs' }, shared)).toEqual(['pass', undefined]);
		expect(outcome({ max: 1, metric: 'latency.prefix.free.warm.endToEndMs.p96' }, shared)[0]).toBe('fail');
	});

	it.each<[string, object, GatedRun, GatedRun | undefined, string]>([
		['of a metric never measured', { metric: 'b', min: 0 }, metrics({ a: 1 }), undefined, 'gate.lacks'],
		['of flips without a baseline', { metric: 'flips.a.x.lost', max: 0 }, metrics({}), undefined, 'gate.no-baseline'],
		['of a baseline that is missing', { metric: 'a', maxDrop: 1 }, metrics({ a: 1 }), undefined, 'gate.no-baseline'],
		['of a baseline without it', { metric: 'a', maxDrop: 1 }, metrics({ a: 1 }), metrics({}), 'gate.baseline-lacks'],
		[
			'that the run knows',
			{ metric: 'b', min: 1 },
			{ metrics: {}, lacks: new Map([['b', message('gate.shards-missing')]]) },
			undefined,
			'gate.shards-missing',
		],
	])('fails with the reason %s', (_, rule, run, baseline, code) => {
		expect(evaluateGate(gate(rule), run, baseline)).toMatchObject({
			passed: false,
			undecided: false,
			lines: [{ status: 'fail', detail: { code } }],
		});
	});

	it('has a line for an incomplete run', () => {
		const run: GatedRun = { metrics: {}, missing: { status: 'undecided', detail: message('gate.missing', { n: 2 }) } };
		expect(evaluateGate({ version: 1, rules: [] }, run)).toMatchObject({
			undecided: true,
			lines: [{ metric: 'run', status: 'undecided', expected: { code: 'gate.whole-run' } }],
		});
	});

	it.each([
		[{ min: 5 }, 5, 0, 'pass'],
		[{ min: 5 }, 4, 0, 'fail'],
		[{ max: 3000 }, 3001, 0, 'fail'],
		[{ maxDrop: 0.05 }, 0.85, 0.9, 'pass'],
		[{ maxDrop: 0.05 }, 0.84, 0.9, 'fail'],
		[{ maxDrop: '10%' }, 0.81, 0.9, 'pass'],
		[{ maxDrop: '10%' }, 0.8, 0.9, 'fail'],
		[{ maxRise: '10%' }, 110, 100, 'pass'],
		[{ maxRise: 5 }, 106, 100, 'fail'],
		[{ maxRise: 0 }, 90, 100, 'pass'],
	])('%o: %d against a baseline of %d gives %s', (rule, value, baseline, status) => {
		const result = evaluateGate(gate({ metric: 'a', ...rule }), metrics({ a: value }), metrics({ a: baseline }));
		expect(result.lines).toMatchObject([{ status, value }]);
	});
});

describe('the flips of a run against its baseline', () => {
	it('are metrics, open by the samples that either run lacks', () => {
		const flips = {
			suite: 'u',
			variant: 'free',
			score: 's',
			gained: [],
			lost: [{}],
			unpaired: 2,
		} as unknown as ScoreFlips;
		const metrics = flipMetrics([flips], ({ unpaired }) => [{ reason: 'unscored', count: unpaired }]);
		expect(metrics['flips.u.free.s.lost']).toMatchObject({ value: 1, open: [1, 3] });
		expect(flipMetrics([flips], () => [])['flips.u.free.s.gained']).toEqual({ value: 0 });
	});
});

describe('gateJsonSchema', () => {
	it('describes a gate file for editors', () => {
		expect(gateJsonSchema()).toMatchObject({
			type: 'object',
			required: ['version', 'rules'],
			properties: { version: { const: 1 }, rules: { type: 'array', items: { required: ['metric'] } } },
		});
	});

	it('reads a bound in percent, also of a share with decimals', () => {
		const rules = [{ metric: 'prefix.firstTool', min: '60%', max: '99.9 %' }];
		expect(readGate({ version: 1, rules }, 'gate.yaml').rules).toEqual([
			{ metric: 'prefix.firstTool', min: 0.6, max: 0.999 },
		]);
		const counts = [{ metric: 'prefix.hits', min: '60%' }];
		expect(() => readGate({ version: 1, rules: counts }, 'gate.yaml')).toThrow(/not a share/);
		expect(() => readGate({ version: 1, rules: [{ metric: 'x', min: 'much' }] }, 'gate.yaml')).toThrow(ConfigError);
	});

	it('matches the documented schema', () => {
		const published = readFileSync(new URL('../../../docs/gate.schema.json', import.meta.url), 'utf8');
		expect(JSON.parse(published)).toEqual(gateJsonSchema());
	});
});
