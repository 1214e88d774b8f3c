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
	return summarizeReplays(log).map(({ flips, measures, place, miniature }) => {
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
		const measured = measures.map(({ measure, without, kept, difference: { mean, interval } }) =>
			words.measure({
				title: words.measures[measure],
				without: without.toFixed(1),
				kept: kept.toFixed(1),
				difference: `${mean > 0 ? '+' : ''}${mean.toFixed(1)}`,
				interval: interval && [interval.low.toFixed(1), interval.high.toFixed(1)],
			}),
		);
		const text = [...scores, ...measured, ...(place === undefined ? [] : [words.place[place]])].join(' ');
		return notice('cut', '⇆', [words.title(miniature), clipped(text, TEXT_CHARS, detail.long)]);
	});
}
