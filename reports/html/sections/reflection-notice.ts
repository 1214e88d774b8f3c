import { type Log, summarizeReflections } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { reflectedScore, reflectionLocale } from '../../locale/sections/reflection-locale.ts';
import type { Markup } from '../../page/markup.ts';
import { notice } from '../../page/notice.ts';
import { clipped } from '../../page/said.ts';

const TEXT_CHARS = 1200;

/** What the message behind failed calls changes, where a run asked each sample with it and without. */
export function reflectionNotices(log: Log, { lang, detail, arm: armName }: Locale): readonly Markup[] {
	const words = reflectionLocale[lang];
	return summarizeReflections(log).map(({ suite, arm, flips, reflected, miniature }) => {
		const text = [...flips.map((flipped) => reflectedScore(flipped, lang)), words.reflected(reflected)].join(' ');
		return notice('cut', '↺', [
			words.title(suite.name, armName(arm), miniature),
			clipped(text, TEXT_CHARS, detail.long),
		]);
	});
}
