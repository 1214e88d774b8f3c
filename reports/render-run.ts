import type { GateResult, Log, PeoplesJudgement } from '../src/index.ts';
import { renderCsv } from './csv/render-csv.ts';
import { renderHtml } from './html/render-html.ts';
import { renderJunit } from './junit/render-junit.ts';
import type { Lang } from './locale/locale.ts';
import { renderDecision } from './markdown/render-decision.ts';
import { renderSummary } from './markdown/render-summary.ts';

export interface RenderOptions {
	readonly lang: Lang;
	/** People's labels by sample key, as `resolveLabels` gives them. */
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement> | undefined;
	/** What the run's gate came to, where it was held against one. */
	readonly gate?: GateResult | undefined;
}

/** Every report of a run by file name; pure, writes nothing. */
export function renderRun(log: Log, options: RenderOptions): Readonly<Record<string, string>> {
	return {
		'report.html': renderHtml(log, options),
		'report.csv': renderCsv(log),
		'decision.md': renderDecision(log, options),
		'summary.md': renderSummary(log, options),
		'junit.xml': renderJunit(log, options),
	};
}
