import { counted } from '../src/base/message.ts';
import type { Interval } from '../src/stats/intervals.ts';
import { intervalOf, type Rate } from '../src/stats/rate.ts';

/**
 * `7/15 (95 % 24.8 to 69.9 %)`; of repeats `28/60 (95 % 23.1 to 71.4 %, clustered by 15 prompts)`; without its interval
 * where nothing was observed.
 */
export function rateText(rate: Rate): string {
	const interval = intervalOf(rate);
	const clusters = rate.clustered === undefined ? '' : `, clustered by ${counted(rate.clustered.clusters, 'prompt')}`;
	return `${rateCounts(rate)}${interval === undefined ? '' : ` (95 % ${intervalText(interval)}${clusters})`}`;
}

/** `7/15`; `–` where nothing was observed. */
export function rateCounts({ hits, n }: Pick<Rate, 'hits' | 'n'>): string {
	return n === 0 ? '–' : `${hits}/${n}`;
}

/** `24.8 to 69.9 %` */
function intervalText({ low, high }: Interval): string {
	return `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)} %`;
}
