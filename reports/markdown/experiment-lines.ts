import {
	flippedIds,
	type Lang,
	type Log,
	localized,
	rateCounts,
	reflectionLines,
	replayLines,
	summarizeReflections,
	summarizeReplays,
} from '../../src/index.ts';
import { formatSigned, formatSignedRange } from '../locale/format-range.ts';
import { localeOf } from '../locale/locale.ts';
import { mcnemarIn } from '../locale/mcnemar-locale.ts';
import { reflectedScore, reflectionLocale } from '../locale/sections/reflection-locale.ts';
import { replayLocale } from '../locale/sections/replay-locale.ts';

/** What a run's experiments came to, a list each: the prefix kept or not, reflection or none. Plain text that may quote the log. */
export function experimentLines(log: Log, lang: Lang): readonly (readonly string[])[] {
	return lang === 'en'
		? [...summarizeReplays(log).map(replayLines), ...summarizeReflections(log).map(reflectionLines)]
		: [...koreanReplays(log), ...koreanReflections(log)];
}

function koreanReplays(log: Log): readonly (readonly string[])[] {
	const words = replayLocale.ko;
	const [, without, kept] = words.columns;
	return summarizeReplays(log).map(({ flips, measures, place, miniature }) => [
		words.title(miniature),
		...flips.map(
			(one) =>
				`${localized(one.declaration.title, 'ko')}: ${without} ${rateCounts(one.first)}, ${kept} ${rateCounts(one.second)}. 좋아짐 ${flippedIds(one.gained)}, 나빠짐 ${flippedIds(one.lost)}. ${mcnemarIn(one, 'ko')}`,
		),
		...measures.map((one) => {
			const { mean, interval } = one.difference;
			const within = interval && `, 95 % 구간 ${formatSignedRange(interval, tenths, 'ko')}`;
			return `${words.measures[one.measure]}: ${without} ${one.without.toFixed(1)}, ${kept} ${one.kept.toFixed(1)} (차이 ${formatSigned(mean, tenths)}${within ?? ''})`;
		}),
		...(place === undefined ? [] : [words.place[place]]),
	]);
}

function tenths(value: number): string {
	return value.toFixed(1);
}

function koreanReflections(log: Log): readonly (readonly string[])[] {
	const words = reflectionLocale.ko;
	return summarizeReflections(log).map(({ suite, arm, flips, reflected, miniature }) => [
		words.title(suite.name, localeOf('ko').arm(arm), miniature),
		...flips.map((flipped) => reflectedScore(flipped, 'ko')),
		words.reflected(reflected),
	]);
}
