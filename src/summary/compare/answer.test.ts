import { describe, expect, it } from 'vitest';
import type { Decision } from '../../eval/decision.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../../eval/header.ts';
import type { Score } from '../../eval/score.ts';
import type { LogSample } from '../../log/record.ts';
import { declaredSuiteFixture } from '../../testing/declared-suite-fixture.ts';
import { logSampleFixture } from '../../testing/log-line-fixture.ts';
import { pairSamples } from '../flips.ts';
import { type CandidateAnswer, candidateAnswer, type Margins, suitesTooSmall } from './answer.ts';
import { answersTogether } from './answers-together.ts';

const RIGHT: Score = { value: true };
const WRONG: Score = { value: false, reason: 'empty' };
const CLOCK: Score = { unscored: 'cut-deadline' };
const CRASHED: Score = { unscored: 'engine-failed' };

function suiteOf(name: string, more: Partial<EvaluatedSuite> = {}): EvaluatedSuite {
	const corpus = { name, version: '1', sha256: name.padEnd(64, '0'), prompts: [] };
	return declaredSuiteFixture({ name, corpus, scores: { ok: { kind: 'rate', title: 'ok', main: true } }, ...more });
}

/** A sample of each prompt and epoch: `scores[prompt]` is one score, or one for each epoch. */
function samplesOf(suite: string, scores: readonly (Score | readonly Score[])[]): readonly LogSample[] {
	return scores.flatMap((own, prompt) =>
		[own].flat().map((ok, epoch) => logSampleFixture({ suite, sampleId: `p${prompt}`, epoch, scores: { ok } })),
	);
}

/** Of so many prompts the first `lost` are lost, the next `gained` are gained, `wrong` are wrong in both. */
function sides(n: number, { lost = 0, gained = 0, wrong = 0 } = {}): readonly [readonly Score[], readonly Score[]] {
	const of = (from: number, to: number): readonly Score[] =>
		Array.from({ length: n }, (_, index) => (index >= from && index < to ? WRONG : RIGHT));
	const last = (scores: readonly Score[]): readonly Score[] => scores.with(-1, scores.at(-1) ?? RIGHT);
	const both = (scores: readonly Score[]): readonly Score[] =>
		last(scores.map((score, index) => (index >= n - wrong ? WRONG : score)));
	return [both(of(lost, lost + gained)), both(of(0, lost))];
}

type Side = readonly (Score | readonly Score[])[];

function answerOf(
	suites: readonly (readonly [suite: EvaluatedSuite, sides: readonly [Side, Side]])[],
	margins?: Margins,
): CandidateAnswer {
	const run = (side: 0 | 1): Pick<EvaluatedRun, 'samples'> => ({
		samples: suites.flatMap(([{ name }, scores]) => samplesOf(name, scores[side])),
	});
	const pairs = pairSamples(run(0), run(1));
	return candidateAnswer(
		pairs,
		suites.map(([suite]) => suite),
		margins,
	);
}

const PATHS: Decision['paths'] = [
	{ name: 'A', title: 'A', meaning: 'A' },
	{ name: 'B', title: 'B', meaning: 'B' },
];
const frame = suiteOf('frame');

