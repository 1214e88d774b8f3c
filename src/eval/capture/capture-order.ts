import type { CapturedEvent } from '../../chat/corpus-line.ts';

/**
 * Events in the order in which the app numbered them, each once: what carries a log may repeat lines and swap them. An
 * app that was started again numbers from 0 again.
 */
export function inOrder(events: readonly CapturedEvent[]): readonly CapturedEvent[] {
	const sessions: Map<number, CapturedEvent>[] = [];
	let session = new Map<number, CapturedEvent>();
	let last = -1;
	for (const captured of events) {
		const before = session.get(captured.n);
		if (before !== undefined && sameEvent(before, captured)) continue;
		if (before !== undefined || startsAnew(captured, last)) {
			sessions.push(session);
			session = new Map();
		}
		session.set(captured.n, captured);
		last = captured.n;
	}
	return [...sessions, session].flatMap((one) => [...one.values()].sort((first, second) => first.n - second.n));
}

/** The first words of an app's session, and not merely its first two lines swapped. */
function startsAnew({ n, event }: CapturedEvent, last: number): boolean {
	return n === 0 && event.t === 'user' && last > 1;
}

function sameEvent({ event }: CapturedEvent, other: CapturedEvent): boolean {
	return JSON.stringify(event) === JSON.stringify(other.event);
}
