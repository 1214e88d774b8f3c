import type { GateLine, Lang } from '../src/index.ts';
import { coreText } from './locale/core/core-text.ts';
import { gateLocale } from './locale/sections/gate-locale.ts';

/** What a rule found: the measured value and its baseline's, and why it failed where they do not say. */
export function gateFinding({ value, baseline, detail }: GateLine, lang: Lang = 'en'): string {
	const words = gateLocale[lang];
	const why = detail === undefined ? undefined : coreText(detail, lang);
	const before = baseline === undefined ? '' : `, ${words.baseline} ${round(baseline)}`;
	// Why there is no value says that there is none.
	if (value === undefined) return `${why ?? words.notMeasured}${before}`;
	return `${round(value)}${before}${why === undefined ? '' : `: ${why}`}`;
}

/** A rule on one line, as CI logs and people read it. May quote the gate file. */
export function gateLineText({ status, metric, expected, value, baseline, detail }: GateLine): string {
	const measured = value === undefined ? '' : ` is ${round(value)}`;
	const before = baseline === undefined ? '' : `, baseline ${round(baseline)}`;
	const soft = status.startsWith('soft-') ? ' (soft)' : '';
	return `${MARKS[status]} ${metric}${measured}, wanted ${expected}${before}${soft}${detail === undefined ? '' : `: ${detail}`}`;
}

const MARKS: Readonly<Record<GateLine['status'], string>> = {
	pass: '✓',
	fail: '✗',
	'soft-fail': '!',
	undecided: '?',
	'soft-undecided': '?',
};

function round(value: number): string {
	return String(Math.round(value * 1e4) / 1e4);
}
