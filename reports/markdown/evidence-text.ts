import type { DecisionSummary, Lang, Verdict } from '../../src/index.ts';
import { formatProbability, formatShare } from '../locale/format-number.ts';
import { formatShareRange } from '../locale/format-range.ts';
import type { MarkdownLocale } from '../locale/markdown-locale.ts';
import { markdownText } from './markdown-text.ts';

/** `46.7 %; 95 % Wilson 24.8–69.9 %, ...`: what a verdict over every prompt rests on. */
export function evidenceText(
	{ threshold }: DecisionSummary['decision'],
	verdict: Verdict,
	words: MarkdownLocale,
): string | undefined {
	if (verdict.status !== 'complete') return undefined;
	const { hits, n, probability } = verdict;
	return words.evidence({
		rate: `${formatShare(hits / n)} %`,
		intervals: intervalsText(verdict, words.lang),
		threshold: `${threshold.hits}/${threshold.of}`,
		probability: probability === undefined ? undefined : formatProbability(probability),
	});
}

/** Both intervals, such as `Wilson 24.8–69.9 %, Clopper-Pearson 21.3–73.4 %`. */
export function intervalsText(
	{ wilson, clopperPearson }: Extract<Verdict, { status: 'complete' }>,
	lang: Lang,
): string {
	return markdownText(
		`Wilson ${formatShareRange(wilson, lang)}, Clopper-Pearson ${formatShareRange(clopperPearson, lang)}`,
	);
}
