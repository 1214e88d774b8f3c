import type {
	Conversation,
	ConversationOptions,
	GenerationEvent,
	HistoryMessage,
	JsonObject,
	JsonValue,
	ToolDeclaration,
	ToolResponse,
	TurnInput,
	TurnOptions,
} from '../../../src/index.ts';
import type { ServedName } from '../served-model.ts';
import { readEvents } from '../wire/event-stream.ts';
import { request, type Server } from '../wire/http.ts';
import { TimeLimit } from '../wire/time-limit.ts';
import { ChatReading } from './chat-reading.ts';
import { thinkingFields } from './thinking-fields.ts';

/** Whom a conversation is with. */
export interface ChatTarget {
	readonly server: Server;
	/** The name that is asked for. */
	readonly model: string;
	readonly served: ServedName;
	/** Ollama has a field of its own for thinking. */
	readonly isOllama: boolean;
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
		const said = (options.history ?? []).map(saidMessage);
		this.#history = [...(options.system === undefined ? [] : [{ role: 'system', content: options.system }]), ...said];
		this.#calls = said.reduce((sum, { tool_calls: calls }) => sum + (Array.isArray(calls) ? calls.length : 0), 0);
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
			this.#calls += rest.filter(({ type }) => type === 'call').length;
			this.#history = [...messages, assistantMessage(reading.text(), rest)];
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
		return {
			model: this.#target.model,
			messages,
			...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
			...(constrainTo === undefined ? {} : { tool_choice: { type: 'function', function: { name: constrainTo } } }),
			max_tokens: maxTokens,
			temperature: sampling.temperature,
			seed: sampling.seed,
			...(sampling.topP === undefined ? {} : { top_p: sampling.topP }),
			...(sampling.topK === undefined ? {} : { top_k: sampling.topK }),
			...thinkingFields(thinking, this.#target.isOllama),
			stream: true,
			stream_options: { include_usage: true },
		};
	}
}

const PATH = '/v1/chat/completions';

/** Servers take arguments and responses as JSON text. */
function saidMessage(message: HistoryMessage): JsonObject {
	if (message.role === 'tool') return { ...message, content: JSON.stringify(message.content) };
	if (message.role === 'user') return message;
	const { role, content, tool_calls: calls = [] } = message;
	const written = calls.map(({ id, type, function: called }) => {
		return { id, type, function: { name: called.name, arguments: JSON.stringify(called.arguments) } };
	});
	return { role, content, ...(written.length > 0 && { tool_calls: written }) };
}

function turnMessages(input: TurnInput): readonly JsonObject[] {
	if (input.type === 'user') return [...(input.unsent ?? []).map(resultMessage), { role: 'user', content: input.text }];
	const results = input.results.map(resultMessage);
	return input.reflection === undefined ? results : [...results, { role: 'user', content: input.reflection }];
}

function resultMessage({ call, response }: ToolResponse): JsonObject {
	return { role: 'tool', tool_call_id: call.id, name: call.name, content: JSON.stringify(response) };
}

function assistantMessage(text: string, called: readonly GenerationEvent[]): JsonObject {
	const toolCalls: JsonValue[] = called.flatMap((event) =>
		event.type === 'call'
			? [
					{
						id: event.call.id,
						type: 'function',
						function: { name: event.call.name, arguments: JSON.stringify(event.call.arguments) },
					},
				]
			: [],
	);
	return { role: 'assistant', content: text, ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }) };
}

function toolOf({ name, description, parameters }: ToolDeclaration): JsonObject {
	return { type: 'function', function: { name, description, parameters } };
}
