import type { RowDecision, RowMetric, RunRow } from '../../src/index.ts';
import { comparisonWordsOf } from '../comparison/comparison-words.ts';
import { formatCount, formatMeasure, formatShare } from '../locale/format-number.ts';
import { formatShareRange, unbroken } from '../locale/format-range.ts';
import { historyLocale } from '../locale/history-locale.ts';
import { type Lang, localeOf } from '../locale/locale.ts';
import { greyLocale } from '../locale/sections/grey-locale.ts';
import { coreSaid } from '../page/core-said.ts';
import { html, type Insert, type Markup } from '../page/markup.ts';
import { metricWords } from './metric-words.ts';

const PROBLEM_CHARS = 400;

/** When, and how far it came where it did not come to its end. */
export function stateText({ state, done, planned, problem, startedAt }: RunRow, underWay: boolean, lang: Lang): Insert {
	const { states, progress } = historyLocale[lang];
	// One that came to its end may lack shards, or prompts that nobody captured.
	const isPart = state === 'complete' ? done < planned : !['broken', 'unread'].includes(state);
	const parts = [
		startedText({ startedAt }),
		underWay ? html`<span class="now">${states.underWay}</span>` : state === 'complete' ? undefined : states[state],
		...(state === 'broken' && problem !== undefined ? [html`${coreSaid(problem, PROBLEM_CHARS, localeOf(lang))}`] : []),
		isPart && progress(formatCount(done), formatCount(planned)),
	].filter((part) => part !== undefined && part !== false);
	return parts.map((part, index) => html`${index > 0 && ' · '}${part}`);
}

/** `2026-11-22 10:30`, as the log has it. */
export function startedText({ startedAt }: Pick<RunRow, 'startedAt'>): string | undefined {
	return startedAt?.slice(0, 16).replace('T', ' ');
}

/** A decision as a letter with its counts; undecided is said in words. */
export function decisionText(decision: RowDecision, lang: Lang): Markup {
	const words = historyLocale[lang];
	const { hits, certain } = comparisonWordsOf(lang);
	const { suite, status, path, n, threshold, unscored, low, high, greyZone, people } = decision;
	const said = path ?? (status === 'subset' ? words.subset : words.noPath);
	const interval = low === undefined || high === undefined ? undefined : intervalText(low, high, lang);
	const details = [
		words.hits(hits(decision), String(n), String(threshold)),
		interval,
		status === 'truncated' && certain,
		greyZone && greyLocale[lang].mark,
		unscored > 0 ? words.unscored(String(unscored)) : undefined,
		people && words.people(people, people.rule.path ?? words.noPath),
	];
	return html`<span class="rundecision"><b class="${path === undefined ? 'open' : 'path'}">${said}</b> <span class="muted">${suite} · ${details.filter((part) => part !== undefined && part !== false).join(' · ')}</span></span>`;
}

/** A score by its title, with its interval, or that the run has but a part of its suite; its code stands in the title. */
export function metricText(metric: RowMetric, isPart: boolean, lang: Lang): Markup {
	const { low, high, unscored, name, n } = metric;
	const words = historyLocale[lang];
	return html`<span class="runmetric" title="${name}">${metricWords(metric, lang)} <b>${metricValue(metric)}</b>${
		low !== undefined && high !== undefined && html` <span class="muted">${intervalText(low, high, lang)}</span>`
	}${isPart && html` <span class="muted">${words.part(String(n))}</span>`}${unscored > 0 && html` <span class="muted">${words.unscored(String(unscored))}</span>`}</span>`;
}

export function metricValue({ kind, value, unit }: RowMetric): string {
	return kind === 'rate' ? `${formatShare(value)} %` : formatMeasure(value, unit);
}

/** `35.7–80.2 %` on one line, in Korean `35.7~80.2 %`. */
export function intervalText(low: number, high: number, lang: Lang): string {
	return unbroken(formatShareRange({ low, high }, lang));
}
