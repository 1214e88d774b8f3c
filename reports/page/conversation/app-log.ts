import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import type { Step } from '../embedded-page.ts';

/** What the app's own log told of a sample, a line for each entry; no step where it told nothing. */
export function appLogSteps(facts: JsonObject, { detail }: Locale): readonly Step[] {
	// A log may come from anywhere: what is no entry is left out.
	const entries = [facts.dispatch, facts.suggestion].flatMap((list) => (Array.isArray(list) ? list : []));
	const lines = entries.filter(isJsonObject).flatMap((entry) => entryLines(entry, detail.logEvents));
	return lines.length === 0 ? [] : [{ who: 'log', text: lines.join('\n') }];
}

/** Such as `unknown tool: forget`; the frames of a stack stand below. */
function entryLines(
	{ event, level: _, stack, ...fields }: JsonObject,
	words: Readonly<Record<string, string>>,
): readonly string[] {
	if (typeof event !== 'string') return [];
	const word = Object.hasOwn(words, event) ? words[event] : event;
	const told = Object.values(fields).map(valueText).join(' · ');
	const frames = Array.isArray(stack) ? stack.map((frame) => `  ${valueText(frame)}`) : [];
	return [told === '' ? `${word}` : `${word}: ${told}`, ...frames];
}

function valueText(value: JsonValue): string {
	if (Array.isArray(value)) return value.map(valueText).join(', ');
	return typeof value === 'string' ? value : JSON.stringify(value);
}
