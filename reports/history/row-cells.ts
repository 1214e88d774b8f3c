import type { RowDecision, RowMetric, RunRow } from '../../src/index.ts';
import { html, type Insert, type Markup } from '../html/markup.ts';
import { formatCount, formatMeasure, formatShare } from '../locale/format-number.ts';
import { formatShareRange } from '../locale/format-range.ts';
import { type HistoryLocale, historyLocale } from '../locale/history-locale.ts';
import { type Lang, localeOf } from '../locale/locale.ts';

/** When, and how far it came where it did not come to its end. */
export function stateText({ state, done, planned, startedAt, problem }: RunRow, words: HistoryLocale): Insert {
	const short = state === 'complete' ? undefined : words.states[state];
	const progress =
		state === 'broken' || state === 'complete' ? problem : words.progress(formatCount(done), formatCount(planned));
	return [startedText({ startedAt }), short, progress].filter((part) => part !== undefined).join(' · ');
}

/** `2026-11-22 10:30`, as the log has it. */
export function startedText({ startedAt }: Pick<RunRow, 'startedAt'>): string | undefined {
	return startedAt?.slice(0, 16).replace('T', ' ');
}

/** A decision as a letter with its counts; undecided is said in words. */
export function decisionText(decision: RowDecision, lang: Lang): Markup {
	const words = historyLocale[lang];
	const { suite, status, path, hits, n, threshold, unscored, low, high } = decision;
	const said = path ?? (status === 'subset' ? words.subset : words.noPath);
	const interval =
		low === undefined || high === undefined
			? undefined
			: localeOf(lang).interval(formatShareRange({ low, high }, lang));
	const details = [
		words.hits(String(hits), String(n), String(threshold)),
		interval,
		unscored > 0 ? words.unscored(String(unscored)) : undefined,
	];
	return html`<span class="rundecision"><b class="${path === undefined ? 'open' : 'path'}">${said}</b> <span class="muted">${suite} · ${details.filter((part) => part !== undefined).join(' · ')}</span></span>`;
}

export function metricValue({ kind, value, unit }: RowMetric): string {
	return kind === 'rate' ? `${formatShare(value)} %` : formatMeasure(value, unit);
}
