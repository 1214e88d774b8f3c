import type { Code } from '../../src/base/message.ts';
import type { UnscoredCause } from '../../src/eval/score.ts';
import type { LogSample } from '../../src/log/record.ts';
import { countOf, type ReasonCounts } from '../../src/stats/counts.ts';
import { isCached } from '../../src/summary/turn-times.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatCount, formatMs } from '../messages/numbers.ts';
import { clipped } from './markup.ts';

/** Characters of an untranslated reason. */
const REASON_CHARS = 60;

/** Time of a sample with its tools; empty where its answers came from the cache. */
export function sampleTime({ timings }: Pick<LogSample, 'timings'>): string {
	return isCached(timings) ? '' : formatMs(timings.endToEndMs);
}

/** A scorer's reason in the report's language; unknown ones stay. */
export function reasonName(reason: string, locale: Locale): string {
	return named(reason, locale.reasons, locale);
}

/** Why a sample is unscored. */
export function causeName(cause: string, locale: Locale): string {
	return named(cause, locale.causes, locale);
}

/** How to get such prompts scored. */
export function causeRemedy(cause: UnscoredCause | 'not-evaluated', { remedyOf }: Locale): string {
	return remedyOf({ code: `score.${cause}` satisfies Code, params: {} }) ?? '';
}

/** `3 unscored: engine failed 2, interrupted 1`, or `3 unscored: engine failed`; undefined if all are scored. */
export function unscoredText(unscored: ReasonCounts, locale: Locale): string | undefined {
	const total = countOf(unscored);
	if (total === 0) return undefined;
	const [only, ...others] = unscored;
	const causes =
		only !== undefined && others.length === 0
			? causeName(only.reason, locale)
			: countedText(unscored, (cause) => causeName(cause, locale));
	return locale.unscored({ count: formatCount(total), causes });
}

/** `echo 2, filler 1`. */
export function countedText(counts: ReasonCounts, word: (reason: string) => string): string {
	return counts.map(({ reason, count }) => `${word(reason)} ${formatCount(count)}`).join(', ');
}

function named(word: string, names: Readonly<Record<string, string>>, locale: Locale): string {
	const name = Object.hasOwn(names, word) ? names[word] : undefined;
	return name ?? clipped(word, REASON_CHARS, locale.detail.long);
}

/** A reason or cause in the report's language. */
export function reasonWord(word: string, locale: Locale): string {
	return Object.hasOwn(locale.causes, word) ? causeName(word, locale) : reasonName(word, locale);
}

/** `empty 5, ...`: reasons or causes with their counts; empty without any. */
export function countedReasons(counts: ReasonCounts, locale: Locale): string {
	return countedText(counts, (word) => reasonWord(word, locale));
}
