import { describe, expect, it } from 'vitest';
import { rateOf, rateOfClusters } from '../../../stats/rate.ts';
import { type Decision, type DecisionCounts, decide } from '../../decision.ts';
import type { EvaluatedSuite } from '../../run.ts';
import { UNSCORED_CAUSES } from '../../score.ts';
import { rateText } from '../rate-text.ts';
import { remedyFor, unscoredText } from '../unscored-text.ts';
import { verdictLine, verdictRemedies } from './verdict-text.ts';

const suite: EvaluatedSuite = {
	name: 'units',
	version: '1',
	corpus: { name: 'units', version: '1', sha256: '', prompts: [] },
	skipped: [],
	planned: 12,
	scores: { metric: { kind: 'rate', title: { en: 'metric units', ko: '미터법' }, main: true } },
};
const decision: Decision = {
	score: 'metric',
	threshold: { hits: 4, of: 12 },
	paths: [
		{ name: 'ship', title: 'ship it' },
		{ name: 'wait', title: 'wait' },
	],
};
const lineOf = (counts: DecisionCounts): string => verdictLine({ suite, decision, verdict: decide(decision, counts) });

describe('verdictLine', () => {
	it('gives path, hits, score, interval and threshold as they are declared', () => {
		expect(lineOf({ hits: 9, misses: 3, n: 12 })).toBe(
			'path ship: 9/12 prompts with metric units (95 % 46.8 to 91.1 %, threshold 4)',
		);
		expect(lineOf({ hits: 4, misses: 8, n: 12 })).toContain('; grey zone, a repeat could decide otherwise');
	});

	it('says why a verdict is in the grey zone', () => {
		const all = { ...decision, threshold: { hits: 12, of: 12 } };
		expect(verdictLine({ suite, decision: all, verdict: decide(all, { hits: 12, misses: 0, n: 12 }) })).toMatch(
			/threshold 12\); grey zone, every prompt is needed and a repeat may miss one$/u,
		);
		expect(lineOf({ hits: 0, misses: 12, tied: 4, n: 12 })).toMatch(
			/; grey zone, 4 prompts are tied over the repeats, and as hits they would change the path$/u,
		);
	});

	it('gives no interval where a path was certain before every prompt was scored', () => {
		expect(lineOf({ hits: 4, misses: 0, n: 12 })).toBe(
			'path ship: at least 4/12 prompts with metric units, certain without the others (threshold 4; no interval)',
		);
		expect(lineOf({ hits: 1, misses: 9, n: 12 })).toBe(
			'path wait: at most 3/12 prompts with metric units, certain without the others (threshold 4; no interval)',
		);
	});

	it('is as certain where prompts still wait for repeats', () => {
		expect(lineOf({ hits: 4, misses: 0, n: 12, partly: 8 })).toMatch(
			/, certain without the others \(threshold 4; no interval\)$/u,
		);
	});

	it('says where all were asked that the unscored could not change the path', () => {
		const counts = { hits: 4, misses: 0, n: 12, unscored: [{ cause: 'cut-length' as const, count: 8 }] };
		expect(lineOf(counts)).toMatch(
			/, certain without the others \(threshold 4; no interval\); unscored: 8 cut-length/u,
		);
	});

	it('names the causes where there is no path', () => {
		const unscored = [
			{ cause: 'cut-length', count: 7 },
			{ cause: 'engine-failed', count: 1 },
		] as const;
		const counts = { hits: 1, misses: 1, n: 12, unscored };
		expect(lineOf(counts)).toBe(
			'no path yet: 1/12 prompts with metric units, 10 not judged (threshold 4); unscored: 7 cut-length, 1 engine-failed',
		);
		expect(verdictRemedies(decide(decision, counts))).toEqual([
			expect.stringMatching(/^7 of 12 cut-length: raise --max-tokens;/u),
			expect.stringMatching(/^1 of 12 engine-failed: /u),
			'2 of 12 not evaluated: finish the run with --resume; of a captured app, capture these prompts too',
		]);
	});

	it('tells prompts that wait for repeats from those of which nothing was evaluated', () => {
		expect(verdictRemedies(decide(decision, { hits: 0, misses: 0, n: 12, partly: 10 }))).toEqual([
			'10 of 12 not repeated often enough yet: finish the run with --resume',
			'2 of 12 not evaluated: finish the run with --resume; of a captured app, capture these prompts too',
		]);
	});

	it('gives counts alone of a subset', () => {
		const counts = { hits: 2, misses: 1, n: 12, subset: true };
		expect(lineOf(counts)).toBe('a subset decides nothing: 2/3 prompts with metric units, 12 in the corpus');
		expect(verdictRemedies(decide(decision, counts))).toEqual([]);
	});

	it('says of a subset which prompts have only some of their repeats', () => {
		expect(lineOf({ hits: 1, misses: 0, n: 9, partly: 3, subset: true })).toBe(
			'a subset decides nothing: 1/1 prompt with metric units, 3 with only some of their repeats, 9 in the corpus',
		);
	});

	it('names the score as the decision does where no such score is declared', () => {
		const other = { ...decision, score: 'constructor' };
		expect(verdictLine({ suite, decision: other, verdict: decide(other, { hits: 0, misses: 12, n: 12 }) })).toContain(
			'prompts with constructor',
		);
	});
});

describe('the texts beside a rate', () => {
	it('are its interval, and none of nothing', () => {
		expect(rateText(rateOf(7, 15))).toBe('7/15 (95 % 24.8 to 69.9 %)');
		expect(rateText({ hits: 0, n: 0 })).toBe('–');
	});

	it('tell by how many prompts the interval of repeats is clustered', () => {
		const repeats = Array.from({ length: 15 }, (_, prompt) => Array<boolean>(4).fill(prompt < 7));
		expect(rateText(rateOfClusters(repeats))).toMatch(/^28\/60 \(95 % [\d.]+ to [\d.]+ %, clustered by 15 prompts\)$/u);
		expect(rateText(rateOfClusters([[true, false]]))).toBe('1/2');
	});

	it('count the causes, and name a remedy for each', () => {
		expect(unscoredText([{ reason: 'cut-length', count: 2 }])).toBe('2 cut-length');
		for (const cause of UNSCORED_CAUSES) expect(remedyFor(cause)).not.toContain('\n');
	});
});
