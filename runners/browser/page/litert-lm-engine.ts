import {
	Backend,
	type Conversation,
	Engine,
	loadLiteRtLm,
	type Message,
	type Preface,
	SamplerType,
	type SessionConfig,
} from '@litert-lm/core';
import type { Sampling } from '../../../src/model/completer.ts';
import type { LoadProgress } from '../../../src/model/runner.ts';
import type { PageChatTurn, PageLoaded, PageLoadRequest, PagePiece, PageRequest } from '../page-protocol.ts';
import {
	ABORTED,
	failureOf,
	type Generated,
	type GenerationSink,
	gpuAdapter,
	messageOf,
	type PageEngine,
	PageFailure,
	requireGpu,
} from './harness.ts';
import { refusedCall } from './litert-lm-refusal.ts';

/** Where the package's WASM is served; by default it comes from a CDN. */
const WASM = '/litert-lm/wasm/';

/** LiteRT-LM renders and parses itself. The last conversation is kept. */
export class LiteRtLmEngine implements PageEngine {
	#engine: Engine | undefined;
	#open: { readonly id: number; readonly conversation: Conversation } | undefined;

	async load(request: PageLoadRequest, onProgress: (progress: LoadProgress) => void): Promise<PageLoaded> {
		const gpu = request.gpu ?? (await gpuAdapter())?.software === false;
		if (gpu) await requireGpu();
		try {
			await loadLiteRtLm(new URL(WASM, location.href).href);
			this.#engine = await Engine.create({
				model: await modelStream(request.model, onProgress),
				backend: gpu ? Backend.GPU_ARTISAN : Backend.CPU,
				mainExecutorSettings: { maxNumTokens: request.contextSize },
				benchmarkEnabled: true,
			});
		} catch (error) {
			throw new PageFailure('model-invalid', 'browser.not-loaded', { reason: messageOf(error) });
		}
		return { backend: gpu ? 'webgpu' : 'cpu', contextSize: request.contextSize };
	}

	async generate(request: PageRequest, sink: GenerationSink, signal: AbortSignal): Promise<Generated> {
		if (request.type !== 'chat') throw new Error('LiteRT-LM converses only');
		const conversation = await this.#conversation(request);
		const cancel = (): void => conversation.cancel();
		signal.addEventListener('abort', cancel);
		try {
			if (signal.aborted) return ABORTED;
			const said = await converse(conversation, request, sink);
			return await ending(conversation, request.maxTokens, said, signal.aborted);
		} catch (error) {
			// Its state is unknown: the next turn opens another conversation from the history.
			this.#open = undefined;
			await conversation.delete().catch(() => undefined);
			if (signal.aborted || /Task cancelled/u.test(messageOf(error))) return ABORTED;
			const refused = refusedCall(messageOf(error));
			if (refused !== undefined) {
				sink.piece(refused, 'malformed');
				return { finish: { unified: 'stop', raw: 'call refused by the parser' }, usage: {} };
			}
			// It renders its history again, and the template changed what it had printed.
			if (/does not start with the previous rendered/u.test(messageOf(error))) {
				throw new PageFailure('generation-failed', 'browser.litert-history');
			}
			throw failureOf('protocol', error);
		} finally {
			signal.removeEventListener('abort', cancel);
		}
	}

	async #conversation(turn: PageChatTurn): Promise<Conversation> {
		if (this.#engine === undefined) throw new Error('no model is loaded');
		if (this.#open?.id === turn.conversation) return this.#open.conversation;
		await this.#open?.conversation.delete();
		const sessionConfig = { maxOutputTokens: turn.maxTokens, samplerParams: samplerParams(turn.sampling) };
		const preface = turn.preface as unknown as Preface;
		const conversation = await this.#engine.createConversation({ sessionConfig, preface });
		this.#open = { id: turn.conversation, conversation };
		return conversation;
	}
}

/** The engine's own type for greedy decoding is not implemented on the CPU and writes padding on a GPU; both need `k`. */
function samplerParams({ temperature, seed, topK, topP }: Sampling): NonNullable<SessionConfig['samplerParams']> {
	if (temperature === 0) return { type: SamplerType.TOP_P, k: 1, p: 1, temperature: 1, seed };
	return { type: SamplerType.TOP_P, temperature, seed, p: topP ?? 1, k: topK ?? 64 };
}

