import type { ReplayMeasure, ReplaySummary } from '../../../summary/arms.ts';
import { flipsText } from './flips-text.ts';

/**
 * What keeping the prefix does, a line per score and one of where the template puts it. Plain text that may quote the
 * log; it decides nothing.
 */
export function replayLines({ suite, flips, measures, place, miniature }: ReplaySummary): readonly string[] {
	const model = miniature ? ' (of the miniature, not Gemma)' : '';
	return [
		...flips.map((flip) => `${suite.name}, keeping the prefix (push against discard): ${flipsText(flip)}${model}`),
		...measures.map((one) => `${suite.name}: ${measureWords[one.measure]} ${replayedFigures(one)}${model}`),
		...(place === undefined ? [] : [`${suite.name}: the model reads the pushed prefix ${placeWords[place]}`]),
	];
}

const measureWords: Readonly<Record<ReplayMeasure['measure'], string>> = {
	promptTokens: 'tokens of its first prompt',
	outputTokens: 'output tokens',
	endToEndMs: 'time of the turn in ms',
};

const placeWords: Readonly<Record<NonNullable<ReplaySummary['place']>, string>> = {
	'before the call': 'before the call',
	'between call and response': 'between call and response',
	'behind the response': 'behind the response',
	nowhere: 'nowhere: the template drops it',
};

/** `24.5 without, 25.0 with (+0.5, 95 % 0.1 to 0.9)`. */
function replayedFigures({ without, kept, difference: { mean, interval } }: ReplayMeasure): string {
	const signed = `${mean > 0 ? '+' : ''}${mean.toFixed(1)}`;
	const within = interval === undefined ? '' : `, 95 % ${interval.low.toFixed(1)} to ${interval.high.toFixed(1)}`;
	return `${without.toFixed(1)} without, ${kept.toFixed(1)} with (${signed}${within})`;
}
