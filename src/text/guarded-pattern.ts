import { z } from 'zod';
import { callWithTimeout, Overtime } from '../base/call-with-timeout.ts';
import type { JsonValue } from '../base/json.ts';

/** Longest that one pattern which came as data may look at one text, milliseconds. */
export const PATTERN_MS = 1000;

/**
 * Whether a text fits a pattern that came as data, such as a row of a corpus: whoever wrote it, it stops nothing. Throws
 * Overtime where it backtracks for longer than {@link PATTERN_MS}.
 */
export function fitsGiven(pattern: RegExp, text: string): boolean {
	if (isQuick(pattern.source, text.length)) return pattern.test(text);
	return lookedInTime(pattern.source, () => pattern.test(text), PATTERN_MS);
}

/** Looks with one or several patterns, `shown` in the message, for `ms` at most. Throws Overtime. */
export function lookedInTime<T>(shown: string, look: () => T, ms: number = PATTERN_MS): T {
	try {
		return callWithTimeout(look, ms);
	} catch (thrown) {
		if (!(thrown instanceof Overtime)) throw thrown;
		const cut = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN).toWellFormed()}…` : shown;
		throw new Overtime(`pattern ${JSON.stringify(cut)} came to no end within ${ms / 1000} s`);
	}
}

const MAX_SHOWN = 100;

/**
 * Whether its steps are few for every text of that length, so that no limit of time is needed, which costs a thread. Each
 * repeat of a single character has as many ways as the text has characters; each alternative, and what may be absent,
 * doubles them. Repeated groups are not counted, nor what refers back to one.
 */
export function isQuick(source: string, chars: number): boolean {
	if (/\)[*+{]|\\[1-9k]/u.test(source)) return false;
	const repeats = source.match(/[*+{]/gu)?.length ?? 0;
	const alternatives = source.match(/[|?]/gu)?.length ?? 0;
	return source.length * 2 ** alternatives * (chars + 1) ** (repeats + 1) <= QUICK_STEPS;
}

/** Far below a second. */
const QUICK_STEPS = 1e8;

/**
 * A JSON Schema that came as data, such as a tool's parameter: one with patterns throws Overtime where they come to no end
 * about a value. Throws an `Error` for what is no schema.
 */
export function givenSchema(declared: JsonValue | undefined): z.ZodType {
	// Our JSON is zod's, which only does not know that it is read-only.
	const schema = z.fromJSONSchema(declared as Parameters<typeof z.fromJSONSchema>[0], { registry: z.registry() });
	const written = JSON.stringify(declared) ?? '';
	if (!written.includes('"pattern')) return schema;
	const { run } = schema._zod;
	schema._zod.run = (payload, context) => lookedInTime(written, () => run(payload, context));
	return schema;
}
