import type { JsonValue } from '../../json/json-value.ts';

const MOST_CHARS = 120;
/** Characters that are shown before the first that differs. */
const LEAD_CHARS = 40;

/**
 * A value as a detail for people shows it: a model may write arguments of any length. One that is too long is cut around the
 * first character that `beside` has not, so that two cut values never read the same.
 */
export function shownValue(value: JsonValue, beside?: JsonValue): string {
	const whole = JSON.stringify(value);
	if (whole.length <= MOST_CHARS) return whole;
	const text = whole.normalize('NFC');
	const other = beside === undefined ? '' : JSON.stringify(beside).normalize('NFC');
	const same = text.split('').findIndex((unit, index) => unit !== other[index]);
	const from = same < MOST_CHARS - LEAD_CHARS ? 0 : same - LEAD_CHARS;
	const to = from + MOST_CHARS;
	return `${from > 0 ? '…' : ''}${text.slice(from, to).toWellFormed()}${to < text.length ? '…' : ''}`;
}
