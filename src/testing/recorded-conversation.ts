import type { Conversation, ConversationOptions } from '../model/conversation.ts';
import type { GenerationEvent } from '../model/generation.ts';

/** Double: a conversation that records generations like an engine, one piece per event. */
export function recordedConversation(
	conversation: Conversation,
	{ onGeneration }: Pick<ConversationOptions, 'onGeneration'>,
): Conversation {
	return {
		async *sendChatTurn(input, options) {
			const events: GenerationEvent[] = [];
			for await (const event of conversation.sendChatTurn(input, options)) {
				events.push(event);
				if (event.type === 'end') {
					const spoken = events.filter((spoke) => spoke.type !== 'end');
					onGeneration?.({
						promptText: JSON.stringify(input),
						pieces: spoken.map(rawText),
						pieceAtMs: spoken.map(({ atMs }) => atMs),
						events,
						finish: event.finish,
						usage: event.usage,
						timings: event.timings,
					});
				}
				yield event;
			}
		},
	};
}

function rawText(event: Exclude<GenerationEvent, { type: 'end' }>): string {
	if (event.type === 'call') return event.call.raw;
	return event.type === 'malformed' ? event.raw : event.text;
}
