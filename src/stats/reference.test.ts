import { describe, expect, it } from 'vitest';
import { hochberg, type MarginCounts, marginAnswers, promptsToDont, promptsToShip } from './answer.ts';
import { logEValue, logLossEValue, overBudgetP } from './early-drop.ts';
import { type JudgedPrompts, judgeError } from './judge-error.ts';
import { labelPlan } from './label-plan.ts';
import { lossBounds, smallestMargin, worseP } from './paired-loss.ts';
// From independent methods: quadrature and simulation for the judge, R's exact2x2 for pairs.
import reference from './reference.json' with { type: 'json' };
// From independent code of the rules.
import right from './right-answers.json' with { type: 'json' };

interface Rule {
	readonly TP: number;
	readonly FN: number;
	readonly TN: number;
	readonly FP: number;
}

function ruleOf({ TP, FN, TN, FP }: Rule): { tp: number; fn: number; tn: number; fp: number } {
	return { tp: TP, fn: FN, tn: TN, fp: FP };
}

/** `weight`: prompts of the phrases labelled worth keeping; of all `scored` those are left for the ones labelled otherwise. */
type Judged = Pick<(typeof reference.judge)[number], 'k11' | 'k10' | 'k01' | 'k00' | 'structural' | 'unscored'> & {
	readonly flagged: readonly number[];
	readonly unflagged: readonly number[];
	readonly weight?: number;
	readonly scored?: number;
};

function promptsOf({
	flagged,
	unflagged,
	weight,
	scored,
	k11,
	k10,
	k01,
	k00,
	structural,
	unscored,
}: Judged): JudgedPrompts {
	const open = [...flagged, ...unflagged].reduce((sum, prompts) => sum + prompts, structural);
	const worth = weight === undefined ? 1 : weight / (k11 + k10);
	const not = scored === undefined ? 1 : (scored - open - (weight ?? 0)) / (k01 + k00);
	const many = (count: number, flagged: boolean, label: boolean): JudgedPrompts['texts'] =>
		Array.from({ length: count }, () => ({ flagged, label, texts: 1, prompts: label ? worth : not }));
	return {
		texts: [
			...flagged.map((prompts) => ({ flagged: true, prompts, texts: 1 })),
			...unflagged.map((prompts) => ({ flagged: false, prompts, texts: 1 })),
			...[...many(k11, true, true), ...many(k10, false, true), ...many(k01, true, false), ...many(k00, false, false)],
		],
		structural,
		unscored,
	};
}

describe('judgeError', () => {
	it.each(reference.judge)('$name', (row) => {
		const error = judgeError(promptsOf(row), ruleOf(row.rule), row);
		expect(error?.these.low).toBeCloseTo(row.theseLow, 9);
		expect(error?.these.high).toBeCloseTo(row.theseHigh, 9);
		expect(error?.like).toBeCloseTo(row.like, 9);
		if (row.again === null) expect(error?.again).toBeUndefined();
		else expect(error?.again).toBeCloseTo(row.again, 9);
		expect(error?.worth).toEqual({ low: row.worthLow, high: row.worthHigh });
	});

	it('five thousand texts have a probability: no number of ways to choose them is too large', () => {
		const texts = Array.from({ length: 5000 }, (_, at) => ({ flagged: true, prompts: at === 0 ? 2 : 1, texts: 1 }));
		const rule = { tp: 90, fn: 10, tn: 95, fp: 5 };
		const found = judgeError({ texts, structural: 0, unscored: 0 }, rule, { need: 1700, share: 0.33 });
		expect(found?.these.low).toBeGreaterThan(0.999);
		expect(found?.worth.high).toBeGreaterThan(4990);
	});

	it('has no figure for a small labelled set, or a rule no better than chance', () => {
		const prompts = { texts: [{ flagged: true, prompts: 1, texts: 1 }], structural: 0, unscored: 0 };
		const needed = { need: 1, share: 0.5 };
		expect(judgeError(prompts, { tp: 9, fn: 0, tn: 30, fp: 0 }, needed)).toBeUndefined();
		expect(judgeError(prompts, { tp: 20, fn: 0, tn: 8, fp: 1 }, needed)).toBeUndefined();
		expect(judgeError(prompts, { tp: 5, fn: 15, tn: 5, fp: 15 }, needed)).toBeUndefined();
	});

	it('has no figure for other prompts where every one of them is needed', () => {
		const prompts = { texts: [{ flagged: true, prompts: 1, texts: 1 }], structural: 0, unscored: 0 };
		expect(judgeError(prompts, { tp: 19, fn: 0, tn: 21, fp: 5 }, { need: 1, share: 1 })?.like).toBeUndefined();
	});
});

describe('labelPlan', () => {
	it.each(reference.labelPlans)('asks the most telling text: $input', (row) => {
		const { flagged, unflagged, need } = row.input;
		const texts = { flagged: Array<number>(flagged).fill(1), unflagged: Array<number>(unflagged).fill(1) };
		const plan = labelPlan(promptsOf({ ...row.input, ...texts }), ruleOf(row.input), need);
		if (row.settled) {
			expect(plan).toBeUndefined();
			return;
		}
		expect(plan?.next).toBe(row.first);
		expect(plan?.expected).toBeCloseTo(row.expectedLabels, 6);
		expect(plan?.most).toBe(row.atMostLabels);
		const { labels: _, chanceSettled: __, ...batch } = row.batch;
		expect(plan?.batch).toEqual(batch);
	});

	it('is undefined with every text labelled', () => {
		const texts = [{ flagged: true, prompts: 15, texts: 1, label: true }];
		expect(labelPlan({ texts, structural: 0, unscored: 0 }, { tp: 19, fn: 0, tn: 21, fp: 5 }, 5)).toBeUndefined();
	});
});

