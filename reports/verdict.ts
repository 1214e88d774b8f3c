import { certainHits, type Verdict } from '../src/eval/decision.ts';
import type { DecisionSummary } from '../src/summary/decisions/decisions.ts';
import { clipped } from './html/markup.ts';
import { reasonName } from './html/words.ts';
import type { Locale } from './messages/catalogue.ts';
import { formatProbability, formatShare, formatShareRange } from './messages/numbers.ts';

type HitCounts = Pick<Verdict, 'status' | 'hits' | 'misses' | 'n' | 'threshold'>;

/** The final verdict: the path, and what else there is to say. */
function verdictSentences({ said }: DecisionSummary, { say }: Locale): readonly [first: string, rest: string] {
	const [first = '', ...rest] = said.map(say);
	return [first, rest.join(' ')];
}

/** The final verdict on one line: path, called turns, doubts, people's part. Plain text that may quote the log. */
export function finalVerdictLine(summary: DecisionSummary, locale: Locale): string {
	return verdictSentences(summary, locale).join(' ').trimEnd();
}

const NAME_CHARS = 40;

/** What the first path would push, worth it or not; undefined without a text before a call. */
export function pushedText(
	{ decision, standing: { beforeCall } }: DecisionSummary,
	locale: Locale,
): string | undefined {
	if (beforeCall === undefined) return undefined;
	const { kinds, notWorth, bare } = beforeCall;
	const [worth, not] = [kinds.worth, kinds['not-worth']];
	if (worth + not === 0) return undefined;
	const path = clipped(decision.paths[0].name, NAME_CHARS, locale.detail.long);
	const reasons = notWorth
		.map(({ reason, count }) => locale.picture.counted({ count, reason: reasonName(reason, locale) }))
		.join(', ');
	const turns = bare?.turns === true ? ` ${locale.picture.bareTurns({ bare: bare.prompts, path })}` : '';
	return `${locale.picture.pushed(path, worth, not, reasons)}${turns}`;
}

/** `9`; for a truncated verdict `at least 5` or `at most 1`. */
export function hitsText(verdict: HitCounts, { comparison }: Locale): string {
	if (verdict.status !== 'truncated') return String(verdict.hits);
	const { bound, hits } = certainHits(verdict);
	return comparison.bound[bound]({ hits });
}

/** A remedy per cause of an undecided verdict. */
export function verdictRemedies(
	{ remedies, standing }: DecisionSummary,
	{ line, say, remedyOf }: Locale,
): readonly string[] {
	return remedies.map(({ prompts, cause }) =>
		line.remedy({ count: prompts, n: standing.verdict.n, cause: say(cause), remedy: remedyOf(cause) ?? '' }),
	);
}

/** How far rule and people, and people among themselves, agree; undefined without a text to compare. */
export function agreementText({ people }: DecisionSummary, { verdict }: Locale): string | undefined {
	const { agreement: rule, among } = people ?? {};
	const parts = [
		rule && rule.n > 0 && verdict.agreement({ agreed: rule.agreed, both: rule.n, kappa: rule.kappa?.toFixed(2) }),
		among && among.n > 0 && verdict.among({ agreed: among.agreed, several: among.n }),
	].filter(Boolean);
	return parts.length === 0 ? undefined : parts.join(' ');
}

/** How many texts people labelled, and the rule's verdict; undefined without labels. */
export function peoplesText({ said }: DecisionSummary, { say }: Locale): string | undefined {
	const message = said.find(({ code }) => code.startsWith('score.people-'));
	return message && say(message);
}

/** `46.7%; 95% CI Wilson 24.8–69.9%, ...`; undefined unless the verdict is complete. */
export function evidenceText(
	{ threshold }: DecisionSummary['decision'],
	verdict: Verdict,
	locale: Locale,
): string | undefined {
	if (verdict.status !== 'complete') return undefined;
	const { hits, n, probability } = verdict;
	return locale.markdown.evidence({
		rate: formatShare(hits / n),
		intervals: intervalsText(verdict, locale),
		threshold: `${threshold.hits}/${threshold.of}`,
		probability: probability === undefined ? undefined : formatProbability(probability),
	});
}

/** `Wilson 24.8–69.9%, Clopper-Pearson 21.3–73.4%`. */
export function intervalsText(
	{ wilson, clopperPearson }: Extract<Verdict, { status: 'complete' }>,
	{ lang }: Locale,
): string {
	return `Wilson ${formatShareRange(wilson, lang)}, Clopper-Pearson ${formatShareRange(clopperPearson, lang)}`;
}
