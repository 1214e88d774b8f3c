import type { PeoplesVerdict, Verdict } from '../../src/index.ts';
import type { Locale } from '../locale/locale.ts';
import { clipped } from './said.ts';

const NAME_CHARS = 40;

/** Of how many samples a verdict is people's, and what the rule alone says; undefined where nobody labelled any. */
export function peoplesText(
	people: PeoplesVerdict | undefined,
	{ path, status, hits, misses, n }: Verdict,
	locale: Locale,
): string | undefined {
	if (people === undefined) return undefined;
	const counts = locale.of(String(hits), String(status === 'subset' ? hits + misses : n));
	const rule = path === undefined ? { counts } : { path: clipped(path, NAME_CHARS, locale.detail.long), counts };
	return locale.verdict.people(people, rule);
}
