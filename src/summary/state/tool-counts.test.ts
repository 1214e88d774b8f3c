import { describe, expect, it } from 'vitest';
import { toolCountRunFixture } from '../../testing/tool-count-run-fixture.ts';
import { candidateAnswer } from '../compare/answer.ts';
import { pairSamples } from '../flips.ts';
import { summarizeRun } from '../summarize.ts';

const right = (n: number): string => '1'.repeat(n);
/** Of a hundred, these many wrong from a place on. */
const wrong = (n: number, from = 0): string => `${right(from)}${'0'.repeat(n)}${right(100 - n - from)}`;

function countsOf(rights: Readonly<Record<string, string>>) {
	const run = toolCountRunFixture(rights);
	return summarizeRun(run).toolCounts.flatMap(({ counts }) => counts);
}

const answersOf = (rights: Readonly<Record<string, string>>) =>
	countsOf(rights).map(({ tools, against }) => [tools, against?.lost, against?.gained, against?.answer]);

describe('right calls by number of tools', () => {
	it('stand against the fewest tools, not against the number before', () => {
		const rights = { all: wrong(6), 'tools-16': wrong(6), 'tools-4': right(100), 'tools-8': wrong(3) };
		expect(answersOf(rights)).toEqual([
			[4, undefined, undefined, undefined],
			[8, 3, 0, 'holds'],
			[16, 6, 0, 'undecided'],
			[24, 6, 0, undefined],
		]);
	});

	it('are paired prompt by prompt', () => {
		const [, more] = countsOf({ all: wrong(9), 'tools-4': wrong(5), 'tools-8': wrong(5, 50) });
		expect(more?.against).toMatchObject({ lost: 5, gained: 5, n: 100 });
		const same = countsOf({ all: right(100), 'tools-4': wrong(5), 'tools-8': wrong(5) });
		expect(same[1]?.against).toMatchObject({ lost: 0, gained: 0, n: 100 });
		expect(more?.against?.bounds.high).toBeCloseTo(-(more?.against?.bounds.low ?? 0), 6);
	});

	it('fall where worse for certain and by the margin, and nothing is said of more tools', () => {
		expect(answersOf({ all: right(100), 'tools-4': right(100), 'tools-8': wrong(12) })).toEqual([
			[4, undefined, undefined, undefined],
			[8, 12, 0, 'falls'],
			[24, 0, 0, undefined],
		]);
	});

	it.each([
		[28, 'undecided', 29],
		[29, 'holds', undefined],
	])('of %i prompts without a loss: %s', (n, answer, needed) => {
		const counts = countsOf({ all: right(n), 'tools-4': right(n) });
		expect(counts[1]).toMatchObject({ all: true, tools: 24, against: { lost: 0, margin: 0.1, answer } });
		expect(counts[1]?.against?.needed).toBe(needed);
		expect(counts[1]?.against?.bounds.high).toBeCloseTo(1 - 0.05 ** (1 / n), 9);
	});

	it('do not hold by prompts that more tools leave unscored, nor where nothing is right', () => {
		const cut = countsOf({ all: `${'-'.repeat(20)}${right(80)}`, 'tools-4': right(100) });
		expect(cut[1]?.against).toMatchObject({ n: 80, unscored: 20, answer: 'undecided' });
		const none = countsOf({ all: wrong(100), 'tools-4': wrong(100) });
		expect(none[1]?.against).toMatchObject({ answer: 'undecided', needed: undefined });
	});

	it('are none without a second number, and of a variant with reflection', () => {
		expect(countsOf({ all: right(40) })).toEqual([]);
		const names = countsOf({ all: right(40), 'tools-4': right(40), 'tools-4+reflection': right(40) });
		expect(names.map(({ variant }) => variant)).toEqual(['tools-4', 'all']);
	});
});

it('a run, and a comparison of two, say how the whole app does', () => {
	const rights = { all: wrong(2), 'tools-4': right(100) };
	const run = toolCountRunFixture(rights);
	const other = toolCountRunFixture({ ...rights, 'tools-4': wrong(60) });
	expect(summarizeRun(other).calls?.right).toMatchObject({ hits: 98, n: 100 });
	const { answer, scores, quality } = candidateAnswer(pairSamples(run, other), run.header.suites);
	expect([answer, scores.map(({ variant }) => variant), quality?.lost]).toEqual(['ship', ['all'], 0]);
});
