import { renderComparison } from './comparison/render.ts';
import { renderCsv } from './csv.ts';
import { listPage, type TrendLink } from './history/list-page.ts';
import { isOwnReport, problemPage, reportPolicy, withWayBack } from './history/served.ts';
import { TREND_POINTS, TREND_SERIES, trendPage } from './history/trend-page.ts';
import { fieldNames, metricWords } from './history/words.ts';
import { renderHtml } from './html/render-html.ts';
import { renderJunit } from './junit.ts';
import { renderDecision } from './markdown/decision.ts';
import { renderSummary } from './markdown/summary.ts';
import type { Lang } from './messages/catalogue.ts';
import type { Problem } from './messages/en/comparison.ts';
import type { ReportedRun } from './reported-run.ts';

/** Every report of a run by file name. */
export function renderRun(run: ReportedRun, lang: Lang): Readonly<Record<string, string>> {
	return {
		'report.html': renderHtml(run, lang),
		'report.csv': renderCsv(run),
		'decision.md': renderDecision(run, lang),
		'summary.md': renderSummary(run, lang),
		'junit.xml': renderJunit(run),
	};
}

export type { Lang, Problem, TrendLink };
export {
	fieldNames,
	isOwnReport,
	listPage,
	metricWords,
	problemPage,
	renderComparison,
	renderDecision,
	renderHtml,
	renderSummary,
	reportPolicy,
	TREND_POINTS,
	TREND_SERIES,
	trendPage,
	withWayBack,
};
