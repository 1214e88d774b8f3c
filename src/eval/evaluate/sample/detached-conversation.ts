import { detached } from '../../../json/detached.ts';
import type { Conversation } from '../../../model/conversation.ts';

/** The same conversation, which shares nothing with its solver: what that does to events in place is not in their record. */
export function detachedConversation(conversation: Conversation): Conversation {
	const { reflectsAs, userTurn } = conversation;
	return {
		reflectsAs,
		async *sendChatTurn(input, options) {
			for await (const event of conversation.sendChatTurn(detached(input), options)) {
				// There is one for each token, and all but a call and the end are flat.
				yield event.type === 'call' || event.type === 'end' ? detached(event) : { ...event };
			}
		},
		userTurn: userTurn && ((text, options) => userTurn.call(conversation, text, options)),
	};
}
