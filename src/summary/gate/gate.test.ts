import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../base/errors.ts';
import { evaluateGate, type GatedRun } from './gate.ts';
import { gateJsonSchema, needsBaseline, readGate } from './rules.ts';

const gate = (...rules: readonly unknown[]): ReturnType<typeof readGate> =>
	readGate({ version: 1, rules }, 'gate.yaml');
const metrics = (values: Record<string, number>): GatedRun => ({ metrics: new Map(Object.entries(values)) });

describe('readGate', () => {
	it.each([
		['no rules', { version: 1, rules: [] }],
		['another version', { version: 2, rules: [{ metric: 'a', min: 1 }] }],
		['a rule that demands nothing', { version: 1, rules: [{ metric: 'a' }] }],
		['bounds that nothing lies between', { version: 1, rules: [{ metric: 'a', min: 3, max: 1 }] }],
		['a misspelt key', { version: 1, rules: [{ metric: 'a', minimum: 1 }] }],
		['a tolerance that is no share', { version: 1, rules: [{ metric: 'a', maxDrop: 'much' }] }],
		['something else', 'min: 1'],
	])('refuses %s', (_title, content) => {
		expect(() => readGate(content, 'gate.yaml')).toThrow(ConfigError);
		expect(() => readGate(content, 'gate.yaml')).toThrow('gate.yaml');
	});

	it.each([
		[{ metric: 'a', mn: 1 }, "gate.yaml: rules.0.mn: is no field here; did you mean 'min'?"],
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
	it.each([
		[{ min: 0.9 }, 1 / 59, 1, 'undecided'],
		[{ min: 0.9 }, 0.1, 0.8, 'fail'],
		[{ min: 0.5 }, 0.6, 1, 'pass'],
		[{ max: 0.1 }, 0, 0.4, 'undecided'],
		[{ maxDrop: 0.1 }, 0.4, 0.9, 'undecided'],
		[{ maxDrop: 0.1 }, 0.75, 0.9, 'pass'],
	])('holds %j of a rate that may be %f to %f for %s', (rule, low, high, status) => {
		const run = { ...metrics({ a: high }), bounds: new Map([['a', { low, high, unscored: 2 }]]) };
		const result = evaluateGate(gate({ metric: 'a', ...rule }), run, metrics({ a: 0.8 }));
		expect(result).toMatchObject({
			passed: status === 'pass',
			undecided: status === 'undecided',
			lines: [{ status }],
		});
	});

	it.each([
		['tools.free.correct', { maxDrop: '5%' }, 'undecided'],
		['latency.tools.free.warm.endToEndMs.p50', { maxRise: 100 }, 'undecided'],
		['fate.ollama', { maxDrop: 0 }, 'undecided'],
		['tools.free.correct', { min: 0.5 }, 'pass'],
		['prefix.free.meaningful', { maxDrop: '5%' }, 'pass'],
		['model.sizeBytes', { maxRise: 0 }, 'pass'],
	])('holds no part of a suite against all of it: %s %j', (metric, rule, status) => {
		const run = { ...metrics({ [metric]: 0.9 }), parts: new Map([['tools', 'tools 6 of 59 (limit 6)']]) };
		const { lines } = evaluateGate(gate({ metric, ...rule }), run, metrics({ [metric]: 0.9 }));
		expect(lines).toMatchObject([{ status }]);
		if (status === 'undecided')
			expect(lines[0]?.detail).toBe('the run has tools 6 of 59 (limit 6), the baseline all of them');
	});

	it('finds no difference between a run and itself, whatever is not known of it', () => {
		const run = { ...metrics({ a: 0.8 }), bounds: new Map([['a', { low: 0.7, high: 0.9, unscored: 1 }]]) };
		const rules = gate({ metric: 'a', maxDrop: 0.05 });
		expect(evaluateGate(rules, run, { ...run, isRunItself: true }).passed).toBe(true);
		expect(evaluateGate(rules, run, run).lines).toMatchObject([
			{
				status: 'undecided',
				detail: '1 sample of the run and 1 of the baseline are unscored, which could decide it',
			},
		]);
	});

	it('says of flips without a baseline that it has none', () => {
		const { lines } = evaluateGate(gate({ metric: 'flips.a.free.spoke.lost', max: 0 }), metrics({ 'a.free.spoke': 1 }));
		expect(lines).toMatchObject([{ status: 'fail', detail: 'no baseline was given' }]);
	});

	it('is undecided by a metric of which nothing was observed', () => {
		const run = { ...metrics({}), bounds: new Map([['a', { low: 0, high: 1, unscored: 3 }]]) };
		const [line] = evaluateGate(gate({ metric: 'a', min: 0.5 }), run).lines;
		expect(line).toMatchObject({ status: 'undecided', detail: '3 samples are unscored, which could decide it' });
	});

	it('judges no times that say nothing, and tells why; how many there are it counts', () => {
		const time = 'latency.prefix.free.warm.endToEndMs.p95';
		const of = (ms: number): GatedRun => metrics({ [time]: ms, 'latency.prefix.free.warm.endToEndMs.n': 9, loadMs: 5 });
		const shared: GatedRun = { ...of(100), timesSayNothing: '2 samples at once share the engine' };
		const told = (rule: object, now: GatedRun, before?: GatedRun): readonly (string | undefined)[] => {
			const [line] = evaluateGate(gate({ metric: time, ...rule }), now, before).lines;
			return [line?.status, line?.detail];
		};
		const own = 'its times cannot be compared: 2 samples at once share the engine';
		expect(told({ max: 1000 }, shared)).toEqual(['undecided', own]);
		expect(told({ max: 10 }, shared)).toEqual(['undecided', own]);
		expect(told({ max: 1000, soft: true }, shared)).toEqual(['soft-undecided', own]);
		expect(told({ maxRise: '10%' }, shared, of(100))).toEqual(['undecided', own]);
		const before = 'the times of the baseline cannot be compared: 2 samples at once share the engine';
		expect(told({ maxRise: '10%' }, of(100), shared)).toEqual(['undecided', before]);
		expect(told({ max: 1000 }, of(100), shared)).toEqual(['pass', undefined]);
		expect(told({ max: 1000, metric: 'latency.prefix.free.warm.endToEndMs.n' }, shared)).toEqual(['pass', undefined]);
		expect(told({ max: 1000, metric: 'loadMs' }, shared)).toEqual(['pass', undefined]);
		expect(told({ max: 1, metric: 'latency.prefix.free.warm.endToEndMs.p96' }, shared)[0]).toBe('fail');
	});

	it.each(['maxDrop', 'maxRise'])('is undecided by a share of what nothing was observed of: %s', (tolerance) => {
		const unknown = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, unscored: 3 };
		const baseline = { ...metrics({}), bounds: new Map([['a', unknown]]) };
		const rules = gate({ metric: 'a', [tolerance]: '10%' });
		expect(evaluateGate(rules, metrics({ a: 1 }), baseline).undecided).toBe(true);
	});

	it('passes at the bound and fails beyond it', () => {
		const rules = gate({ metric: 'prefix.hits', min: 5 }, { metric: 'loadMs', max: 3000 });
		expect(evaluateGate(rules, metrics({ 'prefix.hits': 5, loadMs: 3000 }))).toEqual({
			passed: true,
			undecided: false,
			lines: [
				{ metric: 'prefix.hits', expected: '>= 5', value: 5, status: 'pass' },
				{ metric: 'loadMs', expected: '<= 3000', value: 3000, status: 'pass' },
			],
		});
		const failed = evaluateGate(rules, metrics({ 'prefix.hits': 4, loadMs: 3001 }));
		expect(failed.passed).toBe(false);
		expect(failed.lines.map((line) => line.status)).toEqual(['fail', 'fail']);
	});

	it('tells a soft failure without failing', () => {
		const result = evaluateGate(gate({ metric: 'a', min: 5, soft: true }), metrics({ a: 1 }));
		expect(result).toMatchObject({ passed: true, lines: [{ status: 'soft-fail' }] });
	});

	it('tells a soft rule that is undecided without holding up the gate', () => {
		const run = { ...metrics({ a: 0.5 }), bounds: new Map([['a', { low: 0.2, high: 0.9, unscored: 2 }]]) };
		const result = evaluateGate(gate({ metric: 'a', min: 0.5, soft: true }), run);
		expect(result).toMatchObject({ passed: true, undecided: false, lines: [{ status: 'soft-undecided' }] });
	});

	it('says why a run cannot have a metric, where it knows', () => {
		const lacks = new Map([['u.hits', 'u.hits counts all prompts']]);
		const { lines } = evaluateGate(gate({ metric: 'u.hits', min: 1 }), { ...metrics({}), lacks });
		expect(lines).toMatchObject([{ status: 'fail', detail: 'u.hits counts all prompts' }]);
	});

	it('fails what was never measured', () => {
		const result = evaluateGate(gate({ metric: 'prefix.rate', min: 0.2 }), metrics({}));
		expect(result).toMatchObject({ passed: false, lines: [{ status: 'fail', detail: 'this run has no prefix.rate' }] });
	});

	it.each([
		[{ maxDrop: 0.05 }, 0.85, 0.9, 'pass'],
		[{ maxDrop: 0.05 }, 0.84, 0.9, 'fail'],
		[{ maxDrop: '10%' }, 0.81, 0.9, 'pass'],
		[{ maxDrop: '10%' }, 0.8, 0.9, 'fail'],
		[{ maxRise: '10%' }, 110, 100, 'pass'],
		[{ maxRise: 5 }, 106, 100, 'fail'],
		[{ maxRise: 0 }, 90, 100, 'pass'],
	])('%o: %d against a baseline of %d gives %s', (rule, value, baseline, status) => {
		const result = evaluateGate(gate({ metric: 'a', ...rule }), metrics({ a: value }), metrics({ a: baseline }));
		expect(result.lines).toMatchObject([{ status, value, baseline }]);
	});

	it('fails against a baseline that is missing, or lacks the metric', () => {
		const rules = gate({ metric: 'a', maxDrop: 1 });
		expect(evaluateGate(rules, metrics({ a: 1 })).lines).toMatchObject([
			{ status: 'fail', detail: 'no baseline was given' },
		]);
		expect(evaluateGate(rules, metrics({ a: 1 }), metrics({})).lines).toMatchObject([
			{ status: 'fail', detail: 'the baseline has no a' },
		]);
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

	it('stands beside the documentation as it is', () => {
		const published = readFileSync(new URL('../../../docs/gate.schema.json', import.meta.url), 'utf8');
		expect(JSON.parse(published)).toEqual(gateJsonSchema());
	});
});
