import { EngineError, UsageError } from '../../src/base/errors.ts';
import { english, message } from '../../src/base/message.ts';
import type { Completer, CompletionEvent, CompletionRequest } from '../../src/model/completer.ts';
import type {
	AppMessage,
	AppTurn,
	Conversation,
	ConversationOptions,
	TurnInput,
	TurnOptions,
} from '../../src/model/conversation.ts';
import type {
	Finish,
	GenerationEvent,
	GenerationRecord,
	GenerationTimings,
	ToolCall,
} from '../../src/model/generation.ts';
import { normalizeText } from '../../src/text/text.ts';
import { chatRecord, type GenerationEnd, type GenerationPart, partTimes } from '../supervisor/chat-record.ts';
import { askApp, type Over } from './ask-app.ts';
import { lost, type Wire, wrong } from './connection.ts';
import type { Link } from './device-link.ts';
import type { Answer, AnswerEnd, OpenMessage } from './protocol.ts';

const MAX_QUOTED_CHARS = 80;
/** How a prompt's beginning goes on is not known: system text and tools are its longest part. */
const MAX_TAIL_CHARS = 400;

/** Continues rendered prompts on the device, one at a time. */
export class DeviceCompleter implements Completer {
	readonly #link: Link;

	constructor(link: Link) {
		this.#link = link;
	}

	async *complete(request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const { parts, signal, deadlineMs, maxTokens, sharedChars, stop, sampling, grammar, ignoreEnd } = request;
		const prompt = parts.map(({ text, tokens }) => ({ text, tokens: tokens && [...tokens] }));
		const { sample } = this.#link;
		const asked = { sample, sharedChars, stop: [...stop], maxTokens, sampling, grammar, ignoreEnd, deadlineMs };
		const limits = { deadlineMs, maxTokens, signal };
		for await (const part of askApp(this.#link, { level: 'raw', prompt, ...asked }, limits)) {
			if (part.type === 'chunk') {
				const { text, atMs, token } = part;
				yield { type: 'pieces', pieces: [token === undefined ? { text, atMs } : { text, atMs, token }] };
			} else if (part.type === 'over') {
				yield { type: 'end', finish: part.finish, usage: {}, source: 'wall-clock', totalMs: part.totalMs };
			} else if (part.type === 'end') {
				const finish = finishOf(part.finish === 'tool-call' ? { ...part, finish: 'stop' } : part);
				const end = { finish, usage: part.usage, source: 'engine' as const, totalMs: part.atMs };
				yield { type: 'end', ...end, ...prefillOf(part, part.atMs) };
			}
			// A raw engine knows no calls: what it reports as one is in the text too.
		}
	}
}

/** A conversation with the app's runtime, which renders prompts and reads calls itself. */
export class ChatConversation implements Conversation {
	readonly #link: Link;
	readonly #options: ConversationOptions;
	readonly #opening: Opening;
	#calls = 0;

	constructor(link: Link, options: ConversationOptions) {
		this.#link = link;
		this.#options = options;
		this.#opening = new Opening(link, 'chat', options);
	}

