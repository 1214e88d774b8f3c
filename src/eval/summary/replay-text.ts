import { flipsText } from './flips-text.ts';
import type { ReplaySummary } from './replay-summary.ts';

/**
 * What keeping the prefix does, a line per score and one of where the template puts it. Plain text that may quote the
 * log; it decides nothing.
 */
export function replayLines({ suite, flips, place, miniature }: ReplaySummary): readonly string[] {
	const model = miniature ? ' (of the miniature, not Gemma)' : '';
	return [
		...flips.map((flip) => `${suite.name}, keeping the prefix (push against discard): ${flipsText(flip)}${model}`),
		...(place === undefined ? [] : [`${suite.name}: the model reads the pushed prefix ${placeWords[place]}`]),
	];
}

const placeWords: Readonly<Record<NonNullable<ReplaySummary['place']>, string>> = {
	'before the call': 'before the call',
	'between call and response': 'between call and response',
	'behind the response': 'behind the response',
	nowhere: 'nowhere: the template drops it',
};
