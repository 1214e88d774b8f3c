import type { CapturedEvent, CorpusEvent } from '../../chat/corpus-line.ts';
import { inOrder, isAnotherProcess } from './capture-order.ts';

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
}

export type SpokenEvent = Extract<CorpusEvent, { t: 'chunk' | 'call' }>;

/** A user turn that was cut short, or of which lines were lost. */
export interface BrokenTurn {
	readonly prompt?: string;
	readonly text: string;
}

export interface CapturedTurns {
	readonly turns: readonly CapturedTurn[];
	readonly broken: readonly BrokenTurn[];
	/** Events that belong to no turn: the capture began behind the user's words. */
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
	for (const { n, event, process } of inOrder(events)) {
		if (event.t === 'user') {
			if (open !== undefined) broken.push(wordsOf(open.user));
			open = { user: event, process, first: n === 0, next: n + 1, whole: true, spoken: [] };
			continue;
		}
		if (open === undefined) {
			stray += 1;
			continue;
		}
		if (n !== open.next || isAnotherProcess(process, open.process)) open.whole = false;
		open.next = n + 1;
		if (event.t !== 'end') {
			open.spoken.push(event);
			continue;
		}
		if (open.whole) turns.push(closed(open, event));
		else broken.push(wordsOf(open.user));
		open = undefined;
	}
	if (open !== undefined) broken.push(wordsOf(open.user));
	return { turns, broken, stray };
}

type UserEvent = Extract<CorpusEvent, { t: 'user' }>;

interface OpenTurn {
	readonly user: UserEvent;
	readonly process: string | undefined;
	readonly first: boolean;
	readonly spoken: SpokenEvent[];
	next: number;
	whole: boolean;
}

function closed({ user, first, spoken }: OpenTurn, end: Extract<CorpusEvent, { t: 'end' }>): CapturedTurn {
	const error = end.error === undefined ? {} : { error: end.error };
	return { ...wordsOf(user), spoken, first, startAtMs: user.atMs, endAtMs: end.atMs, ...error };
}

function wordsOf({ prompt, text }: UserEvent): BrokenTurn {
	return { ...(prompt === undefined ? {} : { prompt }), text };
}
