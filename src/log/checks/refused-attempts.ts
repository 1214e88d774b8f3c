import { counted } from '../../text/counted.ts';
import type { Log } from '../record.ts';

/** Of requests that a server took only when they were sent again, a line: what was waited for is in no time. */
export function refusedAttempts({ samples }: Pick<Log, 'samples'>): readonly string[] {
	const waited = samples
		.map(({ timings }) => timings.generations.flatMap(({ refused }) => refused ?? []))
		.filter((refusals) => refusals.length > 0);
	if (waited.length === 0) return [];
	const all = waited.flat();
	const attempts = all.reduce((sum, refused) => sum + refused.attempts, 0);
	const seconds = (all.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1);
	return [
		`the server did not take ${counted(attempts, 'request')} of ${counted(waited.length, 'sample')} at first: the ${seconds} s until it did are in no time of the model`,
	];
}