describe('lossBounds', () => {
	it.each(reference.paired)('agrees with exact2x2: $lost lost, $gained gained of $n', (row) => {
		const bounds = lossBounds(row.lost, row.gained, row.n, row.oneSidedAlpha);
		expect(bounds.low).toBeCloseTo(row.exactLow, 7);
		expect(bounds.high).toBeCloseTo(row.exactHigh, 7);
		expect(worseP(row.lost, row.gained)).toBeCloseTo(row.pWorse, 9);
	});

	it.each(reference.pairedFractional)('takes fractions of a prompt: $lost lost of $n', (row) => {
		const bounds = lossBounds(row.lost, row.gained, row.n, row.oneSidedAlpha);
		expect(bounds.low).toBeCloseTo(row.exactLow, 7);
		expect(bounds.high).toBeCloseTo(row.exactHigh, 7);
	});
});

describe('marginAnswers', () => {
	interface Expected {
		readonly high: number;
		readonly low: number;
		readonly pWorse: number;
		readonly pAdjusted: number;
		readonly floor: boolean;
		readonly within: boolean;
		readonly worse: boolean;
		readonly neededNone?: number;
		readonly neededOne?: number;
		readonly neededWorse?: number;
	}

	it.each(right.answers)('$name: $answer', ({ scores: given, answer, each }) => {
		const counts = given.map((score): MarginCounts => {
			const { worst } = score as { readonly worst?: readonly number[] };
			if (worst === undefined) return { ...score, worst: undefined };
			const [lost = 0, gained = 0, n = 0] = worst;
			return { ...score, worst: { ...score, lost, gained, n, right: n } };
		});
		const { answer: found, scores } = marginAnswers(counts);
		expect(found).toBe(answer);
		const tested = scores.filter(({ lost, gained }) => lost + gained >= 5).length;
		for (const [index, score] of scores.entries()) {
			const expected = each[index] as Expected;
			const bounds = lossBounds(score.lost, score.gained, score.n);
			expect(bounds.high).toBeCloseTo(expected.high, 7);
			expect(bounds.low).toBeCloseTo(expected.low, 7);
			expect(score.pWorse).toBeCloseTo(expected.pWorse, 9);
			expect(score.pAdjusted).toBeCloseTo(expected.pAdjusted, 9);
			expect([score.floor, score.within, score.worse]).toEqual([expected.floor, expected.within, expected.worse]);
			const { neededNone, neededOne, neededWorse } = expected;
			const { lost, gained, margin } = score;
			if (neededNone !== undefined) expect(promptsToShip(lost, gained, margin)).toBe(neededNone);
			if (neededOne !== undefined) expect(promptsToShip(lost + 1, gained, margin)).toBe(neededOne);
			const among = lost + gained >= 5 ? tested : tested + 1;
			if (neededWorse !== undefined) expect(promptsToDont(score, among)).toBe(neededWorse);
		}
	});

	it.each(reference.answers)('$lost lost, $gained gained of $n at $margin: $answer', (row) => {
		const { answer } = marginAnswers([{ ...row, right: row.n, secondRight: row.n - row.lost }]);
		expect(answer).toBe({ open: 'cant-tell', ship: 'ship', dont: 'dont' }[row.answer]);
		const { low, high } = lossBounds(row.lost, row.gained, row.n);
		expect(low).toBeCloseTo(row.low, 7);
		expect(high).toBeCloseTo(row.high, 7);
		expect(answer === 'dont' && low > row.margin).toBe(row.lossAboveMarginShown);
	});

	it.each(right.needed)('$prompts prompts settle $lost lost, $gained gained at $margin', (row) => {
		expect(promptsToShip(row.lost, row.gained, row.margin)).toBe(row.prompts);
	});

	it('names the smallest margin that so many prompts can answer', () => {
		expect(smallestMargin(15)).toBeCloseTo(0.181, 4);
	});
});

describe('logEValue', () => {
	it.each(reference.sweepEValues)('$wins against $losses', ({ wins, losses, eValue }) => {
		expect(Math.exp(logEValue(wins, losses)) / eValue).toBeCloseTo(1, 9);
	});
});

describe('logLossEValue', () => {
	it.each(right.sweepEValues)('$lost lost, $gained gained of $n at $margin', (row) => {
		const found = logLossEValue(row.lost, row.gained, row.n, row.margin);
		expect(found).toBeCloseTo(row.logE, 9);
		const drops = (cells: number, scores: number): boolean => found >= Math.log(((cells - 1) * scores) / 0.05);
		expect([drops(2, 1), drops(4, 2)]).toEqual([row.dropOf2Cells1Score, row.dropOf4Cells2Scores]);
	});
});

describe('hochberg', () => {
	it('adjusts from the largest p down, and keeps the order given', () => {
		expect(hochberg([0.03, 0.01, 0.04])).toEqual([0.04, 0.03, 0.04]);
	});
});

describe('overBudgetP', () => {
	it('is exact', () => {
		expect(overBudgetP(5, 5)).toBeCloseTo(1 / 32, 12);
		expect(overBudgetP(0, 5)).toBe(1);
	});
});
