import { type RawCompletionChunk, Wllama } from '@wllama/wllama/esm/index.js';
import type { LoadProgress } from '../../../src/model/runner.ts';
import type { PageCompletion, PageLoaded, PageLoadRequest, PageRequest } from '../page-protocol.ts';
import {
	ABORTED,
	failureOf,
	type Generated,
	type GenerationSink,
	messageOf,
	type PageEngine,
	PageFailure,
} from './harness.ts';
import { RangedFile } from './ranged-file.ts';
import { ChunkReading, type EngineParams, type Sharing, samplingParams, sharedEnd } from './wllama-chunks.ts';

const WASM = '/wllama/wasm/wllama.wasm';
/** In every Gemma; the engine reports only their ids. */
const BOS = '<bos>';
const EOS = '<eos>';
/** As in the native engine: batches cut elsewhere give other floating-point results. */
const STEP_TOKENS = 256;

/** llama.cpp's server in WebAssembly. It takes only text, and adds BOS to it. */
export class WllamaEngine implements PageEngine {
	#wllama: Wllama | undefined;
	#bos = '';
	/** The shared beginning in the cache. */
	#shared: string | undefined;
	#brokenCharacter = false;
	/** The engine fails on bytes that are not a character, and reports it only here. */
	readonly #logger = {
		debug: (): void => {},
		log: (): void => {},
		warn: (): void => {},
		error: (...said: unknown[]): void => {
			if (/invalid UTF-8 byte/.test(String(said[0]))) this.#brokenCharacter = true;
			console.error(...said);
		},
	};

	async load(request: PageLoadRequest, onProgress: (progress: LoadProgress) => void): Promise<PageLoaded> {
		const wllama = new Wllama({ default: new URL(WASM, location.href).href }, { logger: this.#logger });
		this.#wllama = wllama;
		const file = await RangedFile.open(request.model, (done, total) =>
			onProgress({ stage: 'load', done, total, unit: 'bytes' }),
		);
		try {
			await wllama.loadModel([file as unknown as Blob], {
				n_ctx: request.contextSize,
				n_batch: STEP_TOKENS,
				n_ubatch: STEP_TOKENS,
				n_parallel: 1,
				n_gpu_layers: request.gpu ? 99_999 : 0,
				...(request.threads === undefined ? {} : { n_threads: request.threads }),
				flash_attn: request.flashAttention,
				...(request.kvCacheType !== undefined && {
					cache_type_k: request.kvCacheType,
					cache_type_v: request.kvCacheType,
				}),
				kv_unified: false,
				// Without it, Gemma's sliding window could not be rewound to the shared beginning.
				swa_full: true,
				cache_idle_slots: false,
				ctx_shift: false,
				warmup: false,
			});
		} catch (error) {
			throw loadFailure(error);
		}
		return this.#loaded(wllama);
	}

	async generate(request: PageRequest, sink: GenerationSink, signal: AbortSignal): Promise<Generated> {
		if (request.type !== 'completion') throw new Error('wllama continues text only');
		if (!request.prompt.startsWith(this.#bos)) throw new PageFailure('protocol', 'browser.no-bos');
		try {
			const sharing = await this.#rewind(request, sink, signal);
			return await this.#continue(request, new ChunkReading(request, sink, sharing), signal);
		} catch (error) {
			if (signal.aborted) return ABORTED;
			throw generationFailure(error);
		}
	}

	#loaded(wllama: Wllama): PageLoaded {
		const { n_ctx, n_batch, metadata, token_bos, add_bos_token } = wllama.getLoadedContextInfo();
		if (!add_bos_token) throw new PageFailure('model-unsupported', 'browser.wants-no-bos');
		const template = metadata['tokenizer.chat_template'];
		this.#bos = token_bos === -1 ? '' : BOS;
		return {
			engineVersion: `llama.cpp ${Wllama.getLibllamaVersion()}`,
			backend: 'wasm',
			threads: wllama.isMultithread() ? wllama.getNumThreads() : 1,
			contextSize: n_ctx,
			batchSize: n_batch,
			bosToken: this.#bos,
			eosToken: EOS,
			chatTemplate: template,
		};
	}

	/**
	 * Brings the cache to exactly the shared beginning, its last token evaluated separately, whether it was cached or not:
	 * the cut is always in the same place, and a result never depends on earlier prompts.
	 */
	async #rewind(
		{ prompt, sharedChars, promptCache }: PageCompletion,
		sink: GenerationSink,
		signal: AbortSignal,
	): Promise<Sharing> {
		const startedAt = performance.now();
		const shared = prompt.slice(0, sharedEnd(prompt, sharedChars));
		const cached = this.#shared;
		this.#shared = undefined;
		if (shared.length <= this.#bos.length) return { ms: 0, evaluated: false };
		const evaluated = !promptCache || cached !== shared;
		const alive = (): void => sink.alive();
		if (evaluated) await this.#run(shared, { max_tokens: 0, cache_prompt: false }, alive, signal);
		await this.#run(shared, { max_tokens: 0, cache_prompt: true }, alive, signal);
		this.#shared = shared;
		return { ms: performance.now() - startedAt, evaluated };
	}

	async #continue(request: PageCompletion, reading: ChunkReading, signal: AbortSignal): Promise<Generated> {
		this.#brokenCharacter = false;
		const stop = new AbortController();
		const params = { ...samplingParams(request), cache_prompt: this.#shared !== undefined };
		const read = (chunk: RawCompletionChunk): void => {
			reading.read(chunk);
			if (reading.stopped) stop.abort();
		};
		try {
			await this.#run(request.prompt, params, read, AbortSignal.any([signal, stop.signal]));
		} catch (error) {
			if (this.#brokenCharacter) reading.breakOff();
			else if (!reading.stopped && !signal.aborted) throw error;
		}
		return reading.end(signal.aborted);
	}

	async #run(
		prompt: string,
		params: EngineParams,
		onData: (chunk: RawCompletionChunk) => void,
		abortSignal: AbortSignal,
	): Promise<void> {
		abortSignal.throwIfAborted();
		await this.#wllama?.createCompletion({
			...params,
			// The engine adds BOS again.
			prompt: prompt.slice(this.#bos.length),
			stream: true,
			onData,
			abortSignal,
		});
	}
}

function loadFailure(error: unknown): PageFailure {
	const reason = messageOf(error);
	if (/memory|allocat/i.test(reason)) return failureOf('out-of-memory', error);
	return new PageFailure('model-invalid', 'browser.not-loaded', { reason });
}

function generationFailure(error: unknown): Error {
	return failureOf(error instanceof Error && error.name === 'RuntimeError' ? 'crashed' : 'protocol', error);
}
