import { localTime } from '../../src/text/local-time.ts';
import { comparisonDocument, seriesBlocks } from '../document/comparison.ts';
import { markup } from '../document/html.ts';
import { markdown } from '../document/markdown.ts';
import { seriesChart } from '../html/charts/series.ts';
import { html } from '../html/markup.ts';
import { type PageSection, page } from '../html/page.ts';
import { comparisonScript } from '../html/page-script.ts';
import { COMPARISON_STYLE } from '../html/style/comparison-style.ts';
import { type Lang, type Locale, localeOf } from '../messages/catalogue.ts';
import type { ReportedComparison } from '../reported-run.ts';
import { comparisonCsv, flipsCsv } from './csv.ts';
import { divergenceSection } from './divergence.ts';
import { clockSection, flipsSection } from './flips.ts';
import { costSection, qualitySection } from './forest.ts';
import { answerSection, comparedIdentitySection, figuresSection } from './overview.ts';
import { speedSection } from './speed.ts';
import { comparedRuns, shownRuns } from './words.ts';

/** Every report of a comparison by file name. */
export function renderComparison(compared: ReportedComparison, lang: Lang): Readonly<Record<string, string>> {
	const runs = comparedRuns(compared);
	return {
		'comparison.html': comparisonHtml(compared, lang),
		'comparison.csv': comparisonCsv(runs),
		'flips.csv': flipsCsv(runs),
		'comparison.md': markdown(comparisonDocument(compared, localeOf(lang))),
	};
}

function seriesSection(compared: ReportedComparison, locale: Locale): readonly PageSection[] {
	const { series, runs } = compared.comparison;
	const { sections, seriesLead } = locale.comparison;
	if (series === undefined) return [];
	const head = html`<div class="head"><h2 id="series-title">${sections.series}</h2><p>${seriesLead}</p></div>`;
	const chart = seriesChart(series, seriesLead, runs[0]?.label ?? '');
	const content = html`<section id="series" aria-labelledby="series-title">${head}${chart}${markup(seriesBlocks(compared, locale))}</section>`;
	return [{ id: 'series', name: sections.series, markup: content }];
}

function comparisonHtml(compared: ReportedComparison, lang: Lang): string {
	const locale = localeOf(lang);
	const { title, sections: names, footer } = locale.comparison;
	const runs = comparedRuns(compared);
	const shown = shownRuns(compared);
	const clock = clockSection(shown, locale);
	const sections: readonly PageSection[] = [
		{ id: 'answer', name: names.answer, markup: answerSection(compared, locale) },
		...seriesSection(compared, locale),
		{ id: 'cost', name: names.cost, markup: costSection(shown, locale) },
		{ id: 'quality', name: names.quality, markup: qualitySection(shown, locale) },
		{ id: 'flips', name: names.flips, markup: flipsSection(shown, locale) },
		...(clock === undefined ? [] : [{ id: 'clock', name: names.clock, markup: clock }]),
		{ id: 'figures', name: names.figures, markup: figuresSection(runs, locale) },
		{ id: 'speed', name: names.speed, markup: speedSection(runs, locale) },
		{ id: 'divergence', name: names.divergence, markup: divergenceSection(runs, locale) },
		{ id: 'identity', name: names.identity, markup: comparedIdentitySection(runs, locale) },
	];
	const [baseline] = runs;
	const gemmark = baseline?.log.header.gemmark ?? '';
	return page(
		{
			title: title(baseline?.name ?? '', runs.length - 1),
			subject: runs.map((run) => run.name).join(' · '),
			details: baseline === undefined ? '' : localTime(baseline.log.header),
			gemmark,
			sections,
			style: COMPARISON_STYLE,
			script: comparisonScript(),
			footer: footer(gemmark, { askedAgain: runs.some((run) => run.against?.tokens !== undefined) }),
		},
		locale,
	);
}
