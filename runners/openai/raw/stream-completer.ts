import {
	type CompletionEvent,
	type CompletionRequest,
	eventsLimit,
	FINISH_WORDS,
	maxEvents,
	type Piece,
} from '../../../src/index.ts';
import { limitedFinish } from '../finish.ts';
import { answerUsage, type ServerTimings } from '../schema.ts';
import { TimeLimit } from '../wire/time-limit.ts';

/** What a server reports at the end of a completion. */
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
	let count = 0;
	try {
		for await (const item of stream(limit)) {
			if (item.type === 'end') ending = item;
			else {
				count += 1;
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
	const { finish, usage, ...reported } = ending;
	// Without a counted token an end by itself is nothing that a model made.
	const empty = count === 0 && finish.unified === 'stop' && (usage.outputTokens ?? 0) === 0;
	yield {
		...reported,
		type: 'end',
		finish: empty ? { unified: 'unknown', raw: FINISH_WORDS.empty } : limitedFinish(finish, usage, completion),
		usage: answerUsage(usage, count > 0),
		source: 'wall-clock',
		totalMs: limit.clock(),
		...(limit.before !== undefined && { refused: limit.before }),
	};
}
