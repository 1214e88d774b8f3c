import { certainHits, type Verdict } from '../src/eval/decision.ts';
import type { ReasonCounts } from '../src/stats/counts.ts';
import type { DecisionSummary } from '../src/summary/decisions/decisions.ts';
import { promptsWithoutSample } from '../src/summary/decisions/said.ts';
import { clipped } from './html/markup.ts';
import { causeName, countedText } from './html/words.ts';
import type { Locale } from './messages/catalogue.ts';
import { formatProbability, formatShare, formatShareRange } from './messages/numbers.ts';
import { decidingTitle } from './titles.ts';

const NAME_CHARS = 40;

type Taken = Pick<Extract<Verdict, { readonly status: 'complete' | 'truncated' }>, 'borderlineCauses'>;
type HitCounts = Pick<Verdict, 'status' | 'hits' | 'misses' | 'n' | 'threshold'>;

/** The final verdict on one line; of a labelled run people's, then the rule's. Plain text that may quote the log. */
export function finalVerdictLine(summary: DecisionSummary, locale: Locale): string {
	const { verdict, turned } = summary.standing;
	const line = turned ? locale.verdict.turned : verdictLine(summary, verdict, locale);
	return [line, peoplesText(summary, locale)].filter((part) => part !== undefined).join(' ');
}

/** `Path A: 7 of 15 prompts pass ...` */
function verdictLine(summary: DecisionSummary, verdict: Verdict, locale: Locale): string {
	const { line } = locale;
	const { hits, misses, n, threshold, unscored, partly = 0 } = verdict;
	const title = decidingTitle(summary, locale);
	const counts = countedText(unscoredCounts(verdict), (cause) => causeName(cause, locale));
	const left = unscored.length === 0 ? '' : line.unscored(counts);
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

/** Unscored prompts by cause. */
export function unscoredCounts({ unscored }: Verdict): ReasonCounts {
	return unscored.map(({ cause, count }) => ({ reason: cause, count }));
}

/** `9`; for a truncated verdict `at least 5` or `at most 1`. */
export function hitsText(verdict: HitCounts, { comparison }: Locale): string {
	if (verdict.status !== 'truncated') return String(verdict.hits);
	const { bound, hits } = certainHits(verdict);
	return comparison.bound[bound](hits);
}

/** A remedy per cause of an undecided verdict. */
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

/** How far rule and people, and people among themselves, agree; undefined without a text to compare. */
export function agreementText({ people }: DecisionSummary, { verdict }: Locale): string | undefined {
	const { agreement: rule, among } = people ?? {};
	const parts = [
		rule && rule.n > 0 && verdict.agreement(rule.agreed, rule.n, rule.kappa?.toFixed(2)),
		among && among.n > 0 && verdict.among(among.agreed, among.n),
	].filter(Boolean);
	return parts.length === 0 ? undefined : parts.join(' ');
}

/** How many samples people labelled, and the rule's verdict; undefined without labels. */
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

/** `46.7%; 95% CI Wilson 24.8–69.9%, ...`; undefined unless the verdict is complete. */
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
