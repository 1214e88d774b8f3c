import type { CapturedFinish, CorpusEvent, EarlierFinishes } from '../chat/corpus-log.ts';
import type { CapturedEvent } from './lines.ts';

/** A complete user turn of a capture. */
export interface CapturedTurn {
	/** Id of the corpus prompt, if the app knows it. */
	readonly prompt?: string;
	readonly text: string;
	/** Chunks and calls of the model, in order. */
	readonly spoken: readonly SpokenEvent[];
	/** Whether it is the first turn since the app started. */
	readonly first: boolean;
	/** On the logger's clock, which may run on from turn to turn. */
	readonly startAtMs: number;
	readonly endAtMs: number;
	readonly error?: string;
	/** Of the last generation, if known. */
	readonly finish?: CapturedFinish;
	/** Of those before it. */
	readonly earlier?: EarlierFinishes;
	/** Why its times are not comparable. */
	readonly notComparable?: readonly string[];
}

export type SpokenEvent = Extract<CorpusEvent, { t: 'chunk' | 'call' }>;

/** A user turn that was cut off, or with missing lines. */
export interface BrokenTurn {
	readonly prompt?: string;
	readonly text: string;
	/** The turn up to where it was cut off; absent if a line of it is missing. */
	readonly soFar?: CapturedTurn;
}

interface CapturedTurns {
	readonly turns: readonly CapturedTurn[];
	readonly broken: readonly BrokenTurn[];
	/** Number of events whose user line is missing. */
	readonly stray: number;
}

/**
 * Splits a capture into its user turns. A turn is complete only if no sequence number is missing: the missing line could
 * be the call that decides.
 */
export function readTurns(events: readonly CapturedEvent[]): CapturedTurns {
	const turns: CapturedTurn[] = [];
	const broken: BrokenTurn[] = [];
	let stray = 0;
	let open: OpenTurn | undefined;
	const close = (): void => {
		if (open?.whole === true && open.end !== undefined) turns.push(closed(open, open.end));
		else if (open !== undefined) broken.push(cut(open));
		open = undefined;
	};
	for (const { n, event, process } of inOrder(events)) {
		if (event.t === 'user') {
			close();
			open = { user: event, process, first: n === 0, next: n + 1, whole: true, spoken: [] };
			continue;
		}
		const isNext = n === open?.next && !isAnotherProcess(process, open.process);
		if (open?.end !== undefined) close();
		if (open === undefined) {
			stray += 1;
			continue;
		}
		open.next = n + 1;
		if (!isNext) open.whole = false;
		if (event.t === 'end') open.end = event;
		else open.spoken.push(event);
	}
	close();
	return { turns, broken, stray };
}

type UserEvent = Extract<CorpusEvent, { t: 'user' }>;
type EndEvent = Extract<CorpusEvent, { t: 'end' }>;

interface OpenTurn {
	readonly user: UserEvent;
	readonly process: string | undefined;
	readonly first: boolean;
	readonly spoken: SpokenEvent[];
	next: number;
	whole: boolean;
	end?: EndEvent;
}

function closed({ user: { prompt, text, atMs }, first, spoken }: OpenTurn, end: EndEvent): CapturedTurn {
	const { error, finish, earlier, notComparable } = end;
	return { prompt, text, spoken, first, startAtMs: atMs, endAtMs: end.atMs, error, finish, earlier, notComparable };
}

function cut(turn: OpenTurn): BrokenTurn {
	const { prompt, text } = turn.user;
	const last = turn.spoken.at(-1);
	if (!turn.whole || last === undefined) return { prompt, text };
	return { prompt, text, soFar: closed(turn, { t: 'end', atMs: last.atMs, error: 'no end event' }) };
}

/** Events by their number, each once: a console may repeat and swap lines. A restarted app counts from 0 again. */
function inOrder(events: readonly CapturedEvent[]): readonly CapturedEvent[] {
	let session = new Map<number, CapturedEvent>();
	const sessions = [session];
	let last = -1;
	let process: string | undefined;
	for (const captured of events) {
		const isOther = isAnotherProcess(captured.process, process);
		process = captured.process ?? process;
		const before = isOther ? undefined : session.get(captured.n);
		const isRestart = captured.n === 0 && last !== 0;
		if (before !== undefined && !isRestart && sameEvent(before, captured)) continue;
		if (isOther || before !== undefined) {
			session = new Map();
			sessions.push(session);
		}
		session.set(captured.n, captured);
		last = captured.n;
	}
	return sessions.flatMap((one) => [...one.values()].sort((first, second) => first.n - second.n));
}

/** Whether two lines are known to be of different processes. */
function isAnotherProcess(one: string | undefined, other: string | undefined): boolean {
	return one !== undefined && other !== undefined && one !== other;
}

/** Processes, if their lines alternate: two apps logged at once, not one that was restarted. */
export function processesAtOnce(events: readonly CapturedEvent[]): readonly string[] {
	const named = events.flatMap(({ process }) => process ?? []);
	const inTurns = named.filter((process, at) => process !== named[at - 1]);
	const all = [...new Set(inTurns)];
	return all.length < inTurns.length ? all : [];
}

function sameEvent({ event }: CapturedEvent, other: CapturedEvent): boolean {
	return JSON.stringify(event) === JSON.stringify(other.event);
}
