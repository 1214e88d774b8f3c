import type { Message } from '../src/base/message.ts';
import { pValueText } from '../src/stats/paired.ts';
import type { GateLine, GateResult } from '../src/summary/gate/gate.ts';
import type { PairedDrop } from '../src/summary/gate/paired.ts';
import { startedText } from '../src/text/local-time.ts';
import { countsText } from './comparison/answer.ts';
import type { Locale } from './messages/catalogue.ts';
import { formatPoints } from './messages/numbers.ts';

/** Baseline of a gate, and whether human labels were ignored; undefined if neither applies. */
export function gateLead({ baseline, labelled }: GateResult, { gate }: Locale): string | undefined {
	const parts = [
		...(baseline === undefined ? [] : [gate.against(baseline.name, startedText(baseline), baseline.allowed)]),
		...(labelled === true ? [gate.labelled] : []),
	];
	return parts.length === 0 ? undefined : parts.join(' ');
}

/** The measured value, the baseline's, and the detail of a rule. */
export function gateFinding(line: GateLine, { gate, say }: Locale): string {
	const { expected, value, path, baseline, flips, detail } = line;
	const why = detail === undefined ? undefined : say(detail);
	if (path !== undefined) return [path, why].filter(Boolean).join(': ');
	const then = baseline === undefined ? '' : `${gate.baseline} ${round(baseline, expected)}`;
	const before =
		flips === undefined
			? then && `, ${then}`
			: ` (${then}; ${flipsText(flips, expected.code === 'gate.rise' ? gate.rises : gate.flips)})`;
	if (value === undefined) return `${why ?? gate.notMeasured}${before}`;
	return `${round(value, expected)}${before}${why === undefined ? '' : `: ${why}`}`;
}

/** The bound is rounded up. */
function flipsText({ drop, high, p, ...counts }: PairedDrop, words: Locale['gate']['flips']): string {
	return words(countsText(counts), formatPoints(drop), String(Math.ceil(high * 1000) / 10), pValueText(p));
}

/** A rule on one line. May quote the gate file. */
export function gateLineText(line: GateLine, locale: Locale): string {
	const { status, metric, expected, value = line.path } = line;
	const finding = value === undefined && line.detail === undefined ? '' : ` ${gateFinding(line, locale)}`;
	return `${MARKS[status]} ${locale.gate.line(`${metric}${finding}`, locale.say(expected), status.startsWith('soft-'))}`;
}

const MARKS: Readonly<Record<GateLine['status'], string>> = {
	pass: '✓',
	unclear: '~',
	fail: '✗',
	'soft-fail': '!',
	undecided: '?',
	'soft-undecided': '?',
};

/** One digit more than the bound, so that a near miss does not look equal. */
function round(value: number, { params: { bound = '' } }: Message): string {
	const places = Math.min(Math.max(4, 1 + (/\.(\d+)/u.exec(String(bound))?.[1]?.length ?? 0)), 20);
	return String(Number(value.toFixed(places)));
}
