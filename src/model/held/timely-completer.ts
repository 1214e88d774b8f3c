import type { Completer, CompletionEvent, CompletionRequest } from '../completer.ts';
import { possibleTimings, possibleUsage } from '../possible-measures.ts';
import { beforeEnd, type HeldEnd } from './one-end.ts';
import { GRACE_MS, timely } from './timely.ts';
import { requireCompletionEvent, type Teller } from './told-events.ts';

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
	const started = performance.now();
	const { maxTokens, deadlineMs, signal } = request;
	const held: HeldEnd<End> = {};
	const said: Said = { texts: [], atMs: [] };
	const source = beforeEnd(required(completer.complete(request), teller), held, teller, graceMs);
	const limits = { teller: teller.name, maxTokens, deadlineMs, graceMs, signal };
	const over = yield* timely(kept(source, said), limits, ({ pieces }) => Math.max(1, pieces.length));
	if (held.end !== undefined) yield possible(held.end, said, maxTokens, teller);
	else if (over !== undefined) {
		const totalMs = performance.now() - started;
		yield { type: 'end', finish: over, usage: {}, source: 'wall-clock', totalMs };
	}
}

interface Said {
	readonly texts: string[];
	readonly atMs: number[];
}

async function* required(
	events: AsyncIterable<CompletionEvent>,
	teller: Teller,
): AsyncGenerator<CompletionEvent, void, undefined> {
	for await (const event of events) yield requireCompletionEvent(event, teller);
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
function possible(end: End, { texts, atMs }: Said, maxTokens: number, teller: Teller): End {
	const usage = possibleUsage(end.usage ?? {}, texts.join(''), maxTokens);
	const { prefillMs, ...rest } = end;
	const [firstTokenMs, lastTokenMs] = [atMs[0], atMs.at(-1)];
	const timings = possibleTimings(
		{
			source: end.source,
			totalMs: end.totalMs,
			...(prefillMs !== undefined && { prefillMs }),
			...(firstTokenMs !== undefined && { firstTokenMs }),
			...(lastTokenMs !== undefined && { lastTokenMs }),
		},
		atMs,
	);
	for (const how of usage.leftOut) teller.leaveOut('count', `tells ${how}; left out, also of later samples`);
	for (const how of timings.leftOut) teller.leaveOut('time', `tells ${how}; left out, also of later samples`);
	const { prefillMs: kept } = timings.measures;
	return { ...rest, usage: usage.measures, ...(kept !== undefined && { prefillMs: kept }) };
}
