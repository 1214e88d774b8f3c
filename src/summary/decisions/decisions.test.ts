import { describe, expect, it } from 'vitest';
import { sampleKey } from '../../eval/sample.ts';
import type { Score } from '../../eval/score.ts';
import type { PeoplesJudgement } from '../../eval/scoring/labels.ts';
import type { RunSettings } from '../../eval/settings.ts';
import type { LogSample } from '../../log/record.ts';
import type { Rate } from '../../stats/rate.ts';
import { decisionFixture, declaredSuiteFixture } from '../../testing/declared-suite-fixture.ts';
import { logHeaderFixture } from '../../testing/log-line-fixture.ts';
import { summarizeSuites } from '../suites.ts';
import { cut, decided, HIT, ids, MISS, runOf, sampleOf, scored, times } from './decided-run-fixture.ts';
import { summarizeDecisions } from './decisions.ts';

describe('summarizeDecisions', () => {
	it('is empty where no suite decides anything', () => {
		const header = { ...logHeaderFixture(), suites: [declaredSuiteFixture()] };
		expect(summarizeDecisions({ header, samples: [] })).toEqual([]);
	});

	it('decides on whole prompts of a suite of any name', () => {
		const summary = decided(runOf(scored(...times(7, HIT), ...times(8, MISS)), { prompts: 15 }));
		expect(summary.verdict).toMatchObject({ status: 'complete', path: 'A', hits: 7, n: 15, certainty: 'narrow' });
		expect(summary.reasons).toEqual([{ reason: 'imperial', count: 8 }]);
		expect([summary.suite.name, summary.suite.version, summary.decision.score]).toEqual(['units', '3', 'metric']);
		expect(summary.prompts[0]).toEqual({
			id: 'p0',
			input: 'how much is p0',
			epochs: 1,
			hits: 1,
			misses: 0,
			hit: true,
			unscored: [],
		});
		expect(summary.people).toBeUndefined();
	});

	it('counts each deciding suite by itself', () => {
		const run = runOf(scored(HIT, MISS), { prompts: 2, decision: decisionFixture(1, 2, 'metric') });
		const other = declaredSuiteFixture({
			name: 'tone',
			planned: 1,
			samples: 1,
			decision: decisionFixture(1, 1, 'kind'),
		});
		const kind = sampleOf('p0', MISS, { suite: 'tone', scores: { kind: { value: false } } });
		const both = { header: { ...run.header, suites: [...run.header.suites, other] }, samples: [...run.samples, kind] };
		expect(summarizeDecisions(both).map(({ suite, rule }) => [suite.name, rule.verdict.path])).toEqual([
			['units', 'A'],
			['tone', 'B'],
		]);
	});

	it('has an interval beside no rate of a part of its prompts, and nor has a suite that decides nothing', () => {
		const rateIn = (prompts: number, settings: Partial<RunSettings>, decides: boolean): Rate | undefined => {
			const run = runOf(scored(...times(6, HIT), ...times(4, MISS)), { prompts, settings });
			const scores = { metric: { kind: 'rate', title: 'metric units' } } as const;
			const suites = run.header.suites.map(({ decision, ...suite }) => ({
				...suite,
				scores,
				...(decides && { decision }),
			}));
			return summarizeSuites({ ...run, header: { ...run.header, suites } })[1]?.variants[0]?.scores[0]?.rate;
		};
		for (const decides of [true, false]) {
			expect(rateIn(15, { limit: 10 }, decides)).toEqual({ hits: 6, n: 10, rate: 0.6 });
			expect(rateIn(10, {}, decides)).toHaveProperty('wilson');
		}
	});

	it('decides nothing on one repeat of every prompt, which a shard may have, and on those without a shard', () => {
		const repeat = (epoch: number): LogSample[] => ids(2).map((id) => sampleOf(id, HIT, { epoch }));
		const verdictIn = (epochs: readonly number[], settings: object): unknown =>
			decided(runOf(epochs.flatMap(repeat), { prompts: 2, settings: { epochs: 3, ...settings } })).verdict;
		const part = { status: 'subset', n: 2, threshold: 1, misses: 0, unscored: [] };
		expect(verdictIn([0], { shard: { index: 1, count: 3 } })).toEqual({ ...part, hits: 0, partly: 2 });
		expect(verdictIn([0, 1], { missingShards: [3] })).toEqual({ ...part, hits: 2 });
		expect(verdictIn([0, 1, 2], {})).toMatchObject({ status: 'complete', path: 'A' });
		expect(verdictIn([0, 1], {})).toMatchObject({ status: 'complete', path: 'A' });
		expect(verdictIn([0], {})).toMatchObject({ status: 'undecided', partly: 2 });
	});

	it('names no path of a run that was cut short before it was decided', () => {
		expect(decided(runOf(scored(...times(6, MISS)), { prompts: 15 })).verdict).toEqual({
			status: 'undecided',
			cause: 'unscored',
			hits: 0,
			misses: 6,
			n: 15,
			threshold: 5,
			unscored: [],
		});
	});

	it('names the path without an interval once it is certain', () => {
		expect(decided(runOf(scored(...times(6, HIT)), { prompts: 15 })).verdict).toEqual({
			status: 'truncated',
			path: 'A',
			hits: 6,
			misses: 0,
			n: 15,
			threshold: 5,
			unscored: [],
			certainty: 'settled',
			doubts: [],
		});
	});

	it('counts a prompt where more than half of its epochs hit, and clusters the rate over samples', () => {
		const samples = ids(3).flatMap((id, prompt) =>
			[0, 1, 2, 3].map((epoch) => sampleOf(id, epoch < ([4, 2, 3][prompt] ?? 0) ? HIT : MISS, { epoch })),
		);
		const summary = decided(runOf(samples, { prompts: 3, settings: { epochs: 4 } }));
		expect(summary.prompts.map((prompt) => prompt.hit)).toEqual([true, false, true]);
		expect(summary.verdict).toMatchObject({ status: 'complete', hits: 2, n: 3 });
		expect(summary.prompts.map(({ tied }) => tied)).toEqual([undefined, true, undefined]);
		const all = decided(
			runOf(samples, { prompts: 3, decision: decisionFixture(3, 3, 'metric'), settings: { epochs: 4 } }),
		);
		expect(all.verdict).toMatchObject({ path: 'B', doubts: [{ cause: 'tied-repeats', count: 1 }] });
		expect(summary.sampleRate).toMatchObject({ n: 12, rate: 0.75, clustered: { clusters: 3 } });
		expect(summary.epochs).toBe(4);
	});

	it('leaves a prompt open whose missing epochs could decide it', () => {
		const summary = decided(runOf(scored(HIT, HIT), { prompts: 2, settings: { epochs: 3 } }));
		expect(summary.prompts.map((prompt) => prompt.hit)).toEqual([undefined, undefined]);
		expect(summary.verdict.status).toBe('undecided');
	});

	it('counts what could not be scored neither as a hit nor as a miss, by its first cause', () => {
		const unscored = [cut('cut-length'), cut('engine-failed'), cut('cut-length')];
		const open = decided(runOf(scored(...times(4, HIT), ...times(8, MISS), ...unscored), { prompts: 15 }));
		expect(open.verdict).toEqual({
			status: 'undecided',
			cause: 'unscored',
			hits: 4,
			misses: 8,
			n: 15,
			threshold: 5,
			unscored: [
				{ cause: 'cut-length', count: 2 },
				{ cause: 'engine-failed', count: 1 },
			],
		});
		expect(open.sampleRate).toMatchObject({ n: 12 });
		const sure = decided(runOf(scored(...times(5, HIT), ...times(7, MISS), ...unscored), { prompts: 15 }));
		expect(sure.verdict).toMatchObject({ status: 'truncated', path: 'A' });
		expect(sure.verdict).not.toHaveProperty('wilson', expect.anything());
	});

	it('decides a prompt by its scored epochs where the others could not change it', () => {
		const epochs = (...scores: readonly Score[]): LogSample[] =>
			scores.map((score, epoch) => sampleOf('p0', score, { epoch }));
		const hitOf = (...scores: readonly Score[]): boolean | undefined =>
			decided(runOf(epochs(...scores), { prompts: 1, settings: { epochs: 3 } })).prompts[0]?.hit;
		expect(hitOf(HIT, cut('cut-length'), HIT)).toBe(true);
		expect(hitOf(MISS, cut('cut-length'), MISS)).toBe(false);
		expect(hitOf(HIT, cut('cut-length'), MISS)).toBeUndefined();
	});

	it('takes a sample that lost its score for none of either', () => {
		const lost = ids(2).map((id) => sampleOf(id, HIT, { scores: { other: { value: true } } }));
		const summary = decided(runOf(lost, { prompts: 2 }));
		expect(summary.verdict).toMatchObject({
			status: 'undecided',
			hits: 0,
			misses: 0,
			unscored: [{ cause: 'score-missing', count: 2 }],
		});
		expect(summary.sampleRate).toEqual({ hits: 0, n: 0 });
	});

	it.each<[string, Partial<RunSettings>]>([
		['a filter', { filter: 'p' }],
		['a limit', { limit: 6 }],
		['a shard', { shard: { index: 1, count: 2 } }],
	])('decides nothing of the prompts that %s chose', (_title, settings) => {
		const { verdict } = decided(runOf(scored(...times(6, HIT)), { prompts: 15, settings }));
		expect(verdict).toEqual({ status: 'subset', hits: 6, misses: 0, n: 15, threshold: 5, unscored: [] });
		const whole = decided(runOf(scored(...times(15, HIT)), { prompts: 15, settings }));
		expect(whole.verdict.status).toBe('complete');
	});

	it('keeps the epochs of a prompt together, in corpus order', () => {
		const samples = [
			sampleOf('b', HIT, { epoch: 0 }),
			sampleOf('a', HIT, { epoch: 0 }),
			sampleOf('b', HIT, { epoch: 1 }),
			sampleOf('a', HIT, { epoch: 1 }),
		];
		const ordered = decided(runOf(samples, { prompts: 2, settings: { epochs: 2 } })).samples;
		expect(ordered).toEqual([0, 2, 1, 3]);
	});
});

