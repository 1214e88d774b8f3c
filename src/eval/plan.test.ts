import { describe, expect, it } from 'vitest';
import { UsageError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { suiteDouble } from '../testing/doubles/suite-double.ts';
import { logHeaderFixture } from '../testing/log-line-fixture.ts';
import { saying } from '../testing/saying.ts';
import { planRun } from './plan.ts';

const settings = logHeaderFixture().settings;
const suite = suiteDouble(['a', 'b', 'c'], async () => ({ messages: [], facts: {} }), [
	{ name: 'free' },
	{ name: 'constrained', needsGrammar: true },
]);

describe('planRun', () => {
	it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('refuses %d epochs in one line', (epochs) => {
		expect(() => planRun([suite], { ...settings, epochs }, { grammar: true })).toThrow(UsageError);
	});

	it('asks all epochs and variants of a sample before the next one, which begins with the next variant', () => {
		const [plan] = planRun([suite], { ...settings, epochs: 2 }, { grammar: true });
		expect(plan?.planned).toBe(12);
		expect(plan?.samples.slice(0, 8).map((s) => `${s.sample.id} ${s.epoch} ${s.variant}`)).toEqual([
			...['a 0 free', 'a 0 constrained', 'a 1 free', 'a 1 constrained'],
			...['b 0 constrained', 'b 0 free', 'b 1 constrained', 'b 1 free'],
		]);
	});

	it('plans each sample without and with reflection under one seed for `both`', () => {
		const paired = { ...suite, reflects: true };
		const deciding = { ...paired, name: 'deciding', decision: {} as never };
		const both = { ...settings, reflection: 'both' } as const;
		const [first, second] = planRun([paired, deciding], both, { grammar: false });
		expect(first?.samples.map(({ variant, sample }) => `${variant} ${sample.id}`)).toEqual([
			...['free a', 'free+reflection a', 'free+reflection b', 'free b', 'free c', 'free+reflection c'],
		]);
		expect(first?.samples[0]?.seed).toBe(first?.samples[1]?.seed);
		expect(second?.planned).toBe(3);
		expect(() => planRun([suite, deciding], both, { grammar: true })).toThrow(saying('usage.reflection-pairs'));
	});

	it('leaves out variants the engine cannot run, with the reason', () => {
		const [plan] = planRun([suite], settings, { grammar: false });
		expect(plan?.skipped).toEqual([{ variant: 'constrained', reason: message('run.no-constrained-decoding') }]);
		expect(plan?.samples.map((s) => s.variant)).toEqual(['free', 'free', 'free']);
	});

	it('refuses a suite with a history where the engine takes none, on one line', () => {
		const replay = { ...suite, name: 'replay', needsHistory: true };
		const plan = (noHistory?: string): unknown => planRun([replay], settings, { grammar: true, noHistory });
		expect(() => plan('the engine litert-lm takes no history')).toThrow(
			expect.objectContaining({ code: 'usage', message: 'suite replay: the engine litert-lm takes no history' }),
		);
		expect(plan).not.toThrow();
	});

	it('refuses a filter that comes to no end in one line', () => {
		const samples = suite.samples.map((sample) => ({ ...sample, input: `${'a'.repeat(60)}b` }));
		const plan = (): unknown =>
			planRun([{ ...suite, samples }], { ...settings, filter: '(a+)+$' }, { grammar: true }, 50);
		expect(plan).toThrow('--filter: pattern "(a+)+$" came to no end within 0.05 s');
	});

	it('refuses a filter that leaves nothing, instead of passing with nothing measured', () => {
		const plan = (): unknown => planRun([suite], { ...settings, filter: 'prefx' }, { grammar: true });
		expect(plan).toThrow(UsageError);
		expect(plan).toThrow(saying('usage.filter-none', { filter: 'prefx' }));
	});

	it('filters by id or input, then limits', () => {
		const chosen = (filter: string, limit?: number): (string | undefined)[] =>
			planRun(
				[suite],
				{ ...settings, filter, ...(limit === undefined ? {} : { limit }) },
				{ grammar: false },
			)[0]?.samples.map((s) => s.sample.id) ?? [];
		expect(chosen('^b$')).toEqual(['b']);
		expect(chosen('of [ac]')).toEqual(['a', 'c']);
		expect(chosen('.', 2)).toEqual(['a', 'b']);
	});

	it('refuses a filter that is no regular expression', () => {
		expect(() => planRun([suite], { ...settings, filter: '(' }, { grammar: true })).toThrow(UsageError);
	});

	it('splits the work into shards of whole samples that are disjoint and complete, over all suites', () => {
		const idsOf = (index: number): string[] =>
			planRun([suite, suite], { ...settings, epochs: 2, shard: { index, count: 3 } }, { grammar: true }).flatMap(
				(plan, at) => plan.samples.map((s) => `${at} ${s.sample.id}`),
			);
		const shards = [1, 2, 3].map(idsOf);
		expect(shards.map((ids) => [...new Set(ids)])).toEqual([
			['0 a', '1 a'],
			['0 b', '1 b'],
			['0 c', '1 c'],
		]);
		expect(shards.flat()).toHaveLength(24);
	});

	it('gives a sample the same seed in every shard, order and variant, and different ones by identity and run seed', () => {
		const seedOf = (changes: object): number | undefined =>
			planRun([suite], { ...settings, ...changes }, { grammar: true })[0]?.samples.find(
				(s) => s.sample.id === 'b' && s.variant === 'free' && s.epoch === 0,
			)?.seed;
		expect(seedOf({ filter: 'b' })).toBe(seedOf({}));
		expect(seedOf({ seed: 2 })).not.toBe(seedOf({}));
		const planned = planRun([suite], { ...settings, epochs: 4 }, { grammar: true })[0]?.samples ?? [];
		const seeds = planned.filter(({ variant }) => variant === 'free').map((s) => s.seed);
		expect(new Set(seeds).size).toBe(seeds.length);
		expect(planned.filter(({ variant }) => variant === 'constrained').map((s) => s.seed)).toEqual(seeds);
		expect(seeds.every((seed) => seed >= 0 && seed < 2 ** 31)).toBe(true);
	});
});
