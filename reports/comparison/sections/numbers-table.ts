import { type NumberDifference, singleLine } from '../../../src/index.ts';
import { scoreFigure, scoreTitle } from '../../declared-score.ts';
import { comparisonLocaleOf } from '../../locale/comparison/comparison-locale.ts';
import { formatSigned, formatSignedRange } from '../../locale/format-range.ts';
import type { Locale } from '../../locale/locale.ts';
import { markdownTable, markdownText } from '../../markdown/markdown-text.ts';
import { html, type Markup } from '../../page/markup.ts';
import type { ComparedRun } from '../compared-run.ts';
import { comparisonWordsOf } from '../comparison-words.ts';

/** How the declared numbers of a run differ from the baseline's; undefined where none can be told. */
export function numbersHtml({ name, against }: ComparedRun, locale: Locale): Markup | undefined {
	if (against === undefined || against.numbers.length === 0) return undefined;
	const words = comparisonWordsOf(locale.lang);
	return html`<h3>${words.numbers}: ${comparisonLocaleOf(locale.lang).flipsOf(name)}</h3><div class="scroll" tabindex="0"><table><thead><tr>${words.numberColumns.map(
		(column, index) => html`<th scope="col"${index > 1 && html` class="num"`}>${column}</th>`,
	)}</tr></thead><tbody>${against.numbers.map((number) => {
		const [place, title, baseline, difference, interval] = cells(number, locale);
		const unpaired = words.unpaired(number);
		const left = unpaired !== '' && html` <span class="muted">${unpaired}</span>`;
		return html`<tr><td>${place}</td><td>${title}</td><td class="num">${baseline}</td><td class="num"><b>${difference}</b> <span class="muted">${interval}</span></td><td class="num">${number.difference.n}${left}</td></tr>`;
	})}</tbody></table></div>`;
}

export function numbersMarkdown({ against }: ComparedRun, locale: Locale): string | undefined {
	if (against === undefined || against.numbers.length === 0) return undefined;
	const { numberColumns, unpaired } = comparisonWordsOf(locale.lang);
	return markdownTable(
		numberColumns,
		against.numbers.map((number) => {
			const [place = '', title = '', baseline = '', difference = '', interval = ''] = cells(number, locale);
			const left = unpaired(number);
			return [
				place,
				title,
				baseline,
				`${difference}, ${interval}`,
				`${number.difference.n}${left && ` (${left})`}`,
			].map((cell) => markdownText(cell));
		}),
	);
}

function cells(
	{ suite, arm, declaration, firstMean, difference }: NumberDifference,
	locale: Locale,
): readonly string[] {
	const { lang } = locale;
	const { mean, interval } = difference;
	const figure = (value: number): string => scoreFigure(value, declaration);
	return [
		`${suite} · ${locale.arm(arm)}`,
		scoreTitle(declaration, lang),
		scoreFigure(firstMean, declaration),
		formatSigned(mean, figure),
		interval === undefined ? comparisonLocaleOf(lang).noSpread : formatSignedRange(interval, figure, lang),
	].map((cell) => singleLine(cell));
}
