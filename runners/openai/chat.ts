import type { JsonObject } from '../../src/base/json.ts';
import {
	type Conversation,
	type ConversationOptions,
	type HistoryMessage,
	mayThink,
	type Thinking,
	type ToolDeclaration,
	type ToolResponse,
	type TurnInput,
	type TurnOptions,
} from '../../src/model/conversation.ts';
import type { GenerationEvent } from '../../src/model/generation.ts';
import { ChatReading } from './chat-reading.ts';
import { readEvents } from './event-stream.ts';
import { TimeLimit } from './finish.ts';
import { request, type Server } from './http.ts';
import type { ServedName } from './served/name.ts';

/** Whom a conversation is with. */
interface ChatTarget {
	readonly server: Server;
	/** The name that is asked for. */
	readonly model: string;
	readonly served: ServedName;
	/** Ollama has a field of its own for thinking. `readServed` sets both flags by the server's version: the quirk of another server is one more, there and here. */
	readonly isOllama: boolean;
	/** `litert-lm serve` reads only the newer field for the limit. */
	readonly isLiteRtLm: boolean;
	/** Further fields of each request. */
	readonly fields: JsonObject;
}

/**
 * A conversation over `/v1/chat/completions`: the server renders the prompt and reads the calls. What its parser hides
 * (malformed calls, the order of text and calls) cannot be seen here; the run's dialect says `engine`.
 */
export class ChatConversation implements Conversation {
	readonly #target: ChatTarget;
	readonly #options: ConversationOptions;
	#history: readonly JsonObject[];
	#calls = 0;

	constructor(target: ChatTarget, options: ConversationOptions) {
		this.#target = target;
		this.#options = options;
		const history = options.history ?? [];
		const system = options.system === undefined ? [] : [{ role: 'system', content: options.system }];
		this.#history = [...system, ...history.map(historyMessage)];
		this.#calls = history.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : [])).length;
	}

	async *sendChatTurn(input: TurnInput, { signal }: TurnOptions = {}): AsyncGenerator<GenerationEvent, void, void> {
		const messages = [...this.#history, ...turnMessages(input)];
		const { deadlineMs, maxTokens, tools, onGeneration } = this.#options;
		const limit = new TimeLimit(deadlineMs, signal);
		const source = `${this.#target.server.url}${PATH}`;
		const reading = new ChatReading({ firstCall: this.#calls, tools, maxTokens, source, limit });
		try {
			yield* this.#stream(messages, reading, limit);
			const stopped = limit.finish();
			const rest = reading.readRest(stopped);
			yield* rest;
			const calls = rest.flatMap((event) => (event.type === 'call' ? [event.call] : []));
			this.#calls += calls.length;
			const written = calls.map((call) => ({ id: call.id, function: call }));
			// The official template renders the thought of a turn that calls (NousResearch/hermes-agent#70745).
			const thought = calls.length > 0 ? reading.thought() : {};
			this.#history = [...messages, { ...assistantMessage(reading.text(), written), ...thought }];
			yield reading.end(stopped);
		} finally {
			limit.end();
			onGeneration?.(reading.record());
		}
	}

	/** A stream that the operator or the deadline ended is an ending; any other failure is thrown. */
	async *#stream(
		messages: readonly JsonObject[],
		reading: ChatReading,
		limit: TimeLimit,
	): AsyncGenerator<GenerationEvent, void, void> {
		try {
			const { server, served } = this.#target;
			const response = await request(server, PATH, this.#body(messages), limit);
			for await (const event of readEvents(response, `${server.url}${PATH}`)) {
				served.read(event);
				yield* reading.read(event);
				if (reading.isBeyond) return;
			}
		} catch (error) {
			if (limit.finish(error) === undefined) throw error;
		}
	}

	#body(messages: readonly JsonObject[]): JsonObject {
		const { tools, sampling, maxTokens, constrainTo, thinking } = this.#options;
		const { model, isOllama, isLiteRtLm, fields } = this.#target;
		return {
			model,
			...fields,
			messages,
			...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
			...(constrainTo === undefined ? {} : { tool_choice: { type: 'function', function: { name: constrainTo } } }),
			[isLiteRtLm ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
			temperature: sampling.temperature,
			seed: sampling.seed,
			...(sampling.topP === undefined ? {} : { top_p: sampling.topP }),
			...(sampling.topK === undefined ? {} : { top_k: sampling.topK }),
			...thinkingFields(thinking, isOllama || isLiteRtLm),
			stream: true,
			stream_options: { include_usage: true },
		};
	}
}

const PATH = '/v1/chat/completions';

/** Servers take arguments and responses as JSON text. */
function historyMessage(message: HistoryMessage): JsonObject {
	if (message.role === 'tool') return { ...message, content: JSON.stringify(message.content) };
	return message.role === 'user' ? message : assistantMessage(message.content, message.tool_calls ?? []);
}

interface WrittenCall {
	readonly id: string;
	readonly function: { readonly name: string; readonly arguments: JsonObject };
}

function assistantMessage(content: string, calls: readonly WrittenCall[]): JsonObject {
	const written = calls.map(({ id, function: { name, arguments: given } }) => {
		return { id, type: 'function', function: { name, arguments: JSON.stringify(given) } };
	});
	return { role: 'assistant', content, ...(written.length > 0 && { tool_calls: written }) };
}

function turnMessages(input: TurnInput): readonly JsonObject[] {
	if (input.type === 'user') return [...(input.unsent ?? []).map(resultMessage), { role: 'user', content: input.text }];
	const results = input.results.map(resultMessage);
	return input.reflection === undefined ? results : [...results, { role: 'user', content: input.reflection }];
}

function resultMessage({ call, response }: ToolResponse): JsonObject {
	return { role: 'tool', tool_call_id: call.id, name: call.name, content: JSON.stringify(response) };
}

function toolOf({ name, description, parameters }: ToolDeclaration): JsonObject {
	return { type: 'function', function: { name, description, parameters } };
}

/**
 * The fields by which chat servers are asked to think; none where it was not chosen, because each has a default.
 * Source: vLLM, SGLang and llama-server read `chat_template_kwargs`; Ollama's own API reads `think`, its OpenAI one only
 * `reasoning_effort` (ollama/ollama at fb3076099, openai/openai.go of 2026-08-13). Others refuse the word `none` there,
 * so that it is sent to Ollama and `litert-lm serve` alone (its openai_common.py at 6ae7501).
 */
export function thinkingFields(thinking: Thinking | undefined, readsEffort: boolean): JsonObject {
	if (thinking === undefined) return {};
	const think = mayThink(thinking);
	return {
		think,
		chat_template_kwargs: { enable_thinking: think },
		...(readsEffort && { reasoning_effort: think ? 'medium' : 'none' }),
	};
}
