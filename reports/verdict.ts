import { certainHits, type Verdict } from '../src/eval/decision.ts';
import type { DecisionSummary } from '../src/summary/decisions/decisions.ts';
import { promptsWithoutSample } from '../src/summary/decisions/said.ts';
import { clipped } from './html/markup.ts';
import { causeName, countedText } from './html/words.ts';
import type { Locale } from './messages/catalogue.ts';
import { formatProbability, formatShare, formatShareRange } from './messages/numbers.ts';
import { scoreTitle } from './titles.ts';

const NAME_CHARS = 40;

type Taken = Pick<Extract<Verdict, { readonly status: 'complete' | 'truncated' }>, 'borderlineCauses'>;
type HitCounts = Pick<Verdict, 'status' | 'hits' | 'misses' | 'n' | 'threshold'>;

/** The final verdict on one line: people's where they labelled, with the rule's after it. Plain text that may quote the log. */
export function finalVerdictLine(summary: DecisionSummary, locale: Locale): string {
	const { verdict, turned } = summary.standing;
	const line = turned ? locale.verdict.turned : verdictLine(summary, verdict, locale);
	return [line, peoplesText(summary, locale)].filter((part) => part !== undefined).join(' ');
}

/** `Path A: 7 of 15 prompts pass ...`, with every doubt. */
function verdictLine(
	{ suite, decision }: Pick<DecisionSummary, 'suite' | 'decision'>,
	verdict: Verdict,
	locale: Locale,
): string {
	const { line } = locale;
	const { hits, misses, n, threshold, unscored, partly = 0 } = verdict;
	const declared = Object.hasOwn(suite.scores, decision.score) ? suite.scores[decision.score] : undefined;
	const title = declared === undefined ? decision.score : scoreTitle(declared, locale);
	const counts = unscored.map(({ cause, count }) => ({ reason: cause, count }));
	const left = counts.length === 0 ? '' : line.unscored(countedText(counts, (cause) => causeName(cause, locale)));
	const taken = (path: string, evidence: string, { borderlineCauses }: Taken): string =>
		line.taken(path, hitsText(verdict, locale), n, title, threshold, evidence) +
		borderlineCauses.map((cause) => line.borderline[cause.cause]('count' in cause ? cause.count : 0)).join('');
	switch (verdict.status) {
		case 'complete':
			return taken(verdict.path, line.interval(formatShareRange(verdict.wilson, locale.lang)), verdict);
		case 'truncated':
			return taken(verdict.path, line.noInterval, verdict) + left;
		case 'undecided':
			return line.undecided(hits, n, n - hits - misses, title, threshold) + left;
		case 'subset':
			return line.subset(hits, hits + misses, n, title) + (partly === 0 ? '' : line.partly(partly)) + left;
	}
}

/** `9`; of a path that was certain without every prompt `at least 5`, or `at most 1`. */
export function hitsText(verdict: HitCounts, { comparison }: Locale): string {
	if (verdict.status !== 'truncated') return String(verdict.hits);
	const { bound, hits } = certainHits(verdict);
	return comparison.bound[bound](hits);
}

/** What to do about a verdict without a path, a line per cause; nothing where there is a path or only some prompts were run. */
export function verdictRemedies(verdict: Verdict, locale: Locale): readonly string[] {
	const { status, n, unscored, partly = 0 } = verdict;
	if (status !== 'undecided') return [];
	const left = promptsWithoutSample(verdict);
	const { line, remedies, verdict: words } = locale;
	return [
		...unscored.map(({ cause, count }) => line.remedy(count, n, causeName(cause, locale), remedies[cause])),
		...(partly > 0 ? [line.remedy(partly, n, words.notRepeated, remedies['not-evaluated'])] : []),
		...(left > 0 ? [line.remedy(left, n, words.notEvaluated, remedies['not-evaluated'])] : []),
	];
}

/** For how many samples a verdict is people's, and the rule's verdict; undefined where there are no labels. */
export function peoplesText(
	{ people, rule: { verdict } }: Pick<DecisionSummary, 'people' | 'rule'>,
	locale: Locale,
): string | undefined {
	if (people === undefined) return undefined;
	const { path, status, hits, misses, n } = verdict;
	const counts = locale.of(String(hits), String(status === 'subset' ? hits + misses : n));
	const rule = path === undefined ? { counts } : { path: clipped(path, NAME_CHARS, locale.detail.long), counts };
	return locale.verdict.people(people, rule);
}

/** `46.7%; 95% CI Wilson 24.8–69.9%, ...`: the evidence of a verdict over every prompt. */
export function evidenceText(
	{ threshold }: DecisionSummary['decision'],
	verdict: Verdict,
	locale: Locale,
): string | undefined {
	if (verdict.status !== 'complete') return undefined;
	const { hits, n, probability } = verdict;
	return locale.markdown.evidence(
		formatShare(hits / n),
		intervalsText(verdict, locale),
		`${threshold.hits}/${threshold.of}`,
		probability === undefined ? undefined : formatProbability(probability),
	);
}

/** `Wilson 24.8–69.9%, Clopper-Pearson 21.3–73.4%`. */
export function intervalsText(
	{ wilson, clopperPearson }: Extract<Verdict, { status: 'complete' }>,
	{ lang }: Locale,
): string {
	return `Wilson ${formatShareRange(wilson, lang)}, Clopper-Pearson ${formatShareRange(clopperPearson, lang)}`;
}
