import {
	type CompletionEvent,
	type CompletionRequest,
	eventsLimit,
	FINISH_WORDS,
	type JsonValue,
	maxEvents,
	type Piece,
	possibleUsage,
} from '../../../src/index.ts';
import { limitedFinish } from '../finish.ts';
import { TimeLimit } from '../wire/time-limit.ts';
import { possibleServerTimings, type ServerTimings } from './server-timings.ts';

/** What a server tells at the end of a completion. */
export type Ending = ServerTimings & Pick<CompletionEnd, 'finish' | 'usage' | 'systemFingerprint'>;

type CompletionEnd = Extract<CompletionEvent, { type: 'end' }>;

/** What a server's stream is read as. Without an `end` of its own, the stream ended for an unknown reason. */
export type StreamItem = { readonly type: 'piece'; readonly piece: Piece } | ({ readonly type: 'end' } & Ending);

/** Runs one streamed request under the completion's deadline and signal, and turns it into completion events. */
export async function* completeOver(
	completion: CompletionRequest,
	stream: (limit: TimeLimit) => AsyncIterable<StreamItem>,
): AsyncGenerator<CompletionEvent, void, void> {
	const limit = new TimeLimit(completion.deadlineMs, completion.signal);
	let ending: Ending = { finish: { unified: 'unknown', raw: 'end of stream' }, usage: {} };
	let text = '';
	let count = 0;
	let [firstMs, lastMs] = [0, 0];
	try {
		for await (const item of stream(limit)) {
			if (item.type === 'end') ending = item;
			else {
				count += 1;
				text += item.piece.text;
				lastMs = item.piece.atMs;
				if (count === 1) firstMs = lastMs;
				if (count > maxEvents(completion.maxTokens)) {
					const raw = `${eventsLimit(completion.maxTokens)}, which the server passed`;
					ending = { finish: { unified: 'length', raw, limit: 'gemmark' }, usage: {} };
					break;
				}
				yield { type: 'pieces', pieces: [item.piece] };
			}
		}
	} catch (error) {
		const finish = limit.finish(error);
		if (finish === undefined) throw error;
		ending = { finish, usage: { ...(count === 0 ? {} : { outputTokens: count }) } };
	} finally {
		limit.end();
	}
	const { finish, usage, prefillMs, decodeMs, ...told } = ending;
	const { measures } = possibleUsage(usage, text, completion.maxTokens);
	const totalMs = limit.clock();
	// Without a counted token an end by itself is nothing that a model made.
	const empty = count === 0 && finish.unified === 'stop' && (usage.outputTokens ?? 0) === 0;
	yield {
		...told,
		...possibleServerTimings({ prefillMs, decodeMs }, { firstMs, lastMs, totalMs }, measures),
		type: 'end',
		finish: empty ? { unified: 'unknown', raw: FINISH_WORDS.empty } : limitedFinish(finish, usage, completion),
		usage: measures,
		source: 'wall-clock',
		totalMs,
		...(limit.before !== undefined && { refused: limit.before }),
	};
}

export function textOf(value: JsonValue | undefined): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
