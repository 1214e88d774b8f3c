import { counted } from '../../base/message.ts';
import type { CapturedTurn, SpokenEvent } from '../../capture/turns.ts';

/** What of a captured turn cannot be true at once, in words; undefined where nothing is. */
export function capturedContradiction(turn: Told): string | undefined {
	return (
		turn.behindEnd ??
		orderProblem(turn.spoken) ??
		countProblem(turn) ??
		clockProblem(turn) ??
		prefixProblem(turn.spoken) ??
		turn.otherAnswer
	);
}

type Told = Pick<CapturedTurn, 'spoken' | 'earlier' | 'startAtMs' | 'endAtMs' | 'behindEnd' | 'otherAnswer'>;

/** Generations count from 0, and another follows a call only: without one, the call that decides was not told. */
function orderProblem(spoken: readonly SpokenEvent[]): string | undefined {
	let at = 0;
	let called = false;
	for (const { turn, t } of spoken) {
		if (turn !== at) {
			if (turn !== at + 1) return `turn ${turn} is told where turn ${at} is expected`;
			if (!called) return `turn ${turn} follows turn ${at}, which tells no call`;
			at = turn;
			called = false;
		}
		called ||= t === 'call';
	}
	return undefined;
}

/** The last generation may have said nothing, or failed; those before called something. */
function countProblem({ spoken, earlier }: Told): string | undefined {
	if (earlier === undefined) return undefined;
	const told = (spoken.at(-1)?.turn ?? -1) + 1;
	if (told === earlier.length || told === earlier.length + 1) return undefined;
	return `its end tells of ${counted(earlier.length, 'generation')} before the last, and what was said is of ${told}`;
}

function clockProblem({ spoken, startAtMs, endAtMs }: Told): string | undefined {
	let last = startAtMs;
	for (const atMs of [...spoken.map((event) => event.atMs), endAtMs]) {
		if (atMs < last) return `its clock runs backwards, from ${last} to ${atMs} ms`;
		last = atMs;
	}
	return last - startAtMs > LONGEST_TURN_MS
		? `its clock tells a turn of ${last - startAtMs} ms, longer than an hour`
		: undefined;
}

/** A clock that tells more is of another unit, or was set in the middle: nobody waits so long for an answer. */
export const LONGEST_TURN_MS: number = 60 * 60 * 1000;

function prefixProblem(spoken: readonly SpokenEvent[]): string | undefined {
	for (const events of Map.groupBy(spoken, ({ turn }) => turn).values()) {
		const at = events.findIndex(({ t }) => t === 'call');
		const call = events[at];
		if (call?.t !== 'call') continue;
		const chunks = chunksIn(events.slice(0, at));
		if (!isPartOfPrefix(chunks, call.prefix)) {
			const [said, told] = apart(chunks.join(''), call.prefix);
			return `its chunks say '${said}', the prefix of its call '${told}'`;
		}
		// A later call tells the text before the first one too, or none.
		const own = ['', bareText(call.prefix)];
		const other = events.slice(at).find((event) => event.t === 'call' && !own.includes(bareText(event.prefix)));
		if (other?.t === 'call') {
			const [first, second] = apart(call.prefix, other.prefix);
			return `its calls tell two prefixes, '${first}' and '${second}'`;
		}
	}
	return undefined;
}

/** Whether chunks are in the text that a call tells as all before it: the app may have held some back, and white space may differ. */
export function isPartOfPrefix(chunks: readonly string[], prefix: string): boolean {
	const text = bareText(prefix);
	let from = 0;
	for (const part of chunks.map(bareText)) {
		const at = text.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return true;
}

export function chunksIn(events: readonly SpokenEvent[]): readonly string[] {
	return events.flatMap((event) => (event.t === 'chunk' ? [event.text] : []));
}

/** White space may differ between what an app showed and what it told later, and a chunk may end within a letter: decomposed, it is in the whole all the same. */
export function bareText(text: string): string {
	return text.normalize('NFD').replace(/\s+/gu, '');
}

/** Two texts from where they part, with a little before it. */
function apart(one: string, other: string): readonly [string, string] {
	const [first, second] = [one.normalize('NFC'), other.normalize('NFC')];
	let same = 0;
	while (same < first.length && first[same] === second[same]) same += 1;
	const from = same > 40 ? same - 20 : 0;
	return [clipped(first, from), clipped(second, from)];
}

function clipped(text: string, from: number): string {
	const shown = text.slice(from, from + 60).toWellFormed();
	return `${from > 0 ? '…' : ''}${shown}${text.length > from + 60 ? '…' : ''}`;
}
