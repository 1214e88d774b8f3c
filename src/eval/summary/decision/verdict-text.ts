import { counted } from '../../../base/message.ts';
import type { DecisionSummary } from '../../../summary/decisions.ts';
import { localized } from '../../../text/text.ts';
import { certainHits, type GreyCause, type Verdict } from '../../decision.ts';
import { intervalText } from '../rate-text.ts';
import { remedyFor, unscoredText } from '../unscored-text.ts';

type Deciding = Pick<DecisionSummary, 'suite' | 'decision' | 'verdict'>;

/** A verdict on one line: `path A: 7/15 ...` with its interval, or why there is none. Plain text that may quote the log. */
export function verdictLine(deciding: Deciding, verdict: Verdict = deciding.verdict): string {
	const { hits, misses, n, threshold, unscored, partly = 0 } = verdict;
	const told = unscored.length === 0 ? '' : `; unscored: ${unscoredText(unscored)}`;
	const passed = `with ${scoreTitle(deciding)}`;
	switch (verdict.status) {
		case 'complete':
			return `path ${verdict.path}: ${hits}/${counted(n, 'prompt')} ${passed} (95 % ${intervalText(verdict.wilson)}, threshold ${threshold})${greyText(verdict.grey)}`;
		case 'truncated':
			// Whether it was stopped early, cut off, or asked to its end.
			return `path ${verdict.path}: ${hitsText(verdict)}/${counted(n, 'prompt')} ${passed}, certain without the others (threshold ${threshold}; no interval)${greyText(verdict.grey)}${told}`;
		case 'undecided':
			return `no path yet: ${hits}/${counted(n, 'prompt')} ${passed}, ${n - hits - misses} not judged (threshold ${threshold})${told}`;
		case 'subset': {
			const repeated = partly === 0 ? '' : `, ${partly} with only some of their repeats`;
			return `a subset decides nothing: ${hits}/${counted(hits + misses, 'prompt')} ${passed}${repeated}, ${n} in the corpus${told}`;
		}
	}
}

/** What tells the hits that a path was taken for. */
export type HitCounts = Pick<Verdict, 'status' | 'hits' | 'misses' | 'n' | 'threshold'>;

/** `9`; of a path that was certain without every prompt `at least 5`, or `at most 1`. */
export function hitsText(verdict: HitCounts): string {
	if (verdict.status !== 'truncated') return String(verdict.hits);
	const { bound, hits } = certainHits(verdict);
	return `${bound === 'atLeast' ? 'at least' : 'at most'} ${hits}`;
}

/** `; grey zone, a repeat could decide otherwise`, with every cause; nothing where there is none. */
function greyText(causes: readonly GreyCause[]): string {
	return causes.length === 0 ? '' : `; grey zone, ${causes.map(greyCause).join(', and ')}`;
}

function greyCause(grey: GreyCause): string {
	switch (grey.cause) {
		case 'chance':
			return 'a repeat could decide otherwise';
		case 'every-prompt':
			return 'every prompt is needed and a repeat may miss one';
		case 'tied-repeats':
			return `${counted(grey.count, 'prompt is', 'prompts are')} tied over the repeats, and as hits they would change the path`;
		case 'split-people':
			return `people are evenly split over ${counted(grey.count, 'sample')}, which judged the other way would change the path`;
	}
}

/** What to do about a verdict without a path, a line per cause; nothing where the path is taken or a subset was asked. */
export function verdictRemedies(verdict: Verdict): readonly string[] {
	const { status, n, unscored, partly = 0 } = verdict;
	if (status !== 'undecided') return [];
	const left = promptsWithoutSample(verdict);
	return [
		...unscored.map(({ cause, count }) => `${count} of ${n} ${cause}: ${remedyFor(cause)}`),
		...(partly > 0 ? [`${partly} of ${n} not repeated often enough yet: finish the run with --resume`] : []),
		...(left > 0
			? [`${left} of ${n} not evaluated: finish the run with --resume; of a captured app, capture these prompts too`]
			: []),
	];
}

/** Prompts of which nothing was evaluated. */
export function promptsWithoutSample({ hits, misses, n, unscored, partly = 0 }: Verdict): number {
	return n - hits - misses - partly - unscored.reduce((sum, { count }) => sum + count, 0);
}

function scoreTitle({ suite, decision }: Deciding): string {
	const declared = Object.hasOwn(suite.scores, decision.score) ? suite.scores[decision.score] : undefined;
	return declared === undefined ? decision.score : localized(declared.title, 'en');
}