describe('candidateAnswer', () => {
	it('ships where no loss above the margin is left, and names the bound', () => {
		const { answer, scores, quality } = answerOf([[frame, sides(44, { wrong: 3 })]]);
		expect(answer).toBe('ship');
		expect(scores).toMatchObject([{ lost: 0, gained: 0, n: 44, right: 41, margin: 0.1, within: true }]);
		expect(quality?.bounds.high).toBeCloseTo(1 - 0.05 ** (1 / 44), 9);
	});

	it('needs 29 prompts for 10 points if none is lost, and 46 if one is', () => {
		const { answer, leaning, scores } = answerOf([[frame, sides(15)]]);
		expect([answer, leaning]).toEqual(['cant-tell', 'nothing-against']);
		expect(scores[0]?.needed).toEqual([
			{ lost: 0, prompts: 29 },
			{ lost: 1, prompts: 46 },
		]);
	});

	it('says dont where it is worse by the exact test, and by the margin as measured', () => {
		const clear = answerOf([[frame, sides(44, { lost: 14 })]]);
		expect([clear.answer, clear.certain]).toEqual(['dont', true]);
		const narrow = answerOf([[frame, sides(44, { lost: 5 })]]);
		expect([narrow.answer, narrow.certain]).toEqual(['dont', false]);
		const few = answerOf([[frame, sides(44, { lost: 4 })]]);
		expect([few.answer, few.leaning]).toEqual(['cant-tell', 'worse']);
	});

	it('corrects dont for the scores with five flips, and ship not at all', () => {
		const tools = suiteOf('tools');
		const one = sides(44, { lost: 5 });
		expect(answerOf([[frame, one]]).answer).toBe('dont');
		expect(
			answerOf([
				[frame, one],
				[tools, sides(44)],
			]).answer,
		).toBe('dont');
		expect(
			answerOf([
				[frame, one],
				[tools, sides(44, { lost: 7, gained: 2 })],
			]),
		).toMatchObject({ answer: 'cant-tell', scores: [{ certainAt: 53 }, {}] });
		expect(
			answerOf([
				[frame, sides(44)],
				[tools, sides(44)],
			]).answer,
		).toBe('ship');
	});

	it('has three prompts for a decision of fifteen, and the margins that were asked for', () => {
		const decision = { score: 'ok', threshold: { hits: 5, of: 15 }, paths: PATHS } as const;
		const prefix = suiteOf('prefix', { decision });
		expect(answerOf([[prefix, sides(15, { wrong: 1 })]])).toMatchObject({ answer: 'ship', scores: [{ margin: 0.2 }] });
		expect(answerOf([[prefix, sides(15)]], 0.1)).toMatchObject({ answer: 'cant-tell', scores: [{ margin: 0.1 }] });
		expect(answerOf([[frame, sides(44)]], { frame: 0.05 }).answer).toBe('cant-tell');
	});

	it('lets a suite that is too small withhold ship', () => {
		const tools = suiteOf('tools');
		const small = answerOf([
			[frame, sides(44)],
			[tools, sides(12, { lost: 2 })],
		]);
		expect(small.answer).toBe('cant-tell');
		expect(small.scores[1]).toMatchObject({ within: false, certainAt: 30 });
		expect(
			answerOf([
				[frame, sides(44)],
				[tools, sides(12, { lost: 7 })],
			]).answer,
		).toBe('dont');
		expect(answerOf([[tools, sides(12)]]).answer).toBe('cant-tell');
	});

	it('is not too small where only a part of the planned prompts was scored', () => {
		const crashed = sides(44)[0].map((score, index) => (index < 40 ? CRASHED : score));
		const { answer, scores } = answerOf([[frame, [sides(44)[0], crashed]]]);
		expect(answer).toBe('cant-tell');
		expect(scores[0]).toMatchObject({ n: 4, unscored: 40, worst: { lost: 40, n: 44 } });
	});

	it('leaves out what the baseline gets nothing right of', () => {
		const tools = suiteOf('tools');
		const { answer, scores, quality } = answerOf([
			[frame, sides(44)],
			[tools, sides(30, { wrong: 30 })],
		]);
		expect(answer).toBe('ship');
		expect(scores.map(({ floor }) => floor)).toEqual([false, true]);
		expect(quality?.n).toBe(44);
		expect(answerOf([[tools, sides(30, { wrong: 30 })]]).answer).toBe('cant-tell');
	});

	it('keeps a suite whose only right prompts the candidate could not finish', () => {
		const [first] = sides(30, { wrong: 24 });
		const crashed = first.map((score) => (score === RIGHT ? CRASHED : score));
		expect(answerOf([[frame, [first, crashed]]], 0.2)).toMatchObject({
			answer: 'cant-tell',
			scores: [{ floor: false, right: 0, worst: { lost: 6, right: 6 } }],
		});
	});

	it('never ships what lost all of five prompts, and says no more of fewer', () => {
		const five = answerOf([[frame, sides(103, { lost: 5, wrong: 98 })]], 0.2);
		expect(five).toMatchObject({ answer: 'cant-tell', leaning: 'worse', scores: [{ within: false, needed: [] }] });
		const one = answerOf([[frame, sides(59, { lost: 1, wrong: 58 })]]);
		expect(one).toMatchObject({ answer: 'cant-tell', scores: [{ within: true }] });
	});

	it('leans where the pooled p is at most 25 %', () => {
		expect(answerOf([[frame, sides(15, { lost: 2 })]]).leaning).toBe('worse');
		expect(answerOf([[frame, sides(15, { lost: 3, gained: 2 })]]).leaning).toBe('no-direction');
		expect(answerOf([[frame, sides(15, { lost: 2, gained: 2 })]]).leaning).toBe('nothing-against');
	});

	it('counts losses to the clock apart, and ships only if it holds with them as lost', () => {
		const [first] = sides(60);
		const late = (count: number): Side => first.map((score, index) => (index < count ? CLOCK : score));
		const one = answerOf([[frame, [first, late(1)]]]);
		expect(one).toMatchObject({
			answer: 'ship',
			scores: [{ n: 59, lost: 0, clock: ['p0'], worst: { lost: 1, n: 60 } }],
		});
		const timeout: Score = { value: false, reason: 'timeout' };
		const scored = first.map((score, index) => (index < 1 ? [timeout] : score));
		expect(answerOf([[frame, [first, scored]]])).toMatchObject({ scores: [{ n: 59, lost: 0, clock: ['p0'] }] });
		const five = answerOf([[frame, [first, late(5)]]]);
		expect(five).toMatchObject({ answer: 'cant-tell', scores: [{ within: false, needed: [] }] });
		expect(answerOf([[frame, [late(5), first]]])).toMatchObject({ answer: 'ship', scores: [{ n: 55, clock: [] }] });
	});

	it('counts repeats as fractions of a prompt, and only prompts scored in all of them', () => {
		const whole: Side = Array.from({ length: 30 }, () => [RIGHT, RIGHT, RIGHT]);
		const third = whole.with(0, [RIGHT, WRONG, RIGHT]).with(1, [RIGHT, WRONG, RIGHT]).with(2, [RIGHT, CRASHED, RIGHT]);
		const [score] = answerOf([[frame, [whole, third]]]).scores;
		expect(score).toMatchObject({ n: 29, unscored: 1 });
		expect(score?.lost).toBeCloseTo(2 / 3, 12);
	});

	it('answers by every score of a suite that is compared', () => {
		const scores = {
			ok: { kind: 'rate', title: 'ok', main: true },
			calls: { kind: 'rate', title: 'calls', compared: true },
			other: { kind: 'rate', title: 'other' },
		} as const;
		const run = (lost: number): Pick<EvaluatedRun, 'samples'> => ({
			samples: Array.from({ length: 44 }, (_, index) => {
				const calls = index < lost ? WRONG : RIGHT;
				return logSampleFixture({ suite: 'one', sampleId: `p${index}`, scores: { ok: RIGHT, calls, other: calls } });
			}),
		});
		const answer = candidateAnswer(pairSamples(run(0), run(9)), [suiteOf('one', { scores })]);
		expect(answer).toMatchObject({ answer: 'dont', quality: { n: 44, lost: 9 } });
		expect(answer.scores.map(({ score, worse }) => [score, worse])).toEqual([
			['ok', false],
			['calls', true],
		]);
	});

	it('counts a prompt once in all main scores together, whichever suites ask it', () => {
		const corpus = { name: 'shared', version: '1', sha256: 'f'.repeat(64), prompts: [] };
		const both = [suiteOf('prefix', { corpus }), suiteOf('tools', { corpus })] as const;
		const { quality } = answerOf([
			[both[0], sides(12, { lost: 1 })],
			[both[1], sides(12)],
		]);
		expect(quality).toMatchObject({ n: 12, lost: 1, changed: [{ id: 'p0', first: 1, second: 0 }] });
	});
});

