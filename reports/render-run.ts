import type { PeoplesJudgement } from '../src/eval/scoring/labels.ts';
import type { Log } from '../src/log/record.ts';
import type { GateResult } from '../src/summary/gate/gate.ts';
import { type RunSummary, summarizeRun } from '../src/summary/summarize.ts';
import { renderComparison } from './comparison/render.ts';
import { renderCsv } from './csv.ts';
import { type Choice, type Comparing, listPage } from './history/list-page.ts';
import { isOwnReport, problemPage, reportPolicy, withWayBack } from './history/served.ts';
import { TREND_POINTS, TREND_SERIES, trendPage } from './history/trend-page.ts';
import { fieldNames, metricWords } from './history/words.ts';
import { renderHtml } from './html/render-html.ts';
import { renderJunit } from './junit.ts';
import { renderDecision } from './markdown/decision.ts';
import { renderSummary } from './markdown/summary.ts';
import type { Lang } from './messages/catalogue.ts';
import type { Problem } from './messages/en/comparison.ts';

export interface RenderOptions {
	/** Computed from the log where it is not at hand. */
	readonly summary?: RunSummary | undefined;
	readonly lang: Lang;
	/** People's labels by sample key, as `resolveLabels` gives them. */
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement> | undefined;
	/** What the run's gate came to, where it was held against one. */
	readonly gate?: GateResult | undefined;
}

/** Every report of a run by file name; pure, writes nothing. */
export function renderRun(log: Log, given: RenderOptions): Readonly<Record<string, string>> {
	const options = { ...given, summary: given.summary ?? summarizeRun(log, { labels: given.judgements }) };
	return {
		'report.html': renderHtml(log, options),
		'report.csv': renderCsv(log),
		'decision.md': renderDecision(log, options),
		'summary.md': renderSummary(log, options),
		'junit.xml': renderJunit(log, options),
	};
}

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
	renderSummary,
	reportPolicy,
	TREND_POINTS,
	TREND_SERIES,
	trendPage,
	withWayBack,
};
