import { describe, expect, it } from 'vitest';
import { UsageError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { suiteDouble } from '../testing/doubles/suite-double.ts';
import { logHeaderFixture } from '../testing/log-line-fixture.ts';
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

	it('lays out every sample in every variant and epoch', () => {
		const [plan] = planRun([suite], { ...settings, epochs: 2 }, { grammar: true });
		expect(plan?.planned).toBe(12);
		expect(plan?.samples.slice(0, 4).map((s) => `${s.epoch} ${s.variant} ${s.sample.id}`)).toEqual([
			'0 free a',
			'0 free b',
			'0 free c',
			'0 constrained a',
		]);
	});

	it('plans each sample without and with reflection under one seed for `both`', () => {
		const paired = { ...suite, reflects: true };
		const deciding = { ...paired, name: 'deciding', decision: {} as never };
		const both = { ...settings, reflection: 'both' } as const;
		const [first, second] = planRun([paired, deciding], both, { grammar: false });
		expect(first?.samples.map(({ variant, sample }) => `${variant} ${sample.id}`)).toEqual([
			...['free a', 'free b', 'free c'],
			...['free+reflection a', 'free+reflection b', 'free+reflection c'],
		]);
		expect(first?.samples[0]?.seed).toBe(first?.samples[3]?.seed);
		expect(second?.planned).toBe(3);
		expect(() => planRun([suite, deciding], both, { grammar: true })).toThrow(
			/^--reflection both: no suite of double/u,
		);
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
		expect(plan).toThrow(/--filter prefx: no sample of .* matches/u);
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

	it('splits the work into shards that are disjoint and complete, over all suites', () => {
		const keys = (index: number): string[] =>
			planRun([suite, suite], { ...settings, shard: { index, count: 3 } }, { grammar: true }).flatMap((plan, at) =>
				plan.samples.map((s) => `${at} ${s.variant} ${s.sample.id}`),
			);
		const all = [...keys(1), ...keys(2), ...keys(3)];
		expect(new Set(all).size).toBe(12);
		expect(all).toHaveLength(12);
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
