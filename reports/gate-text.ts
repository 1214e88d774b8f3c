import { english, type Message, say } from '../src/base/message.ts';
import type { GateLine } from '../src/summary/gate/gate.ts';
import type { Lang } from '../src/text/text.ts';
import { gateLocale } from './locale/sections/gate-locale.ts';
import { coreKo } from './messages/core-ko.ts';

/** What a rule found: the measured value and its baseline's, and why it failed where they do not say. */
export function gateFinding({ expected, value, baseline, detail }: GateLine, lang: Lang = 'en'): string {
	const words = gateLocale[lang];
	const why = detail === undefined ? undefined : gateSaid(detail, lang);
	const before = baseline === undefined ? '' : `, ${words.baseline} ${round(baseline, expected)}`;
	// Why there is no value says that there is none.
	if (value === undefined) return `${why ?? words.notMeasured}${before}`;
	return `${round(value, expected)}${before}${why === undefined ? '' : `: ${why}`}`;
}

/** What a line of a gate wants, or why it came out so. */
export function gateSaid(said: Message, lang: Lang): string {
	return lang === 'ko' ? say(said, coreKo) : english(said);
}

/** A rule on one line, as CI logs and people read it. May quote the gate file. */
export function gateLineText({ status, metric, expected, value, baseline, detail }: GateLine): string {
	const measured = value === undefined ? '' : ` is ${round(value, expected)}`;
	const before = baseline === undefined ? '' : `, baseline ${round(baseline, expected)}`;
	const soft = status.startsWith('soft-') ? ' (soft)' : '';
	return `${MARKS[status]} ${metric}${measured}, wanted ${english(expected)}${before}${soft}${detail === undefined ? '' : `: ${english(detail)}`}`;
}

const MARKS: Readonly<Record<GateLine['status'], string>> = {
	pass: '✓',
	fail: '✗',
	'soft-fail': '!',
	undecided: '?',
	'soft-undecided': '?',
};

/** One place more than the bound has, so that what misses it by little does not look like it. */
function round(value: number, { params: { bound = '' } }: Message): string {
	const places = Math.min(Math.max(FEWEST_PLACES, 1 + (/\.(\d+)/u.exec(String(bound))?.[1]?.length ?? 0)), MOST_PLACES);
	return String(Number(value.toFixed(places)));
}

const FEWEST_PLACES = 4;
const MOST_PLACES = 20;
