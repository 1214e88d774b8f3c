import { UsageError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { message as says } from '../../base/message.ts';
import type { HistoryCall, HistoryMessage } from '../../model/conversation.ts';
import { openThought } from '../conversation/thoughts.ts';
import type { Dialect } from '../dialect.ts';
import { valueWithoutControlTokens } from '../syntax/region.ts';
import type { PromptRenderer } from './renderer.ts';

const ARGUMENT = 'Cqz3';
const RESPONSE = 'Rqz4';

/** A short history with one call: what the template prints of it shows what it supports. */
const TRIED: readonly HistoryMessage[] = [
	{ role: 'user', content: 'A' },
	{
		role: 'assistant',
		content: '',
		tool_calls: [{ id: 'call-0', type: 'function', function: { name: 'f', arguments: { text: ARGUMENT } } }],
	},
	{ role: 'tool', tool_call_id: 'call-0', name: 'f', content: { text: RESPONSE } },
	{ role: 'user', content: 'B' },
];

/**
 * The history as a model's template takes it, without control tokens in anything that was said. Where the template
 * prints no calls or no responses, they are written by the dialect into the text of the model's turn. Throws
 * {@link UsageError} where the dialect writes none either.
 */
export function templateHistory(
	renderer: PromptRenderer,
	dialect: Dialect,
	history: readonly HistoryMessage[],
): readonly object[] {
	const messages = withoutControlTokensIn(history);
	if (!messages.some(({ role }) => role === 'tool')) return messages;
	const form = [asMessages, asResponses].find((candidate) => printsCalls(renderer, candidate));
	return form === undefined ? inText(dialect, messages) : form(messages);
}

type HistoryForm = (messages: readonly HistoryMessage[]) => readonly object[];

/** An answer as a message of its own. */
const asMessages: HistoryForm = (messages) => messages;

/** Answers beside the calls, as Google's own templates of Gemma 4 have them: they refuse a tool's message that is an object. */
const asResponses: HistoryForm = (messages) => {
	const written: object[] = [];
	let answers: object[] = [];
	for (const message of messages) {
		if (message.role === 'tool') {
			answers.push({ name: message.name, response: message.content });
			continue;
		}
		answers = [];
		const calls = message.role === 'assistant' && message.tool_calls !== undefined;
		written.push(calls ? { ...message, tool_responses: answers } : message);
	}
	return written;
};

/** What the model said and called in one turn, with the answers that it got, as the dialect writes it. Throws {@link UsageError}. */
export function modelTurn(dialect: Dialect, messages: readonly HistoryMessage[]): string {
	return inText(dialect, withoutControlTokensIn(messages))
		.map(({ content }) => content)
		.join('');
}

function withoutControlTokensIn(messages: readonly HistoryMessage[]): readonly HistoryMessage[] {
	return messages.map((message) =>
		valueWithoutControlTokens(message as unknown as JsonValue),
	) as unknown as typeof messages;
}

function printsCalls(renderer: PromptRenderer, form: HistoryForm): boolean {
	try {
		const text = renderer.renderChat({ messages: form(TRIED), tools: [], thinking: false });
		return text.includes(ARGUMENT) && text.includes(RESPONSE);
	} catch {
		return false;
	}
}

/** What stands between two user turns as one text of the model, as a conversation that goes on has it. */
function inText(
	{ name, writeCall, toolResponses }: Dialect,
	messages: readonly HistoryMessage[],
): readonly { readonly content: string }[] {
	if (writeCall === undefined) {
		throw new UsageError(says('dialect.no-calls-in-history', { dialect: name }));
	}
	const written: { readonly role: string; content: string }[] = [];
	const calls = new Map<string, HistoryCall>();
	for (const message of messages) {
		const last = written.at(-1);
		const text =
			message.role === 'tool' ? responseText(message) : message.role === 'assistant' ? said(message) : undefined;
		if (text === undefined) written.push({ role: 'user', content: message.content as string });
		else if (last?.role === 'assistant') last.content += text;
		else written.push({ role: 'assistant', content: text });
	}
	return written;

	function said({ content, tool_calls = [] }: Extract<HistoryMessage, { role: 'assistant' }>): string {
		for (const call of tool_calls) calls.set(call.id, call);
		return content + tool_calls.map((call) => writeCall?.(call.function.name, call.function.arguments)).join('');
	}

	function responseText({ tool_call_id: id, name, content }: Extract<HistoryMessage, { role: 'tool' }>): string {
		const args = calls.get(id)?.function.arguments ?? {};
		return toolResponses([{ call: { id, name, arguments: args, raw: '', repairs: [] }, response: content }]);
	}
}

/** A call and what its tool answered. */
export type AnsweredCall = readonly [name: string, args: JsonObject, response: JsonObject];

/** Templates differ in where they expect the answers of tools: the model's calls with their answers, in each form. */
export function answerForms(calls: readonly AnsweredCall[]): readonly (readonly JsonObject[])[] {
	const made = calls.map(([name, args], index) => ({
		id: `call-${index}`,
		type: 'function',
		function: { name, arguments: args },
	}));
	const assistant = { role: 'assistant', content: '', tool_calls: made };
	const responses = calls.map(([name, , response]) => ({ name, response }));
	const tool = (content: (index: number) => JsonObject | readonly JsonObject[]): readonly JsonObject[] => [
		assistant,
		...calls.map(([name], index) => ({ role: 'tool', name, tool_call_id: `call-${index}`, content: content(index) })),
	];
	return [
		[{ ...assistant, tool_responses: responses }],
		tool((index) => responses[index] ?? {}),
		tool((index) => calls[index]?.[2] ?? {}),
		[assistant, { role: 'tool', content: responses }],
	];
}

const THOUGHT = 'Tqz8';
const TALK = [
	{ role: 'user', content: 'A' },
	{ role: 'assistant', content: 'B', reasoning: THOUGHT, reasoning_content: THOUGHT },
	{ role: 'user', content: 'C' },
];

/**
 * Whether a template prints what the model thought before the user's last words. Gemma 4's official ones do not. One that
 * takes no such conversation prints none.
 */
export function keepsThoughts(renderer: PromptRenderer): boolean {
	try {
		return renderer.renderChat({ messages: TALK, tools: [], thinking: true }).includes(THOUGHT);
	} catch {
		return false;
	}
}

const SENTINEL = 'Rqz4';
const OPENING_RESPONSE = { text: SENTINEL } as const;
const CALL = { id: 'call-0', name: 'f', arguments: {}, raw: '', repairs: [] } as const;
const ANSWERED: AnsweredCall = [CALL.name, CALL.arguments, OPENING_RESPONSE];

/**
 * The thought that a template opens after the responses of tools where the model may think: Gemma 4's own does since
 * 2026-07-09. Empty where it opens none, or takes no such conversation.
 */
export function responseOpening(renderer: PromptRenderer, { thinking, toolResponses }: Dialect): string {
	if (thinking === undefined) return '';
	const own = afterSentinel(toolResponses([{ call: CALL, response: OPENING_RESPONSE }]));
	for (const answered of answerForms([ANSWERED])) {
		const found = afterSentinel(rendered(renderer, [{ role: 'user', content: 'A' }, ...answered]));
		if (own !== '' && found.startsWith(own)) return openThought(found.slice(own.length), thinking);
	}
	return '';
}

/** Empty where the template refuses. */
function rendered(renderer: PromptRenderer, messages: readonly object[]): string {
	try {
		return renderer.renderChat({ messages, tools: [], thinking: true });
	} catch {
		return '';
	}
}

function afterSentinel(text: string): string {
	const at = text.lastIndexOf(SENTINEL);
	return at === -1 ? '' : text.slice(at);
}
