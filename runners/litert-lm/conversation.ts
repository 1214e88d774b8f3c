import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import type {
	Conversation,
	ConversationOptions,
	ToolDeclaration,
	ToolResponse,
	TurnInput,
	TurnOptions,
} from '../../src/model/conversation.ts';
import type { GenerationEvent } from '../../src/model/generation.ts';
import type { EnginePage } from '../browser/engine-page.ts';
import { type GeneratedPiece, generateInPage } from '../browser/page-completer.ts';
import type { PageChatTurn, PageGenerated } from '../browser/page-protocol.ts';
import type { PageSession } from '../browser/page-session.ts';
import { chatRecord, type GenerationEnd, type GenerationPart, partTimes } from '../supervisor/chat-record.ts';
import type { Turns } from '../supervisor/kept-engine.ts';

interface ConversationPorts {
	readonly session: PageSession;
	/** Shared by all conversations of a model: its engine generates one thing at a time. */
	readonly turns: Turns;
	readonly graceMs: number;
	readonly idleMs: number;
}

let opened = 0;

/**
 * A conversation in LiteRT-LM, which renders and parses itself. The engine keeps it; after a failed turn, or when the page
 * was loaded again, another one is opened with its history.
 */
export class LiteRtConversation implements Conversation {
	readonly #ports: ConversationPorts;
	readonly #options: ConversationOptions;
	#history: readonly JsonObject[];
	/** The engine's conversation that has exactly the history. */
	#engines: { readonly page: EnginePage; readonly id: number } | undefined;
	#calls = 0;

	constructor(ports: ConversationPorts, options: ConversationOptions) {
		this.#ports = ports;
		this.#options = options;
		this.#history = options.system === undefined ? [] : [{ role: 'system', content: options.system }];
	}

	async *sendChatTurn(input: TurnInput, { signal }: TurnOptions = {}): AsyncGenerator<GenerationEvent, void, void> {
		const { session, turns } = this.#ports;
		const release = await turns.take();
		const acceptedAt = performance.now();
		const generation = new Generation(this.#calls);
		try {
			if (signal?.aborted) return void (yield generation.aborted(0));
			const page = await session.living();
			try {
				yield* this.#generate(page, turnMessages(input), generation, signal);
			} catch (error) {
				this.#engines = undefined;
				if (!session.isDisposed && signal?.aborted !== true) throw error;
				yield generation.aborted(performance.now() - acceptedAt);
			}
		} finally {
			release();
			this.#options.onGeneration?.(chatRecord(generation.parts, generation.ended));
		}
	}

	async *#generate(
		page: EnginePage,
		messages: readonly JsonObject[],
		generation: Generation,
		signal: AbortSignal | undefined,
	): AsyncGenerator<GenerationEvent, void, void> {
		const { deadlineMs, maxTokens, sampling, tools } = this.#options;
		const { graceMs, idleMs, session } = this.#ports;
		const conversation = this.#engines?.page === page ? this.#engines.id : opened++;
		// Until this turn has ended well, the engine's conversation is not the history.
		this.#engines = undefined;
		const preface = { messages: this.#history, tools: tools.map(toolOf) };
		const request: PageChatTurn = { type: 'chat', conversation, preface, messages, deadlineMs, maxTokens, sampling };
		const limits = { deadlineMs, graceMs, idleMs, signal };
		for await (const item of generateInPage(page, session.modelName, request, limits)) {
			if (item.type === 'pieces') {
				for (const piece of item.pieces) yield generation.read(piece);
				continue;
			}
			const end = generation.end(item);
			this.#history = [...this.#history, ...messages, assistantMessage(generation.parts)];
			this.#calls += generation.calls;
			const { unified } = end.finish;
			if (unified !== 'aborted' && unified !== 'deadline') this.#engines = { page, id: conversation };
			yield end;
		}
	}
}

/** One generation as it arrives. */
class Generation {
	readonly parts: GenerationPart[] = [];
	ended: GenerationEnd | undefined;
	readonly #firstCall: number;

	constructor(firstCall: number) {
		this.#firstCall = firstCall;
	}

	get calls(): number {
		return this.parts.filter((part) => part.type === 'call').length;
	}

	read({ text, atMs, as }: GeneratedPiece): GenerationPart {
		const part = as === 'call' ? this.#call(text, atMs) : partOf(as ?? 'text', text, atMs);
		this.parts.push(part);
		return part;
	}

	end({ finish, usage, prefillMs, totalMs }: PageGenerated): GenerationEnd {
		const prefill = prefillMs === undefined ? {} : { prefillMs };
		const timings = { source: 'engine' as const, ...prefill, ...partTimes(this.parts), totalMs };
		this.ended = { type: 'end', finish, usage, timings };
		return this.ended;
	}

	aborted(totalMs: number): GenerationEnd {
		return this.end({ finish: { unified: 'aborted', raw: 'abort' }, usage: {}, totalMs });
	}

	/** The engine's call object as JSON. */
	#call(raw: string, atMs: number): GenerationPart {
		const given = JSON.parse(raw) as JsonValue;
		const called = isJsonObject(given) && isJsonObject(given.function) ? given.function : {};
		const { name, arguments: args } = called;
		if (typeof name !== 'string' || name === '') return { type: 'malformed', reason: 'bad-name', raw, atMs };
		if (!isJsonObject(args)) return { type: 'malformed', reason: 'bad-arguments', raw, atMs };
		const id = `call-${this.#firstCall + this.calls}`;
		return { type: 'call', call: { id, name, arguments: args, raw }, atMs };
	}
}

function partOf(as: 'text' | 'thinking' | 'malformed', text: string, atMs: number): GenerationPart {
	// The engine gives no reason that fits every grammar.
	return as === 'malformed' ? { type: as, reason: 'bad-arguments', raw: text, atMs } : { type: as, text, atMs };
}

function toolOf({ name, description, parameters }: ToolDeclaration): JsonObject {
	return { type: 'function', function: { name, description, parameters } };
}

function turnMessages(input: TurnInput): readonly JsonObject[] {
	const results = resultMessages(input.type === 'user' ? (input.unsent ?? []) : input.results);
	const text = input.type === 'user' ? input.text : input.reflection;
	return text === undefined ? results : [...results, { role: 'user', content: text }];
}

function resultMessages(results: readonly ToolResponse[]): readonly JsonObject[] {
	if (results.length === 0) return [];
	const parts = results.map(({ call, response }) => ({ type: 'tool_response', name: call.name, response }));
	return [{ role: 'tool', content: parts }];
}

/** The model's answer, for the history of a conversation that has to be opened again. */
function assistantMessage(parts: readonly GenerationPart[]): JsonObject {
	const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
	const calls: JsonValue[] = parts.flatMap((part) =>
		part.type === 'call'
			? [{ type: 'function', function: { name: part.call.name, arguments: part.call.arguments } }]
			: [],
	);
	return { role: 'assistant', content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}
