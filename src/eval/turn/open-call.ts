import { isOpenEnded, wasCutOff } from '../../model/generation.ts';
import type { LoggedGeneration } from '../sample.ts';

/** Whether the last that a generation wrote is a call that did not come to its end. */
export function endsInOpenCall({ events }: Pick<LoggedGeneration, 'events'>): boolean {
	const last = events.at(-1);
	return last?.type === 'call' && isOpenEnded(last.call.repairs);
}

/** Whether the last that a generation wrote opens like a call and is no whole one: it may have been cut there. */
export function endsInBrokenCall(generation: Pick<LoggedGeneration, 'events'>): boolean {
	return generation.events.at(-1)?.type === 'malformed' || endsInOpenCall(generation);
}

/** Whether a generation was cut in the middle of its only call: what could be read of that is no complete one, and its time none. */
export function isCutInCall(generation: Pick<LoggedGeneration, 'events' | 'finish'> | undefined): boolean {
	if (generation === undefined || !wasCutOff(generation.finish) || !endsInOpenCall(generation)) return false;
	return generation.events.filter(({ type }) => type === 'call').length === 1;
}
