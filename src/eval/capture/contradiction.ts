import type { CapturedTurn, SpokenEvent } from './captured-turn.ts';

/** What of a captured turn cannot be true at once, in words; undefined where nothing is. */
export function capturedContradiction(turn: Pick<CapturedTurn, 'spoken' | 'endAtMs'>): string | undefined {
	return orderProblem(turn.spoken) ?? clockProblem(turn) ?? prefixProblem(turn.spoken);
}

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

function clockProblem({ spoken, endAtMs }: Pick<CapturedTurn, 'spoken' | 'endAtMs'>): string | undefined {
	let last = 0;
	for (const atMs of [...spoken.map((event) => event.atMs), endAtMs]) {
		if (atMs < last) return `its clock runs backwards, from ${last} to ${atMs} ms`;
		last = atMs;
	}
	return undefined;
}

function prefixProblem(spoken: readonly SpokenEvent[]): string | undefined {
	for (const events of Map.groupBy(spoken, ({ turn }) => turn).values()) {
		const at = events.findIndex(({ t }) => t === 'call');
		const call = events[at];
		if (call?.t !== 'call') continue;
		const chunks = chunksIn(events.slice(0, at));
		if (!isPartOfPrefix(chunks, call.prefix)) {
			return `its chunks say '${clipped(chunks.join(''))}', the prefix of its call '${clipped(call.prefix)}'`;
		}
		// A later call tells the text before the first one too, or none.
		const own = ['', bare(call.prefix)];
		const other = events.slice(at).find((event) => event.t === 'call' && !own.includes(bare(event.prefix)));
		if (other?.t === 'call') {
			return `its calls tell two prefixes, '${clipped(call.prefix)}' and '${clipped(other.prefix)}'`;
		}
	}
	return undefined;
}

/** Whether chunks are in the text that a call tells as all before it: the app may have held some back, and white space may differ. */
export function isPartOfPrefix(chunks: readonly string[], prefix: string): boolean {
	const text = bare(prefix);
	let from = 0;
	for (const part of chunks.map(bare)) {
		const at = text.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return true;
}

export function chunksIn(events: readonly SpokenEvent[]): readonly string[] {
	return events.flatMap((event) => (event.t === 'chunk' ? [event.text] : []));
}

function bare(text: string): string {
	return text.normalize('NFC').replace(/\s+/gu, '');
}

function clipped(text: string): string {
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
