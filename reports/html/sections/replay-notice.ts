import { flippedIds, type Log, localized, summarizeReplays } from '../../../src/index.ts';
import type { Locale } from '../../locale/locale.ts';
import { replayLocale } from '../../locale/replay-locale.ts';
import type { Markup } from '../markup.ts';
import { notice } from '../notice.ts';
import { clipped } from '../samples/said.ts';

const TEXT_CHARS = 1200;

/** Beside the verdict on the prefix, which counts how often one is said: what keeping it does to the next turn. */
export function replayNotices(log: Log, { lang, detail }: Locale): readonly Markup[] {
	const words = replayLocale[lang];
	return summarizeReplays(log).map(({ flips, place, miniature }) => {
		const scores = flips.map(({ declaration, first, second, gained, lost, p }) =>
			words.score({
				title: localized(declaration.title, lang),
				without: `${first.hits}/${first.n}`,
				kept: `${second.hits}/${second.n}`,
				gained: flippedIds(gained),
				lost: flippedIds(lost),
				p: p.toFixed(3),
			}),
		);
		const text = [...scores, ...(place === undefined ? [] : [words.place[place]])].join(' ');
		return notice('cut', '⇆', [words.title(miniature), clipped(text, TEXT_CHARS, detail.long)]);
	});
}