	async *sendChatTurn(input: TurnInput, { signal }: TurnOptions = {}): AsyncGenerator<GenerationEvent, void, void> {
		const { deadlineMs, maxTokens, onGeneration } = this.#options;
		const { conversation, ensure } = this.#opening;
		const generation = new Generation(this.#calls);
		const answers = input.type === 'user' ? (input.unsent ?? []) : input.results;
		const results = answers.map(({ call, response }) => ({ name: call.name, arguments: call.arguments, response }));
		const text = input.type === 'user' ? input.text : input.reflection;
		const asked = { level: 'chat' as const, conversation, deadlineMs, results, text };
		try {
			for await (const part of askApp(this.#link, asked, { deadlineMs, maxTokens, signal, before: ensure })) {
				yield part.type === 'end' || part.type === 'over' ? generation.end(part) : generation.read(part);
			}
		} finally {
			this.#calls += generation.calls.length;
			onGeneration?.(generation.record());
		}
	}
}

/** A chat of the app itself: its own controller takes the user's turn, with its own prompts and tools. */
export class AppConversation implements Conversation {
	readonly #link: Link;
	readonly #options: ConversationOptions;
	readonly #opening: Opening;

	constructor(link: Link, options: ConversationOptions) {
		this.#link = link;
		this.#options = options;
		this.#opening = new Opening(link, 'app', options);
	}

	// biome-ignore lint/correctness/useYield: it refuses.
	async *sendChatTurn(): AsyncGenerator<GenerationEvent, void, void> {
		throw new UsageError(message('usage.device-whole-turns'));
	}

	/** Reports the turn's generations one by one, and returns what the app kept of it. */
	async userTurn(text: string, { signal, confirm }: TurnOptions = {}): Promise<AppTurn> {
		const { deadlineMs, maxTokens, onGeneration } = this.#options;
		const { conversation, ensure } = this.#opening;
		const asked = { level: 'app' as const, conversation, text, deadlineMs, confirm };
		const calls: ToolCall[] = [];
		const unknown: AppTurn = { messages: [{ role: 'user', text }] };
		let generation: Generation | undefined = new Generation(0);
		try {
			for await (const part of askApp(this.#link, asked, { deadlineMs, maxTokens, signal, before: ensure })) {
				generation ??= new Generation(calls.length);
				if (part.type !== 'end' && part.type !== 'over') {
					generation.read(part);
					continue;
				}
				generation.end(part);
				calls.push(...generation.calls);
				onGeneration?.(generation.record());
				generation = undefined;
				if (part.type === 'over')
					return part.finish.said === undefined ? unknown : { ...unknown, error: english(part.finish.said) };
				if (part.more !== true) return this.#turnOf(part, text, calls);
				generation = new Generation(calls.length, part.atMs);
			}
			return unknown;
		} finally {
			if (generation !== undefined) onGeneration?.(generation.record());
		}
	}

	/** Throws EngineError: `foreign` if the user's text in it is not the one that was asked. */
	#turnOf({ messages, error, finish }: AnswerEnd, text: string, calls: readonly ToolCall[]): AppTurn {
		const { device } = this.#link.hello;
		const failed = error !== undefined && { error };
		if (messages === undefined) {
			// A turn that failed or was cut may keep nothing.
			if (failed || finish === 'aborted' || finish === 'deadline')
				return { messages: [{ role: 'user', text }], ...failed };
			throw wrong(device, message('device.no-messages'));
		}
		const turn = messages.map((kept): AppMessage => {
			if (kept.role === 'user' && normalizeText(kept.text) !== normalizeText(text)) {
				throw new EngineError(
					'foreign',
					message('device.foreign', { device, asked: quoted(text), kept: quoted(kept.text) }),
				);
			}
			if (kept.role !== 'tool') return kept;
			const call = calls[kept.call];
			if (call === undefined) throw wrong(device, message('device.unknown-call', { call: kept.call }));
			return { role: 'tool-call', call, result: kept.result };
		});
		return { messages: turn, ...failed };
	}
}

/** Opens a conversation on the device at its first ask. If the app loses it, the sample is cut. */
class Opening {
	readonly conversation: number;
	readonly #opened: OpenMessage;
	#connection: Wire | undefined;

	constructor(link: Link, level: OpenMessage['level'], options: ConversationOptions) {
		const { system, tools, sampling, maxTokens, thinking } = options;
		const conversation = link.nextConversation();
		const declared = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
		// An app has its own.
		const prompt = level === 'app' ? { tools: [] } : { system, tools: declared };
		const { sample } = link;
		this.conversation = conversation;
		const render = level === 'chat' || undefined;
		this.#opened = { type: 'open', conversation, level, sample, ...prompt, sampling, maxTokens, thinking, render };
	}

	readonly ensure = (connection: Wire): void => {
		if (this.#connection === connection) return;
		if (this.#connection !== undefined) throw lost(connection.hello.device, message('device.lost-conversation'));
		connection.open(this.#opened);
		this.#connection = connection;
	};
}

/** One generation of a runtime that renders prompts and reads calls itself, as its parts arrive. */
class Generation {
	readonly #firstCall: number;
	/** End of the generation before, on the clock of the answer. */
	readonly #lastEndMs: number | undefined;
	#parts: GenerationPart[] = [];
	#end: GenerationEnd | undefined;
	/** As the runtime rendered it. */
	#prompt: string | undefined;

	constructor(firstCall: number, lastEndMs?: number) {
		this.#firstCall = firstCall;
		this.#lastEndMs = lastEndMs;
	}

	get calls(): readonly ToolCall[] {
		return this.#parts.flatMap((part) => (part.type === 'call' ? [part.call] : []));
	}

	read(part: Exclude<Answer, AnswerEnd>): GenerationPart {
		const read = this.#partOf(part);
		this.#parts.push(read);
		return read;
	}

	/** The app's tools run between two generations: a later one whose `startMs` is unknown is timed from the end before. */
	end(part: AnswerEnd | Over): GenerationEnd {
		if (part.type === 'end') this.#prompt = part.rendered;
		const startMs = part.type === 'end' ? this.#possible(part.startMs) : undefined;
		const originMs = startMs ?? this.#lastEndMs ?? 0;
		this.#parts = this.#parts.map((read) => ({ ...read, atMs: read.atMs - originMs }));
		const totalMs = (part.type === 'end' ? part.atMs : part.totalMs) - originMs;
		const { firstTokenMs, ...times } = partTimes(this.#parts);
		const isLater = this.#lastEndMs !== undefined;
		const sinceLastEnd = isLater && startMs === undefined;
		// A runtime reports a call when it is complete, so the first token of a leading call is unknown.
		const knowsFirst = firstTokenMs !== undefined && !sinceLastEnd && this.#parts[0]?.type !== 'call';
		const timings: GenerationTimings = {
			source: part.type === 'end' ? 'engine' : 'wall-clock',
			...(part.type === 'end' && prefillOf(part, totalMs)),
			...(knowsFirst && { firstTokenMs }),
			...times,
			totalMs,
			...(isLater && { sinceLastEnd }),
		};
		const finish = part.type === 'end' ? finishOf(part) : part.finish;
		const called = finish.unified === 'stop' && this.calls.length > 0;
		this.#end = {
			type: 'end',
			finish: called ? { unified: 'tool-call', raw: finish.raw } : finish,
			usage: part.type === 'end' ? part.usage : {},
			timings,
		};
		return this.#end;
	}

	record(): GenerationRecord {
		const prompt = this.#prompt;
		return { ...chatRecord(this.#parts, this.#end), promptText: prompt, promptTail: prompt?.slice(-MAX_TAIL_CHARS) };
	}

	/** A start before the last end or after the first part cannot be. */
	#possible(startMs: number | undefined): number | undefined {
		if (this.#lastEndMs === undefined || startMs === undefined) return undefined;
		const firstMs = this.#parts[0]?.atMs ?? Number.POSITIVE_INFINITY;
		return startMs >= this.#lastEndMs && startMs <= firstMs ? startMs : undefined;
	}

	#partOf(part: Exclude<Answer, AnswerEnd>): GenerationPart {
		const { atMs } = part;
		if (part.type === 'chunk') return { type: part.thinking === true ? 'thinking' : 'text', text: part.text, atMs };
		// Runtimes give no reason that fits every grammar.
		if (part.type === 'malformed') return { type: 'malformed', reason: 'bad-arguments', raw: part.raw, atMs };
		const { name, arguments: args, raw = `${name}(${JSON.stringify(args)})` } = part;
		const id = `call-${this.#firstCall + this.calls.length}`;
		return { type: 'call', call: { id, name, arguments: args, raw }, atMs };
	}
}

function finishOf({ finish, reason }: AnswerEnd): Finish {
	return { unified: finish, raw: reason === '' ? finish : reason };
}

function prefillOf({ prefillMs }: AnswerEnd, totalMs: number): { readonly prefillMs?: number } {
	return prefillMs === undefined ? {} : { prefillMs: Math.min(prefillMs, totalMs) };
}

function quoted(text: string): string {
	return JSON.stringify(text.slice(0, MAX_QUOTED_CHARS));
}
