import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	commonPrefix,
	type EvaluationPlan,
	isRepeated,
	planEvaluation,
	restorableTokens,
	reusableTokens,
	STEP_TOKENS,
} from './evaluation-plan.ts';

const text = (length: number, first = 0) => ({ tokens: range(length, first), written: false });
const written = (length: number, first = 0) => ({ tokens: range(length, first), written: true });

describe('the steps of a prompt', () => {
	it('are cut at the boundary of the shared beginning, every 256 tokens from there, and before the last token', () => {
		expect(planEvaluation([text(1000)], 300).cuts).toEqual([256, 300, 556, 812, 999, 1000]);
		expect(planEvaluation([text(600)], 0).cuts).toEqual([256, 512, 599, 600]);
		expect(planEvaluation([text(256)], 256).cuts).toEqual([255, 256]);
	});

	it('are one token each where the model wrote them', () => {
		expect(planEvaluation([text(10), written(3), text(5)], 4).cuts).toEqual([4, 9, 10, 11, 12, 13, 17, 18]);
	});

	it('cover every token once, in order, and are never too long', () => {
		fc.assert(
			fc.property(prompts(), ({ parts, boundary }) => {
				const plan = planEvaluation(parts, boundary);
				expect(plan.cuts.at(-1) ?? 0).toBe(plan.tokens.length);
				for (const [index, cut] of plan.cuts.entries()) {
					const length = cut - (plan.cuts[index - 1] ?? 0);
					expect(length).toBeGreaterThan(0);
					expect(length).toBeLessThanOrEqual(STEP_TOKENS);
				}
				if (boundary > 0) expect(plan.cuts).toContain(boundary);
			}),
		);
	});
});

describe('what a state on disk brings back', () => {
	const prefix = (boundary: number): EvaluationPlan => planEvaluation([text(boundary + 20)], boundary);

	it('is the whole shared beginning where every layer sees all of it', () => {
		expect(restorableTokens(prefix(1300), undefined)).toBe(1300);
		expect(restorableTokens(prefix(500), 512)).toBe(500);
		expect(restorableTokens(prefix(0), 512)).toBe(0);
	});

	it('is, beyond a sliding window, so many whole steps as leave the window whole steps from its place', () => {
		expect(restorableTokens(prefix(1300), 512)).toBe(1280);
		expect(restorableTokens(prefix(600), 512)).toBe(512);
		expect(restorableTokens(prefix(1300), 1000)).toBe(768);
		expect(restorableTokens(prefix(1300), 200)).toBe(0);
	});
});

describe('what is reused', () => {
	it('of another conversation is the shared beginning, to the token', () => {
		const held = planEvaluation([text(500), written(20)], 300);
		const other = planEvaluation([{ tokens: [...range(300), ...range(200, 9000)], written: false }], 300);
		for (const reuse of ['all', 'shared'] as const) expect(reusableTokens(other, held, reuse)).toBe(300);
		expect(reusableTokens(other, held, 'none')).toBe(0);
		expect(isRepeated(other, 300)).toBe(false);
	});

	it('of the same prompt asked again is all but its last token, or the shared beginning where it is timed', () => {
		const plan = planEvaluation([text(500)], 300);
		expect(reusableTokens(plan, plan, 'all')).toBe(499);
		expect(reusableTokens(plan, plan, 'shared')).toBe(300);
		expect(isRepeated(plan, 499)).toBe(true);
	});

	it('of a conversation that goes on is everything before what is new, shared or not', () => {
		const before = planEvaluation([text(500), written(20)], 300);
		const more = planEvaluation([text(500), written(20), text(30, 7000)], 300);
		for (const reuse of ['all', 'shared', 'none'] as const) expect(reusableTokens(more, before, reuse)).toBe(520);
		expect(isRepeated(more, 520)).toBe(false);
		expect(reusableTokens(more, more, 'all')).toBe(549);
		expect(reusableTokens(more, more, 'shared')).toBe(520);
		expect(isRepeated(more, 549)).toBe(true);
	});

	it('ends where what the model wrote was cut from the history', () => {
		const held = planEvaluation([text(500), written(20)], 300);
		const shortened = planEvaluation([text(500), written(12), text(30, 7000)], 300);
		expect(reusableTokens(shortened, held, 'all')).toBe(512);
	});

	it('of a shared beginning that was evaluated in other steps is nothing beyond the steps that are the same', () => {
		const held = planEvaluation([text(500)], 280);
		const other = planEvaluation([text(500)], 300);
		expect(reusableTokens(other, held, 'all')).toBe(256);
	});

	it('is never the last token, whose answer is wanted', () => {
		const plan = planEvaluation([text(256)], 256);
		expect(reusableTokens(plan, plan, 'all')).toBe(255);
	});

	it('is always the end of a step that both evaluated alike', () => {
		fc.assert(
			fc.property(prompts(), prompts(), fc.constantFrom('all', 'shared', 'none'), (one, two, reuse) => {
				const plan = planEvaluation(one.parts, one.boundary);
				const held = planEvaluation(two.parts, two.boundary);
				const reused = reusableTokens(plan, held, reuse);
				if (reused === 0) return;
				expect(upTo(plan, reused)).toEqual(upTo(held, reused));
				expect(reused).toBeLessThan(plan.tokens.length);
			}),
		);
	});
});

describe('the common prefix', () => {
	it.each([
		[[], [1], 0],
		[[1, 2], [1, 2, 3], 2],
		[[1, 2, 3], [1, 4, 3], 1],
	])('of %j and %j has %i tokens', (one, two, length) => {
		expect(commonPrefix(one, two)).toBe(length);
	});
});

function upTo(plan: EvaluationPlan, length: number): unknown {
	const cuts = plan.cuts.filter((cut) => cut <= length);
	expect(cuts.at(-1)).toBe(length);
	return { cuts, tokens: plan.tokens.slice(0, length) };
}

function range(length: number, first = 0): number[] {
	return Array.from({ length }, (_, index) => first + index);
}

/** Prompts that often begin alike. */
function prompts() {
	const part = fc.record({
		tokens: fc.integer({ min: 0, max: 700 }).map((length) => range(length)),
		written: fc.boolean(),
	});
	return fc
		.tuple(
			fc.integer({ min: 0, max: 700 }),
			fc.double({ min: 0, max: 1, noNaN: true }),
			fc.array(part, { maxLength: 3 }),
		)
		.map(([length, share, more]) => ({
			parts: [text(length), ...more],
			boundary: Math.floor(length * share),
		}));
}
