import type { CapturedEvent } from '../../chat/corpus-capture.ts';

/**
 * Events in the order in which the app numbered them, each once: what carries a log may repeat lines and swap them. An
 * app that was started again numbers from 0 again, also where it is asked the same, and its process is another.
 */
export function inOrder(events: readonly CapturedEvent[]): readonly CapturedEvent[] {
	const sessions: Map<number, CapturedEvent>[] = [];
	let session = new Map<number, CapturedEvent>();
	let last = -1;
	let process: string | undefined;
	for (const captured of events) {
		if (isAnotherProcess(captured.process, process)) {
			sessions.push(session);
			session = new Map();
		}
		process = captured.process ?? process;
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

/** Whether two lines are of two processes, as far as their console tells. */
export function isAnotherProcess(one: string | undefined, other: string | undefined): boolean {
	return one !== undefined && other !== undefined && one !== other;
}

/** The processes whose lines stand between each other's, where any do: two apps logged at once, and not one that was started again. */
export function processesAtOnce(events: readonly CapturedEvent[]): readonly string[] {
	const told = events.flatMap(({ process }) => process ?? []);
	const inTurns = told.filter((process, at) => process !== told[at - 1]);
	const all = [...new Set(inTurns)];
	return all.length < inTurns.length ? all : [];
}

function sameEvent({ event }: CapturedEvent, other: CapturedEvent): boolean {
	return JSON.stringify(event) === JSON.stringify(other.event);
}
