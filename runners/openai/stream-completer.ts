import {
	type CompletionEvent,
	type CompletionRequest,
	eventsLimit,
	type JsonValue,
	maxEvents,
	type Piece,
} from '../../src/index.ts';
import { limitedFinish } from './finish.ts';
import { timeLimit } from './time-limit.ts';

type Ending = Pick<Extract<CompletionEvent, { type: 'end' }>, 'finish' | 'usage' | 'prefillMs' | 'systemFingerprint'>;

/** What a server's stream is read as. Without an `end` of its own, the stream ended for an unknown reason. */
export type StreamItem = { readonly type: 'piece'; readonly piece: Piece } | ({ readonly type: 'end' } & Ending);

/** Runs one streamed request under the completion's deadline and signal, and turns it into completion events. */
export async function* completeOver(
	completion: CompletionRequest,
	stream: (signal: AbortSignal, clock: () => number) => AsyncIterable<StreamItem>,
): AsyncGenerator<CompletionEvent, void, void> {
	const started = performance.now();
	const clock = (): number => performance.now() - started;
	const limit = timeLimit(completion.deadlineMs, completion.signal);
	let ending: Ending = { finish: { unified: 'unknown', raw: 'end of stream' }, usage: {} };
	let count = 0;
	try {
		for await (const item of stream(limit.signal, clock)) {
			if (item.type === 'end') ending = item;
			else {
				count += 1;
				if (count > maxEvents(completion.maxTokens)) {
					const raw = `${eventsLimit(completion.maxTokens)}, which the server passed`;
					ending = { finish: { unified: 'length', raw }, usage: {} };
					break;
				}
				yield { type: 'pieces', pieces: [item.piece] };
			}
		}
	} catch (error) {
		const finish = limit.finish(error);
		if (finish === undefined) throw error;
		ending = { finish, usage: { ...(count === 0 ? {} : { outputTokens: count }) } };
	}
	const { usage, prefillMs, systemFingerprint } = ending;
	// Without a counted token an end by itself is nothing that a model made.
	const empty = count === 0 && ending.finish.unified === 'stop' && (usage.outputTokens ?? 0) === 0;
	yield {
		type: 'end',
		finish: empty ? { unified: 'unknown', raw: 'empty answer' } : limitedFinish(ending.finish, usage, completion),
		usage,
		source: 'wall-clock',
		...(prefillMs === undefined ? {} : { prefillMs }),
		totalMs: clock(),
		...(systemFingerprint === undefined ? {} : { systemFingerprint }),
	};
}

/** What a log holds at most: a server that tells more has counted nothing. */
const MAX_COUNT = 1e15;

/** A count or time a server may have told. */
export function countOf(value: JsonValue | undefined): number | undefined {
	return typeof value === 'number' && value >= 0 && value <= MAX_COUNT ? value : undefined;
}

export function textOf(value: JsonValue | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
