import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MarginCounts, marginAnswers } from './answer.ts';
import { logLossEValue } from './early-drop.ts';

const prompts = fc
	.tuple(fc.nat(8), fc.nat(4), fc.nat(30), fc.nat(30))
	.filter(([lost, gained, bothRight, bothWrong]) => lost + gained + bothRight + bothWrong > 0)
	.map(([lost, gained, bothRight, bothWrong]) => ({
		lost,
		gained,
		n: lost + gained + bothRight + bothWrong,
		right: lost + bothRight,
		secondRight: gained + bothRight,
	}));
const margin = fc.integer({ min: 1, max: 40 }).map((points) => points / 100);
const scores = fc.array(prompts, { minLength: 1, maxLength: 3 });

/** From a wide margin to a strict one. */
const ORDER = ['ship', 'cant-tell', 'dont'];

function answerOf(of: readonly Omit<MarginCounts, 'margin'>[], at: number): string {
	return marginAnswers(of.map((one) => ({ ...one, margin: at }))).answer;
}

it('a stricter margin never turns an answer for the better', () => {
	fc.assert(
		fc.property(scores, margin, margin, (of, one, other) => {
			const [strict, wide] = [Math.min(one, other), Math.max(one, other)].map((at) => answerOf(of, at));
			expect(ORDER.indexOf(strict ?? '')).toBeGreaterThanOrEqual(ORDER.indexOf(wide ?? ''));
		}),
	);
});

it('a further score that cannot show its margin never makes ship', () => {
	fc.assert(
		fc.property(scores, prompts, margin, (of, more, at) => {
			fc.pre(more.gained === 0 && more.right > 0 && 1 - 0.05 ** (1 / more.n) > at);
			expect(answerOf([...of, more], at)).not.toBe('ship');
		}),
	);
});

it('a build that a sweep drops is compared as dont', () => {
	fc.assert(
		fc.property(scores, margin, (of, at) => {
			const threshold = Math.log(of.length / 0.05);
			const drops = of.some(({ lost, gained, n }) => logLossEValue(lost, gained, n, at) >= threshold);
			if (drops) expect(answerOf(of, at)).toBe('dont');
		}),
		{ numRuns: 2000 },
	);
});
