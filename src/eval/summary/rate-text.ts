import type { Interval } from '../../stats/interval.ts';
import type { Rate } from '../../stats/rate.ts';

/** `7/15 (95 % 24.8 to 69.9 %)`; without its interval where nothing was observed. */
export function rateText({ hits, n, wilson }: Rate): string {
	return `${hits}/${n}${wilson === undefined ? '' : ` (95 % ${intervalText(wilson)})`}`;
}

/** `24.8 to 69.9 %` */
export function intervalText({ low, high }: Interval): string {
	return `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)} %`;
}
