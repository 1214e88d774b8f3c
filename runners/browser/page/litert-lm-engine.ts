import {
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
import type { PageChatTurn, PageLoaded, PageLoadRequest, PageRequest } from '../page-protocol.ts';
import {
	ABORTED,
	failureOf,
	type Generated,
	type GenerationSink,
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
		await requireGpu();
		try {
			await loadLiteRtLm(new URL(WASM, location.href).href);
			this.#engine = await Engine.create({
				model: await modelStream(request.model, onProgress),
				mainExecutorSettings: { maxNumTokens: request.contextSize },
				benchmarkEnabled: true,
			});
		} catch (error) {
			throw new PageFailure('model-invalid', 'browser.not-loaded', { reason: messageOf(error) });
		}
		return { backend: 'webgpu', contextSize: request.contextSize };
	}

	async generate(request: PageRequest, sink: GenerationSink, signal: AbortSignal): Promise<Generated> {
		if (request.type !== 'chat') throw new Error('LiteRT-LM converses only');
		const conversation = await this.#conversation(request);
		const cancel = (): void => conversation.cancel();
		signal.addEventListener('abort', cancel);
		try {
			if (signal.aborted) return ABORTED;
			const called = await converse(conversation, request, sink);
			return await ending(conversation, request.maxTokens, called, signal.aborted);
		} catch (error) {
			// Its state is unknown: the next turn opens another conversation from the history.
			this.#open = undefined;
			await conversation.delete().catch(() => undefined);
			if (signal.aborted) return ABORTED;
			const refused = refusedCall(messageOf(error));
			if (refused !== undefined) {
				sink.piece(refused, 'malformed');
				return { finish: { unified: 'stop', raw: 'call refused by the parser' }, usage: {} };
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

function samplerParams({ temperature, seed, topK, topP }: Sampling): NonNullable<SessionConfig['samplerParams']> {
	if (temperature === 0) return { type: SamplerType.GREEDY, seed };
	return { type: SamplerType.TOP_P, temperature, seed, p: topP ?? 1, ...(topK === undefined ? {} : { k: topK }) };
}

/** Reads one answer to its end. Returns whether it called a tool. */
async function converse(conversation: Conversation, turn: PageChatTurn, sink: GenerationSink): Promise<boolean> {
	let called = false;
	for await (const message of conversation.sendMessageStreaming([...turn.messages] as unknown as Message[])) {
		for (const text of Object.values(message.channels ?? {})) if (text !== '') sink.piece(text, 'thinking');
		const text = textOf(message);
		if (text !== '') sink.piece(text);
		for (const call of message.tool_calls ?? []) {
			called = true;
			sink.piece(JSON.stringify(call), 'call');
		}
	}
	return called;
}

function textOf({ content }: Message): string {
	if (typeof content === 'string') return content;
	return (content ?? []).map((part) => (part.type === 'text' ? String(part.text) : '')).join('');
}

/** The engine reports 0 for a count that it did not take. */
async function ending(
	conversation: Conversation,
	maxTokens: number,
	called: boolean,
	aborted: boolean,
): Promise<Generated> {
	const info = await conversation.getBenchmarkInfo();
	const { lastPrefillTokenCount: evaluated, lastDecodeTokenCount: outputTokens } = info;
	const promptTokens = Math.max((await conversation.getTokenCount()) - outputTokens, evaluated);
	const speed = info.lastPrefillTokensPerSecond;
	return {
		finish: finishOf(called, outputTokens >= maxTokens, aborted),
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
