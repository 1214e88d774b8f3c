import { describe, expect, it } from 'vitest';
import { header } from '../compare/compared-run-fixture.ts';
import { referenceOf, sweepAnswer } from './answers.ts';
import { cellFixture, times } from './sweep-fixture.ts';

const N = 60;
const build = (weights: string, sizeBytes: number, ms: number, wrong: readonly number[] = [], more = {}) =>
	cellFixture({ weights, sizeBytes, ms: times(ms, N), wrong, other: wrong, ...more });
/** Gives an answer of its own, so that it is no cell with the same answers. */
const own = { other: [0] };

describe('a sweep', () => {
	it('compares with the largest build within the limits', () => {
		const cells = [build('q4', 4e6, 1), build('f16', 16e6, 1, [], { overLimit: true }), build('q8', 8e6, 1)];
		expect(referenceOf(cells)).toBe(2);
	});

	it('ships the smallest build that passes in the order of size, on its fastest cell', () => {
		const cells = [
			build('f16', 16e6, 300),
			build('q8', 8e6, 200, [], own),
			build('q4', 4e6, 150, [], own),
			build('q4', 4e6, 100, [], own),
		];
		const answer = sweepAnswer(cells, header.suites, 0.1);
		expect(answer).toMatchObject({ answer: 'ship', basis: 'size', cell: 3, reference: 0 });
		// 1 - 0.05^(1/60), each at 5 %.
		expect(answer.classes.map(({ bounds }) => bounds[0]?.high)).toEqual(
			[0.04870291367, 0.04870291367].map((high) => expect.closeTo(high, 8)),
		);
	});

	it('answers no build that is smaller than one that did not pass', () => {
		const many = Array.from({ length: 5 }, (_, place) => place);
		const cells = [build('f16', 16e6, 300), build('q8', 8e6, 200, many), build('q4', 4e6, 100, [], own)];
		const { answer, classes } = sweepAnswer(cells, header.suites, 0.1);
		expect(answer).toBe('cant-tell');
		expect(classes.map((one) => one.answer.after)).toEqual([undefined, 0]);
	});

	it('judges engines without an order by Holm, and bounds the chosen one at 5 % divided by their number', () => {
		const engines = ['wllama', 'litert-lm'].map((setup, place) => build('q8', 8e6, 100 + place, [], { setup, ...own }));
		const answer = sweepAnswer([build('q8', 8e6, 300), ...engines], header.suites, 0.1);
		expect(answer).toMatchObject({ answer: 'ship', basis: 'none', cell: 1 });
		expect(answer.classes[0]?.bounds[0]?.high).toBeCloseTo(1 - 0.025 ** (1 / N), 8);
	});

	it('ships the fastest cell where all answers are the same', () => {
		const cells = [build('q8', 8e6, 300), build('q8', 8e6, 200), build('q8', 8e6, 100, [], { setup: 'wllama' })];
		expect(sweepAnswer(cells, header.suites)).toMatchObject({ answer: 'ship', basis: 'none', cell: 2 });
		expect(sweepAnswer(cells.slice(0, 2), header.suites)).toMatchObject({
			basis: 'same-answers',
			cell: 1,
			classes: [],
		});
	});

	it('ships the reference where all others lose more than the margin', () => {
		const lost = Array.from({ length: 20 }, (_, place) => place);
		const cells = [build('f16', 16e6, 300), build('q4', 4e6, 100, lost)];
		expect(sweepAnswer(cells, header.suites)).toMatchObject({ answer: 'ship', basis: 'others-lose', cell: 0 });
	});

	it("can't tell with too few prompts, and ships nothing over the limits", () => {
		const few = { ms: times(1, 8), ...own };
		expect(
			sweepAnswer(
				[cellFixture({ ms: times(1, 8) }), cellFixture({ ...few, weights: 'q4', sizeBytes: 4e6 })],
				header.suites,
			),
		).toMatchObject({ answer: 'cant-tell', cell: 0 });
		expect(sweepAnswer([build('q8', 8e6, 1, [], { overLimit: true })], header.suites).answer).toBe('none');
	});

	it("can't tell with a single cell: nothing was compared", () => {
		const alone = sweepAnswer([build('q8', 8e6, 1)], header.suites);
		expect(alone).toMatchObject({ answer: 'cant-tell', cell: 0, classes: [] });
	});
});
