import { type AppMessage, EngineError, normalizeText, type ToolCall } from '../../../src/index.ts';
import { wrong } from '../link/connection.ts';
import type { DeviceLink } from '../link/device-link.ts';
import type { AppMessageTold } from '../protocol/messages.ts';

/** The turn that an app was asked for: the user's words, and the calls that it told of. */
export interface AskedTurn {
	readonly text: string;
	readonly calls: readonly ToolCall[];
	readonly link: DeviceLink;
}

/**
 * What the app keeps of a turn; of several results of one call the first. Throws EngineError: `foreign` where its user asks
 * something else, `protocol` for a result of no call.
 */
export function keptMessages(messages: readonly AppMessageTold[], turn: AskedTurn): readonly AppMessage[] {
	requireAsked(messages, turn);
	const { calls, link } = turn;
	const answered = new Set<number>();
	return messages.flatMap((message): AppMessage | [] => {
		if (message.role !== 'tool') return message;
		const call = calls[message.call];
		if (call === undefined) throw wrong(link.hello.device, `messages: call ${message.call} was never told`);
		if (answered.has(message.call)) {
			link.leaveOut('further results of one call', `tells several results of call ${message.call} (${call.name})`);
			return [];
		}
		answered.add(message.call);
		return { role: 'tool-call', call, result: message.result };
	});
}

/** A log of what was not asked is no log of its samples. */
function requireAsked(messages: readonly AppMessageTold[], { text, link }: AskedTurn): void {
	const said = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
	if (said.length === 0 || said.map(normalizeText).includes(normalizeText(text))) return;
	const quoted = [text, said[0] ?? ''].map((words) => JSON.stringify(words.slice(0, MOST_QUOTED)));
	throw new EngineError('foreign', `${link.hello.device}: was asked ${quoted[0]}, its messages have ${quoted[1]}`, {
		hint: "Have the app tell the user's words as they were asked.",
	});
}

const MOST_QUOTED = 80;
