import {
	type AppMessage,
	EngineError,
	type GenerationEvent,
	normalizeText,
	type ToolCall,
} from '../../../src/index.ts';
import type { DeviceLink } from '../link/device-link.ts';
import type { AppMessageTold } from '../protocol/messages.ts';

/** The turn that an app was asked for: the user's words, and the calls that it told of. */
export interface AskedTurn {
	readonly text: string;
	readonly calls: readonly ToolCall[];
	/** What the stream told, in order. */
	readonly events: readonly GenerationEvent[];
	/** Whether the app ended the turn with an error: what it then keeps may be words of its own. */
	readonly failed: boolean;
	readonly link: DeviceLink;
}

/**
 * What the app keeps of a turn; of several results of one call the first. Throws EngineError: `foreign` where its user asks
 * something else, `contradictory` for words or results that the stream did not tell.
 */
export function keptMessages(messages: readonly AppMessageTold[], turn: AskedTurn): readonly AppMessage[] {
	requireAsked(messages, turn);
	requireTold(messages, turn);
	const { calls, link } = turn;
	const answered = new Set<number>();
	return messages.flatMap((message): AppMessage | [] => {
		if (message.role !== 'tool') return message;
		const call = calls[message.call];
		if (call === undefined) throw contradictory(turn, `a result of call ${message.call}`);
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
	const other = said.find((words) => normalizeText(words) !== normalizeText(text));
	if (other === undefined) return;
	const quoted = [text, other].map((words) => JSON.stringify(words.slice(0, MOST_QUOTED)));
	throw new EngineError('foreign', `${link.hello.device}: was asked ${quoted[0]}, its messages have ${quoted[1]}`, {
		hint: "Have the app tell the user's words as they were asked.",
	});
}

/** An app may keep less than the model said, with calls or without, and other white space; never other words, nor thoughts as said. */
function requireTold(messages: readonly AppMessageTold[], turn: AskedTurn): void {
	const kept = messages.flatMap((message) => (message.role === 'model' ? [message.text] : []));
	const written = bare(turn.events.map(writtenOf).join(''));
	const [spoken, thought] = (['text', 'thinking'] as const).map((type) =>
		bare(turn.events.flatMap((event) => (event.type === type ? [event.text] : [])).join('')),
	) as [string, string];
	const other = foreignTo(written, kept) === undefined ? undefined : foreignTo(spoken, kept);
	if (other === undefined || turn.failed) return;
	const quoted = JSON.stringify(other.slice(0, MOST_QUOTED));
	if (!thought.includes(bare(other))) throw contradictory(turn, quoted);
	const { device } = turn.link.hello;
	throw new EngineError('contradictory', `${device}: its messages have ${quoted}, which its parts tell as thinking`, {
		hint: 'Have the app keep thoughts apart from what the model said.',
	});
}

/** The first text that does not stand in the whole, behind those before it. */
function foreignTo(whole: string, texts: readonly string[]): string | undefined {
	let from = 0;
	return texts.find((text) => {
		const at = whole.indexOf(bare(text), from);
		from = at + bare(text).length;
		return at < 0;
	});
}

function writtenOf(event: GenerationEvent): string {
	if (event.type === 'call') return event.call.raw;
	if (event.type === 'malformed') return event.raw;
	return event.type === 'text' ? event.text : '';
}

/** A chunk may end within a letter: decomposed, it is in the whole all the same. */
function bare(text: string): string {
	return text.normalize('NFD').replace(/\s+/gu, '');
}

function contradictory({ link }: AskedTurn, what: string): EngineError {
	return new EngineError(
		'contradictory',
		`${link.hello.device}: its messages have ${what}, which its parts did not tell`,
		{
			hint: 'Have the app keep what it told of the turn.',
		},
	);
}

const MOST_QUOTED = 80;