describe('people’s verdict', () => {
	it('says nothing of people where no label is of a sample that is there', () => {
		const other = new Map([['of another text', { labels: [], meaningful: true }]]);
		expect(decided(runOf(scored(HIT), { prompts: 1 }), other).people).toBeUndefined();
	});

	it('lets people overrule the rule, and gives their agreement', () => {
		const samples = scored(HIT, MISS, MISS);
		const says = (meaningful?: boolean): PeoplesJudgement => ({
			labels: [],
			meaningful,
		});
		const judgements = new Map(
			samples.map((sample, index) => [sampleKey(sample), says([false, false, undefined][index])]),
		);
		const summary = decided(runOf(samples, { prompts: 3 }), judgements);
		expect(summary.verdict).toMatchObject({ path: 'A', hits: 1 });
		expect(summary.people?.verdict).toMatchObject({ path: 'B', hits: 0 });
		expect(summary.people?.agreement).toMatchObject({ n: 2, agreed: 1, kappa: 0 });
	});

	it('says of how many samples people are split, which the rule judges, and how far they agree with each other', () => {
		const samples = scored(HIT, HIT, MISS);
		const says = (...words: readonly boolean[]): PeoplesJudgement => ({
			...(words.length === 1 || words[0] === words[1] ? { meaningful: words[0] === true } : {}),
			labels: words.map((meaningful, index) => ({ promptId: '', sampleHash: '', meaningful, who: `${index}` })),
		});
		const words = [says(true, false), says(true, true), says(false)];
		const judgements = new Map(samples.map((sample, index) => [sampleKey(sample), words[index] ?? says()]));
		const summary = decided(runOf(samples, { prompts: 3 }), judgements);
		expect(summary.people).toMatchObject({ labelled: 2, disputed: 1, of: 3, among: { n: 2, agreed: 1 } });
	});

	it('has no path if labels of some samples change it', () => {
		const samples = scored(...times(9, HIT), ...times(6, MISS));
		const no = (count: number): ReadonlyMap<string, PeoplesJudgement> =>
			new Map(samples.slice(0, count).map((sample) => [sampleKey(sample), { labels: [], meaningful: false }]));
		const standing = (count: number): unknown => {
			const summary = decided(runOf(samples, { prompts: 15 }), no(count));
			return { ...summary.standing, rule: summary.rule.verdict };
		};
		expect(standing(5)).toMatchObject({
			rule: { path: 'A', hits: 9 },
			verdict: { status: 'undecided', cause: 'labels', hits: 4, misses: 11, n: 15 },
			reasons: [{ count: 6 }, { reason: 'people-say-no', count: 5 }],
		});
		expect(standing(5)).not.toHaveProperty('verdict.path');
		expect(standing(4)).toMatchObject({ verdict: { path: 'A', hits: 5 } });
		expect(standing(15)).toMatchObject({ verdict: { path: 'B', hits: 0 } });
	});

	it('is borderline where the samples over which people are split would take the other path', () => {
		const samples = scored(...times(12, HIT), ...times(3, MISS));
		const split = (count: number): ReturnType<typeof decided> =>
			decided(
				runOf(samples, { prompts: 15 }),
				new Map(samples.slice(0, count).map((sample) => [sampleKey(sample), { labels: [] }])),
			);
		expect(split(7).people?.verdict).toMatchObject({ path: 'A', certainty: 'settled' });
		expect(split(8).people?.verdict).toMatchObject({
			path: 'A',
			probability: expect.closeTo(1, 2),
			doubts: [{ cause: 'split-people', count: 8 }],
		});
		expect(split(8).verdict).toMatchObject({ certainty: 'settled' });
	});

	it('lets people judge what the rule could not', () => {
		const samples = scored(HIT, cut('engine-failed'));
		const judgements = new Map(samples.slice(1).map((sample) => [sampleKey(sample), { labels: [], meaningful: true }]));
		const { verdict, people } = decided(runOf(samples, { prompts: 2 }), judgements);
		expect(verdict).toMatchObject({ status: 'truncated', hits: 1 });
		expect(people?.verdict).toMatchObject({ status: 'complete', hits: 2 });
		expect(people?.agreement).toMatchObject({ n: 0 });
	});
});