/** What an answer was. */
interface Answer {
	readonly called: boolean;
	/** Pieces of text: one a token, but for those of half a character, and those that the engine keeps back. */
	readonly pieces: number;
	readonly late: boolean;
}

/** Reads one answer to its end. */
async function converse(conversation: Conversation, turn: PageChatTurn, sink: GenerationSink): Promise<Answer> {
	let called = false;
	let pieces = 0;
	const deadline = performance.now() + turn.deadlineMs;
	const arrivals = watchPieces(conversation, () => performance.now() > deadline && conversation.cancel());
	let t: number | undefined;
	const show = (text: string, as?: PagePiece['as']): void => {
		if (text === '') return;
		pieces += 1;
		sink.piece(text, as, t);
	};
	for await (const message of conversation.sendMessageStreaming([...turn.messages] as unknown as Message[])) {
		t = arrivals.shift();
		for (const text of Object.values(message.channels ?? {})) show(text, 'thinking');
		show(textOf(message));
		for (const call of message.tool_calls ?? []) {
			called = true;
			sink.piece(JSON.stringify(call), 'call', t);
		}
	}
	return { called, pieces, late: performance.now() > deadline };
}

/** The package's private side of a conversation. */
interface Underneath {
	sendMessageAsync(
		json: string,
		callback: (chunk: string | null, isDone: boolean, error: string | null) => void,
	): Promise<void>;
}

/**
 * When each message came, on the page's clock. On the CPU the engine does not yield: the stream is read, and an abort heard,
 * when the whole answer is there. Only the callback under the stream is called in time.
 */
function watchPieces(conversation: Conversation, onPiece: () => void): number[] {
	const arrivals: number[] = [];
	const under: Underneath = conversation['conversation'];
	const { sendMessageAsync: send }: Underneath = Object.getPrototypeOf(under);
	under.sendMessageAsync = (json, callback) =>
		send.call(under, json, (chunk, isDone, error) => {
			if (chunk) arrivals.push(performance.now());
			onPiece();
			callback(chunk, isDone, error);
		});
	return arrivals;
}

function textOf({ content }: Message): string {
	if (typeof content === 'string') return content;
	return (content ?? []).map((part) => (part.type === 'text' ? String(part.text) : '')).join('');
}

/** The engine counts the token that it stopped at, and shows no piece of it. */
const STOP_TOKEN = 1;

/** The engine reports 0 for a count that it did not take. */
async function ending(
	conversation: Conversation,
	maxTokens: number,
	{ called, pieces, late }: Answer,
	aborted: boolean,
): Promise<Generated> {
	const info = await conversation.getBenchmarkInfo();
	const { lastPrefillTokenCount: evaluated, lastDecodeTokenCount: outputTokens } = info;
	const promptTokens = Math.max((await conversation.getTokenCount()) - outputTokens, evaluated);
	const speed = info.lastPrefillTokensPerSecond;
	return {
		finish: finishOf(called, outputTokens >= maxTokens && outputTokens - pieces !== STOP_TOKEN, aborted || late),
		usage: {
			...(evaluated > 0 && { promptTokens, cachedPromptTokens: promptTokens - evaluated }),
			...(outputTokens > 0 && { outputTokens }),
		},
		...(speed > 0 && { prefillMs: (evaluated / speed) * 1000 }),
	};
}

/** The engine does not report why it ended. */
function finishOf(called: boolean, full: boolean, aborted: boolean): Generated['finish'] {
	if (aborted) return ABORTED.finish;
	if (called) return { unified: 'tool-call', raw: 'tool_calls' };
	return full ? { unified: 'length', raw: 'maxOutputTokens' } : { unified: 'stop', raw: 'end of stream' };
}

async function modelStream(
	url: string,
	onProgress: (progress: LoadProgress) => void,
): Promise<ReadableStream<Uint8Array>> {
	const response = await fetch(url);
	if (!response.ok || response.body === null) throw new Error(`${url}: ${response.status}`);
	const total = Number(response.headers.get('content-length'));
	let done = 0;
	const count = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			done += chunk.byteLength;
			onProgress({ stage: 'load', done, total, unit: 'bytes' });
			controller.enqueue(chunk);
		},
	});
	return response.body.pipeThrough(count);
}
