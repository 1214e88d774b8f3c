import { countReasons, type DecisionSummary, type PromptOutcome, scoreNamed } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { unscoredText } from '../../page/reason-name.ts';
import { plannedPlaces } from '../../planned-places.ts';
import { sampleAnchor } from '../anchor.ts';
import { scoreWord } from '../samples/sample-score.ts';
import type { VerdictCell } from './verdict-bar.ts';

/** A cell for every prompt of the corpus: those that passed first, then the misses, then those that say nothing. */
export function decisionCells(summary: DecisionSummary, locale: Locale): readonly VerdictCell[] {
	const { suite, prompts, verdict } = summary;
	const words = epochWords(summary, locale);
	const placeOf = plannedPlaces(suite);
	const judged = prompts.map((prompt, index): VerdictCell => {
		const { id, hit } = prompt;
		const title = locale.verdict.cell(placeOf(id) ?? index + 1, id, words(prompt));
		return { anchor: sampleAnchor(suite.name, id), title, hit };
	});
	const absent = absentIds(summary);
	const missing = Array.from({ length: Math.max(0, verdict.n - judged.length) }, (_, index): VerdictCell => {
		const id = absent[index];
		const word = locale.verdict.notEvaluated;
		return { title: id === undefined ? word : locale.verdict.cell(placeOf(id) ?? judged.length + index + 1, id, word) };
	});
	const rank = ({ hit }: VerdictCell): number => (hit === undefined ? 2 : hit ? 0 : 1);
	return [...judged, ...missing].sort((first, second) => rank(first) - rank(second));
}

/** Planned prompts without any sample, where the header names them. */
export function absentIds({ suite, prompts }: DecisionSummary): readonly string[] {
	const there = new Set(prompts.map(({ id }) => id));
	return suite.plan?.ids.filter((id) => !there.has(id)) ?? [];
}

/** What a prompt came to: of one epoch the outcome itself, of several how many passed. */
function epochWords({ samples, decision, epochs }: DecisionSummary, locale: Locale): (prompt: PromptOutcome) => string {
	const first = new Map(samples.toReversed().map(({ result }) => [result.sampleId, result]));
	return ({ id, hits, misses, unscored }) => {
		if (epochs > 1) {
			const silent = unscoredText(countReasons(unscored), locale);
			const passed = locale.prefix.epochsOf(hits, hits + misses);
			return silent === undefined ? passed : `${passed}, ${silent}`;
		}
		const result = first.get(id);
		const score = result && (scoreNamed(result, decision.score) ?? ({ unscored: 'score-missing' } as const));
		return scoreWord(score, locale) ?? locale.scores.passed;
	};
}
