import type { Interval } from '../../src/stats/intervals.ts';
import type { Lang } from '../../src/text/text.ts';

/** `842 ms`, `1.24 s`, `12.4 s`: three significant digits, as one reads a stopwatch. */
export function formatMs(ms: number): string {
	if (ms < 10) return `${ms.toFixed(1)} ms`;
	if (ms < 1000) return `${Math.round(ms)} ms`;
	return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** `4.1 MB`, `2.63 GB`; decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
	if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`;
	if (bytes < 1e9) return `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;
	return `${(bytes / 1e9).toFixed(2)} GB`;
}

/** `46.7%`. Only of all is it `100.0%`, and only of none `0.0%`: else `>99.9%` and `<0.1%`. */
export function formatShare(share: number): string {
	const rounded = formatBound(share);
	if (rounded === '100.0' && share < 1) return '>99.9%';
	return rounded === '0.0' && share > 0 ? '<0.1%' : `${rounded}%`;
}

/** A bound of an interval in percent, without the sign. */
function formatBound(share: number): string {
	return (share * 100).toFixed(1);
}

/** `12,345`. */
export function formatCount(count: number): string {
	return String(count).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** Prompts, with one decimal where repeats make fractions of them. */
export function formatPrompts(count: number): string {
	return Number.isInteger(count) ? formatCount(count) : count.toFixed(1);
}

/** Points of a share, `8.5`. */
export function formatPoints(share: number): string {
	return String(Number((share * 100).toFixed(1)));
}

/** Points of a bound, rounded up: a loss above this is ruled out; a gain below it, if negative. */
export function pointsUp(share: number): number {
	return Math.ceil(share * 100 - 1e-9) || 0;
}

/** Rounded down: the loss is at least this. */
export function pointsDown(share: number): string {
	return String(Math.floor(share * 100 + 1e-9));
}

export function marginText(margin: number): string {
	return String(Number((margin * 100).toPrecision(3)));
}

/** Tokens per second, or any plain figure: three significant digits. */
export function formatFigure(value: number): string {
	if (value >= 1000) return formatCount(Math.round(value));
	if (value >= 100) return value.toFixed(0);
	return value.toFixed(value >= 10 ? 1 : 2);
}

/** A measurement in the unit the summaries use, or in one that a score declares. */
export function formatMeasure(value: number, unit: string | undefined): string {
	if (unit === 'ms' && value >= 0) return formatMs(value);
	if (unit === 'tokens/s') return `${formatFigure(value)} tok/s`;
	return withUnit(formatQuantity(value), unit);
}

/** `3.5 words`, but `46%`. */
export function withUnit(figure: string, unit: string | undefined): string {
	return unit === undefined ? figure : `${figure}${unit === '%' ? '' : ' '}${unit}`;
}

/** Any number: whole ones as they are, others in three significant digits. */
function formatQuantity(value: number): string {
	if (Number.isSafeInteger(value)) return formatCount(value);
	return Math.abs(value) < 1 || value < 0 ? String(Number(value.toPrecision(3))) : formatFigure(value);
}

/** A round value of an axis or a budget, without trailing zeros: `2 s`, `500 ms`, `400 tok/s`. */
export function formatRound(value: number, unit: string | undefined): string {
	if (unit === 'tokens/s') return `${Number(value.toPrecision(3))} tok/s`;
	if (unit !== 'ms') return [Number(value.toPrecision(3)), unit].filter((part) => part !== undefined).join(' ');
	return value < 1000 ? `${Number(value.toPrecision(3))} ms` : `${Number((value / 1000).toPrecision(3))} s`;
}

/** Probability for people: never a false 0 or 100%. */
export function formatProbability(probability: number): string {
	if (probability < 0.001) return '<0.1%';
	if (probability > 0.999) return '>99.9%';
	return `${(probability * 100).toFixed(probability < 0.1 || probability > 0.9 ? 1 : 0)}%`;
}

/** `35.7–80.2%`; in Korean `35.7~80.2%`. Bounds are shares. In Markdown a tilde strikes through: escape it. */
export function formatShareRange({ low, high }: Interval, lang: Lang): string {
	return `${formatBound(low)}${RANGE[lang]}${formatBound(high)}%`;
}

/** A figure that no line of a page may end within. */
export function unbroken(figure: string): string {
	return figure.replaceAll(' ', '\u00a0');
}

const RANGE: Readonly<Record<Lang, string>> = { en: '–', ko: '~' };

/** Bounds with signs and units of their own: `−12 ms … +3 ms`, in Korean `−12 ms ~ +3 ms`. `format` gets magnitudes. */
export function formatSignedRange({ low, high }: Interval, format: (magnitude: number) => string, lang: Lang): string {
	return `${formatSigned(low, format)} ${lang === 'ko' ? '~' : '…'} ${formatSigned(high, format)}`;
}

/** A difference: `+3 ms`, `−12 ms`, `0 ms`. `format` gets its magnitude. */
export function formatSigned(value: number, format: (magnitude: number) => string): string {
	const sign = value === 0 ? '' : value < 0 ? '−' : '+';
	return `${sign}${format(Math.abs(value))}`;
}
