import type { Message } from '../base/message.ts';
import type { CapturedFinish, CorpusEvent, EarlierFinishes } from '../chat/corpus-log.ts';
import type { CapturedEvent } from './lines.ts';

/** One user turn of a capture that is whole. */
export interface CapturedTurn {
	/** Id of the corpus prompt, where the app told it. */
	readonly prompt?: string;
	/** What the user said. */
	readonly text: string;
	/** What the model did, in order. */
	readonly spoken: readonly SpokenEvent[];
	/** The first turn that the app's logger told of, so the first since the app was started. */
	readonly first: boolean;
	/** The logger's clock when the user had spoken, and when the turn was over: a logger may count on from turn to turn. */
	readonly startAtMs: number;
	readonly endAtMs: number;
	readonly error?: string;
	/** Of its last generation, where the app tells. */
	readonly finish?: CapturedFinish | undefined;
	/** Of those before it, where it tells. */
	readonly earlier?: EarlierFinishes | undefined;
	/** Why its times cannot be held against others. */
	readonly notComparable?: readonly string[] | undefined;
	/** That the same prompt was asked before, with an answer that scores otherwise. */
	readonly otherAnswer?: Message;
}

export type SpokenEvent = Extract<CorpusEvent, { t: 'chunk' | 'call' }>;

/** A user turn that was cut short, or of which lines were lost. */
export interface BrokenTurn {
	readonly prompt?: string;
	readonly text: string;
	/** What it told before it was cut, where no line of that is missing. No sample, but it may say otherwise than one. */
	readonly heard?: CapturedTurn;
}

interface CapturedTurns {
	readonly turns: readonly CapturedTurn[];
	readonly broken: readonly BrokenTurn[];
	/** Events that belong to no turn: the user's words before them were lost, or the capture began behind them. */
	readonly stray: number;
}

/**
 * Splits a capture into its user turns. A turn is whole only when no sequence number is missing from the user's words to
 * the end: what was lost could have been the call that decides.
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
		const inOneGo = n === open?.next && !isAnotherProcess(process, open.process);
		if (open?.end !== undefined) close();
		if (open === undefined) {
			stray += 1;
			continue;
		}
		open.next = n + 1;
		if (!inOneGo) open.whole = false;
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

function closed({ user, first, spoken }: OpenTurn, end: EndEvent): CapturedTurn {
	const error = end.error === undefined ? {} : { error: end.error };
	const times = { startAtMs: user.atMs, endAtMs: end.atMs };
	return {
		...wordsOf(user),
		spoken,
		first,
		...times,
		...error,
		finish: end.finish,
		earlier: end.earlier,
		notComparable: end.notComparable,
	};
}

function cut(turn: OpenTurn): BrokenTurn {
	const words = wordsOf(turn.user);
	const last = turn.spoken.at(-1);
	if (!turn.whole || last === undefined) return words;
	return { ...words, heard: closed(turn, { t: 'end', atMs: last.atMs, error: 'its end is not told' }) };
}

function wordsOf({ prompt, text }: UserEvent): Pick<CapturedTurn, 'prompt' | 'text'> {
	return { ...(prompt === undefined ? {} : { prompt }), text };
}

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
function isAnotherProcess(one: string | undefined, other: string | undefined): boolean {
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
