import { type Lang, type NumberDifference, singleLine } from '../../../src/index.ts';
import { scoreFigure, scoreTitle } from '../../declared-score.ts';
import { html, type Markup } from '../../html/markup.ts';
import { comparisonLocaleOf } from '../../locale/comparison/comparison-locale.ts';
import { markdownTable, markdownText } from '../../markdown/markdown-text.ts';
import type { ComparedRun } from '../compared-run.ts';
import { comparisonWordsOf } from '../comparison-words.ts';

/** How the declared numbers of a run differ from the baseline's; undefined where none can be told. */
export function numbersHtml({ name, against }: ComparedRun, lang: Lang): Markup | undefined {
	if (against === undefined || against.numbers.length === 0) return undefined;
	const words = comparisonWordsOf(lang);
	return html`<h3>${words.numbers}: ${name}</h3><div class="scroll" tabindex="0"><table><thead><tr>${words.numberColumns.map(
		(column, index) => html`<th scope="col"${index > 1 && html` class="num"`}>${column}</th>`,
	)}</tr></thead><tbody>${against.numbers.map((number) => {
		const [place, title, baseline, difference, interval] = cells(number, lang);
		const left = number.unpaired > 0 && html` <span class="muted">${words.unpaired(number.unpaired)}</span>`;
		return html`<tr><td>${place}</td><td>${title}</td><td class="num">${baseline}</td><td class="num"><b>${difference}</b> <span class="muted">${interval}</span></td><td class="num">${number.difference.n}${left}</td></tr>`;
	})}</tbody></table></div>`;
}

export function numbersMarkdown({ against }: ComparedRun): string | undefined {
	if (against === undefined || against.numbers.length === 0) return undefined;
	return markdownTable(
		['suite', 'number', 'baseline mean', 'mean difference', '95 % (t)', 'prompts', 'unpaired'],
		against.numbers.map((number) => [
			...cells(number, 'en').map((cell) => markdownText(cell)),
			String(number.difference.n),
			String(number.unpaired),
		]),
	);
}

function cells({ suite, arm, declaration, firstMean, difference }: NumberDifference, lang: Lang): readonly string[] {
	const { mean, interval } = difference;
	return [
		`${suite} · ${arm}`,
		scoreTitle(declaration, lang),
		scoreFigure(firstMean, declaration),
		signed(mean, declaration),
		interval === undefined
			? comparisonLocaleOf(lang).noSpread
			: `${signed(interval.low, declaration)} … ${signed(interval.high, declaration)}`,
	].map((cell) => singleLine(cell));
}

function signed(value: number, declaration: NumberDifference['declaration']): string {
	return `${value < 0 ? '−' : '+'}${scoreFigure(Math.abs(value), declaration)}`;
}
