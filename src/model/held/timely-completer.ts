import type { Completer, CompletionEvent, CompletionRequest } from '../completer.ts';
import { FINISH_WORDS, type GenerationTimings } from '../generation.ts';
import { type HeldLimits, heldMeasures } from './held-measures.ts';
import { beforeEnd, type HeldEnd } from './one-end.ts';
import { OwnClock } from './own-clock.ts';
import { GRACE_MS, timely } from './timely.ts';
import { failed, requireCompletionEvent, requireEvents, type Teller } from './told-events.ts';

/**
 * A completer that gemmark did not write, held to what one is: it ends at the deadline, at an abort and at its most pieces,
 * within `graceMs`, also where the engine does not; it has one end; what it counts can be.
 */
export function timelyCompleter(completer: Completer, teller: Teller, graceMs: number = GRACE_MS): Completer {
	return { complete: (request) => completed(completer, request, teller, graceMs) };
}

type End = Extract<CompletionEvent, { readonly type: 'end' }>;

async function* completed(
	completer: Completer,
	request: CompletionRequest,
	teller: Teller,
	graceMs: number,
): AsyncGenerator<CompletionEvent, void, undefined> {
	const clock = new OwnClock();
	const { maxTokens, deadlineMs, signal } = request;
	const held: HeldEnd<End> = {};
	const said: Said = { texts: [], atMs: [] };
	const source = beforeEnd(
		required(requireEvents(completer.complete(request), 'complete()', teller), clock, teller),
		held,
		teller,
		graceMs,
	);
	const limits = { teller: teller.name, maxTokens, deadlineMs, graceMs, signal };
	const over = yield* timely(kept(source, said), limits, ({ pieces }) => ({
		events: Math.max(1, pieces.length),
		chars: pieces.reduce((sum, { text }) => sum + text.length, 0),
	}));
	if (held.end !== undefined) yield possible(held.end, said, { clock, maxTokens, teller });
	else if (over !== undefined) {
		yield { type: 'end', finish: over, usage: {}, source: 'wall-clock', totalMs: clock.elapsedMs };
	} else throw failed(`${teller.name}: complete() tells no end`);
}

interface Said {
	readonly texts: string[];
	readonly atMs: number[];
}

async function* required(
	events: AsyncIterable<CompletionEvent>,
	clock: OwnClock,
	teller: Teller,
): AsyncGenerator<CompletionEvent, void, undefined> {
	for await (const told of clock.watch(events)) {
		const event = requireCompletionEvent(told, teller);
		if (event.type === 'end') yield event;
		else yield { ...event, pieces: event.pieces.map((piece) => ({ ...piece, atMs: clock.arrived(piece.atMs) })) };
	}
}

async function* kept<Event extends Exclude<CompletionEvent, End>>(
	events: AsyncIterable<Event>,
	{ texts, atMs }: Said,
): AsyncGenerator<Event, void, undefined> {
	for await (const event of events) {
		for (const piece of event.pieces) {
			texts.push(piece.text);
			atMs.push(piece.atMs);
		}
		yield event;
	}
}

/** The times of its pieces are left out where they are read, as those of every completer. */
function possible(end: End, { texts, atMs }: Said, limits: HeldLimits): End {
	const { finish, source, prefillMs, decodeMs, totalMs, refused, systemFingerprint } = end;
	const [firstTokenMs, lastTokenMs] = [atMs[0], atMs.at(-1)];
	const told = { source, prefillMs, decodeMs, firstTokenMs, lastTokenMs, totalMs, refused } as GenerationTimings;
	const { usage, timings } = heldMeasures({ usage: end.usage ?? {}, timings: told }, texts.join(''), atMs, limits);
	const { firstTokenMs: _, lastTokenMs: __, callOpenMs: ___, callCompleteMs: ____, ...kept } = timings;
	// Without a counted token an end by itself is nothing that a model made.
	const isEmpty = atMs.length === 0 && finish.unified === 'stop' && (usage.outputTokens ?? 0) === 0;
	const ended = isEmpty ? ({ unified: 'unknown', raw: FINISH_WORDS.empty } as const) : finish;
	return { type: 'end', finish: ended, usage, ...kept, ...(systemFingerprint !== undefined && { systemFingerprint }) };
}