describe('suitesTooSmall', () => {
	it('names what it would take before the run', () => {
		const planOf = (prompts: number): EvaluatedSuite['plan'] => ({
			variants: ['free'],
			ids: Array.from({ length: prompts }, (_, index) => `p${index}`),
		});
		const planned = [suiteOf('frame', { plan: planOf(44) }), suiteOf('tools', { plan: planOf(12) })];
		expect(suitesTooSmall(planned)).toMatchObject([{ suite: 'tools', prompts: 12, margin: 0.1, needed: 29 }]);
		expect(suitesTooSmall(planned, 0.3)).toEqual([]);
	});
});

describe('answersTogether', () => {
	const passed = answerOf([[frame, sides(44)]]);
	const barely = answerOf([[frame, sides(44, { lost: 1 })]], 0.11);
	const failed = answerOf([[frame, sides(44, { lost: 3 })]]);

	it('goes from the largest file to the smallest, and stops at the first that does not pass', () => {
		const { order, answers, ship } = answersTogether([
			{ run: 1, answer: passed, build: { sizeBytes: 10 } },
			{ run: 2, answer: failed, build: { sizeBytes: 20 } },
			{ run: 3, answer: passed, build: { sizeBytes: 30 } },
		]);
		expect([order, ship]).toEqual(['size', 3]);
		expect(answers.map(({ answer, after }) => [answer, after])).toEqual([
			['cant-tell', 2],
			['cant-tell', undefined],
			['ship', undefined],
		]);
	});

	it('corrects by Holm where sizes are no order', () => {
		expect(barely.answer).toBe('ship');
		const { order, answers } = answersTogether([
			{ run: 1, answer: barely },
			{ run: 2, answer: failed },
		]);
		expect(order).toBe('none');
		expect(answers.map(({ answer }) => answer)).toEqual(['cant-tell', 'cant-tell']);
		expect(answersTogether([{ run: 1, answer: barely }])).toMatchObject({ ship: 1 });
	});
});
