import { describe, expect, it } from 'vitest';
import { sampleKey } from '../../sample.ts';
import type { PeoplesJudgement } from '../../scoring/labels.ts';
import { cut, decided, HIT, MISS, runOf, sampleOf, scored, times } from './decided-run-fixture.ts';
import type { DecisionSummary } from './decision-summary.ts';
import { standingSummary } from './standing-summary.ts';
import { standingLine } from './standing-text.ts';

describe('people’s verdict', () => {
	it('says nothing of people where no label is of a sample that is there', () => {
		const other = new Map([['of another text', { labels: [], meaningful: true }]]);
		expect(decided(runOf(scored(HIT), { prompts: 1 }), other).people).toBeUndefined();
	});

	it('lets people overrule the rule beside it and tells how far they agree', () => {
		const samples = scored(HIT, MISS, MISS);
		const says = (meaningful?: boolean): PeoplesJudgement => ({
			labels: [],
			...(meaningful === undefined ? {} : { meaningful }),
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
		expect(standingLine(summary)).toMatch(
			/^path A: 2\/3 .*; people labelled 3 of 3 samples, 1 of them in dispute, the rule judged those; the rule alone: path A, 2\/3$/u,
		);
	});

	it('stands without a path where labels of some turn it, with people where they said something and the rule elsewhere', () => {
		const samples = scored(...times(9, HIT), ...times(6, MISS));
		const no = (count: number): ReadonlyMap<string, PeoplesJudgement> =>
			new Map(samples.slice(0, count).map((sample) => [sampleKey(sample), { labels: [], meaningful: false }]));
		const standing = (count: number): unknown => standingSummary(decided(runOf(samples, { prompts: 15 }), no(count)));
		expect(standing(5)).toMatchObject({
			turned: true,
			rule: { path: 'A', hits: 9 },
			verdict: { status: 'undecided', hits: 4, misses: 11, n: 15 },
			reasons: [{ count: 6 }, { reason: 'people-say-no', count: 5 }],
		});
		expect(standing(5)).not.toHaveProperty('verdict.path');
		expect(standing(4)).toMatchObject({ turned: false, verdict: { path: 'A', hits: 5 } });
		expect(standing(15)).toMatchObject({ turned: false, verdict: { path: 'B', hits: 0 } });
	});

	it('is in the grey zone where the samples over which people are split would take the other path', () => {
		const samples = scored(...times(12, HIT), ...times(3, MISS));
		const split = (count: number): DecisionSummary =>
			decided(
				runOf(samples, { prompts: 15 }),
				new Map(samples.slice(0, count).map((sample) => [sampleKey(sample), { labels: [] }])),
			);
		expect(split(7).people?.verdict).toMatchObject({ path: 'A', greyZone: false });
		expect(split(8).people?.verdict).toMatchObject({
			path: 'A',
			probability: expect.closeTo(1, 2),
			grey: [{ cause: 'split-people', count: 8 }],
		});
		expect(standingLine(split(8))).toContain(
			'; grey zone, people are evenly split over 8 samples, which judged the other way would change the path; people labelled 8',
		);
		expect(split(8).verdict).toMatchObject({ greyZone: false });
	});

	it('counts a text once in what rule and people agree on, however many repeats gave it', () => {
		const samples = [0, 1, 2].map((epoch) => sampleOf('p0', HIT, { epoch }));
		const once: PeoplesJudgement = { labels: [], meaningful: true };
		const judgements = new Map(samples.map((sample) => [sampleKey(sample), once]));
		const { people } = decided(runOf(samples, { prompts: 1, settings: { epochs: 3 } }), judgements);
		expect(people).toMatchObject({ labelled: 3, of: 3, agreement: { n: 1, agreed: 1 } });
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
