import { EngineError } from '../errors/gemmark-error.ts';
import type { Conversation, ConversationOptions, TurnInput, TurnOptions } from './conversation.ts';
import type { GenerationEvent, GenerationRecord } from './generation.ts';
import { GRACE_MS, type Overdue, SILENT_ENGINE, timely } from './timely.ts';

/**
 * A conversation whose generations end at the deadline and at an abort, within `graceMs`, also where the engine stays
 * silent: then with what it said so far. What a silent engine records later is not told.
 */
export function timelyConversation(
	open: (options: ConversationOptions) => Conversation,
	options: ConversationOptions,
	graceMs: number = GRACE_MS,
): Conversation {
	let isOver = false;
	const conversation = open({
		...options,
		onGeneration(record) {
			if (!isOver) options.onGeneration?.(record);
		},
	});
	return {
		reflectsAs: conversation.reflectsAs,
		async *sendChatTurn(input: TurnInput, turnOptions?: TurnOptions) {
			if (isOver) throw new EngineError('generation-timeout', 'the engine has not ended its last generation yet');
			const started = performance.now();
			const said: SaidEvent[] = [];
			const limits = { deadlineMs: options.deadlineMs, graceMs, signal: turnOptions?.signal };
			const over = yield* timely(kept(conversation.sendChatTurn(input, turnOptions), said), limits);
			if (over === undefined) return;
			isOver = true;
			const record = cutRecord(said, over, performance.now() - started);
			options.onGeneration?.(record);
			const { finish, usage, timings } = record;
			yield { type: 'end', finish, usage, timings };
		},
	};
}

type SaidEvent = Exclude<GenerationEvent, { readonly type: 'end' }>;

async function* kept(events: AsyncIterable<GenerationEvent>, said: SaidEvent[]): AsyncGenerator<GenerationEvent> {
	for await (const event of events) {
		if (event.type !== 'end') said.push(event);
		yield event;
	}
}

function cutRecord(said: readonly SaidEvent[], over: Overdue, totalMs: number): GenerationRecord {
	return {
		pieces: said.map(pieceOf),
		pieceAtMs: said.map(({ atMs }) => atMs),
		events: said,
		finish: { unified: over, raw: SILENT_ENGINE },
		usage: {},
		timings: { source: 'wall-clock', totalMs },
	};
}

function pieceOf(event: SaidEvent): string {
	if (event.type === 'call') return event.call.raw;
	return event.type === 'malformed' ? event.raw : event.text;
}
