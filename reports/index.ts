import { renderComparison } from './comparison/render-comparison.ts';
import { fieldNames } from './history/field-words.ts';
import { type Choice, type Comparing, listPage } from './history/list-page.ts';
import { metricWords } from './history/metric-words.ts';
import { problemPage } from './history/problem-page.ts';
import { TREND_SERIES } from './history/series-mark.ts';
import { isOwnReport, reportPolicy } from './history/served-report.ts';
import { TREND_POINTS, trendPage } from './history/trend-page.ts';
import { withWayBack } from './history/way-back.ts';
import { renderHtml } from './html/render-html.ts';
import type { Lang } from './locale/locale.ts';
import type { Problem } from './locale/problem-locale.ts';
import { renderDecision } from './markdown/render-decision.ts';
import { renderSummary } from './markdown/render-summary.ts';
import { renderRun } from './render-run.ts';

export type { Choice, Comparing, Lang, Problem };
export {
	fieldNames,
	isOwnReport,
	listPage,
	metricWords,
	problemPage,
	renderComparison,
	renderDecision,
	renderHtml,
	renderRun,
	renderSummary,
	reportPolicy,
	TREND_POINTS,
	TREND_SERIES,
	trendPage,
	withWayBack,
};
