import type { CapturedEvent } from '../../chat/corpus-line.ts';

/**
 * Events in the order in which the app numbered them, each once: what carries a log may repeat lines and swap them. An
 * app that was started again numbers from 0 again, also where it is asked the same.
 */
export function inOrder(events: readonly CapturedEvent[]): readonly CapturedEvent[] {
	const sessions: Map<number, CapturedEvent>[] = [];
	let session = new Map<number, CapturedEvent>();
	let last = -1;
	for (const captured of events) {
		const before = session.get(captured.n);
		const anew = before !== undefined && captured.n === 0 && last !== 0;
		if (before !== undefined && !anew && sameEvent(before, captured)) continue;
		if (before !== undefined) {
			sessions.push(session);
			session = new Map();
		}
		session.set(captured.n, captured);
		last = captured.n;
	}
	return [...sessions, session].flatMap((one) => [...one.values()].sort((first, second) => first.n - second.n));
}

function sameEvent({ event }: CapturedEvent, other: CapturedEvent): boolean {
	return JSON.stringify(event) === JSON.stringify(other.event);
}
