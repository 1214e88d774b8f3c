import { type RawCompletionChunk, type RawCompletionParams, Wllama } from '@wllama/wllama/esm/index.js';
import type { Usage } from '../../../src/index.ts';
import type { PageCompletion, PageLoaded, PageLoadRequest, PageRequest } from '../page-protocol.ts';
import { type Generated, type GenerationSink, type PageEngine, PageFailure } from './page-engine.ts';
import { gpuAdapter } from './probe.ts';
import { RangedFile } from './ranged-file.ts';
import { StopFilter } from './stop-filter.ts';

const WASM = '/wllama/wasm/wllama.wasm';
/** In every Gemma; the engine tells their numbers only. */
const BOS = '<bos>';
const EOS = '<eos>';
/** As in the native engine: a cut in another place gives other floating-point results. */
const STEP_TOKENS = 256;

/** Tokens of Gemma's formats that a GGUF may mark as control, whose text the engine would hide. */
const VISIBLE_TOKENS: readonly string[] = [
	'<|turn>',
	'<|tool>',
	'<tool|>',
	'<|tool_call>',
	'<tool_call|>',
	'<tool_response|>',
	'<|"|>',
	'<|channel>',
	'<channel|>',
	'<|think|>',
	'<start_of_turn>',
	'<start_function_declaration>',
	'<end_function_declaration>',
	'<start_function_call>',
	'<end_function_call>',
	'<end_function_response>',
	'<escape>',
];

/** llama.cpp's server in WebAssembly. It takes text only, and puts BOS before it by itself. */
export class WllamaEngine implements PageEngine {
	#wllama: Wllama | undefined;
	#bos = '';
	/** The shared prefix that the cache begins with. */
	#held: string | undefined;
	#brokenCharacter = false;
	/** The engine fails on bytes that are no character, and says so here only. */
	readonly #logger = {
		debug: (): void => {},
		log: (): void => {},
		warn: (): void => {},
		error: (...said: unknown[]): void => {
			if (/invalid UTF-8 byte/.test(String(said[0]))) this.#brokenCharacter = true;
			console.error(...said);
		},
	};

	async load(request: PageLoadRequest): Promise<PageLoaded> {
		const wllama = new Wllama({ default: new URL(WASM, location.href).href }, { logger: this.#logger });
		this.#wllama = wllama;
		const file = (await RangedFile.open(request.model)) as unknown as Blob;
		try {
			await wllama.loadModel([file], {
				n_ctx: request.contextSize,
				n_batch: STEP_TOKENS,
				n_ubatch: STEP_TOKENS,
				n_parallel: 1,
				n_gpu_layers: request.gpu ? 99_999 : 0,
				...(request.threads === undefined ? {} : { n_threads: request.threads }),
				flash_attn: request.flashAttention,
				kv_unified: false,
				// Gemma's sliding window could otherwise not be rewound to the end of the shared prefix.
				swa_full: true,
				cache_idle_slots: false,
				ctx_shift: false,
				warmup: false,
			});
		} catch (error) {
			throw loadFailure(error);
		}
		return this.#loaded(wllama, request);
	}

	async generate(request: PageRequest, sink: GenerationSink, signal: AbortSignal): Promise<Generated> {
		if (request.type !== 'completion') throw new Error('wllama continues text only');
		if (!request.prompt.startsWith(this.#bos)) {
			throw new PageFailure('protocol', 'the prompt does not begin with BOS, which wllama adds to every prompt');
		}
		try {
			const sharing = await this.#rewind(request, sink, signal);
			return withSharing(await this.#continue(request, sink, signal), sharing);
		} catch (error) {
			if (signal.aborted) return { finish: { unified: 'aborted', raw: 'abort' }, usage: {} };
			throw generationFailure(error);
		}
	}

	async dispose(): Promise<void> {
		await this.#wllama?.exit();
		this.#wllama = undefined;
	}

	async #loaded(wllama: Wllama, { gpu }: PageLoadRequest): Promise<PageLoaded> {
		const { n_ctx, n_batch, metadata, token_bos, add_bos_token } = wllama.getLoadedContextInfo();
		if (!add_bos_token) throw new PageFailure('model-unsupported', 'the model wants no BOS');
		const adapter = gpu ? await gpuAdapter() : undefined;
		const template = metadata['tokenizer.chat_template'];
		this.#bos = token_bos === -1 ? '' : BOS;
		return {
			engineVersion: `llama.cpp ${Wllama.getLibllamaVersion()}`,
			backend: adapter === undefined ? 'wasm' : 'wasm, webgpu',
			threads: wllama.isMultithread() ? wllama.getNumThreads() : 1,
			contextSize: n_ctx,
			batchSize: n_batch,
			bosToken: this.#bos,
			eosToken: EOS,
			...(template === undefined ? {} : { chatTemplate: template }),
		};
	}

	/**
	 * Brings the cache to exactly the shared prefix, its last token evaluated by itself, whether it was cached or not:
	 * so the cut is always in the same place, and a result never depends on what ran before.
	 */
	async #rewind(
		{ prompt, sharedChars, sharePrefix }: PageCompletion,
		sink: GenerationSink,
		signal: AbortSignal,
	): Promise<Sharing> {
		const startedAt = performance.now();
		const shared = prompt.slice(0, sharedEnd(prompt, sharedChars));
		const held = this.#held;
		this.#held = undefined;
		if (shared.length <= this.#bos.length) return { ms: 0, evaluated: false };
		const evaluated = !sharePrefix || held !== shared;
		const alive = (): void => sink.alive();
		if (evaluated) await this.#run(shared, { max_tokens: 0, cache_prompt: false }, alive, signal);
		await this.#run(shared, { max_tokens: 0, cache_prompt: true }, alive, signal);
		this.#held = shared;
		return { ms: performance.now() - startedAt, evaluated };
	}

	async #continue(request: PageCompletion, sink: GenerationSink, signal: AbortSignal): Promise<Generated> {
		const reading = new ChunkReading(request, sink);
		this.#brokenCharacter = false;
		const abort = new AbortController();
		const stop = (): void => abort.abort();
		signal.addEventListener('abort', stop);
		try {
			await this.#run(
				request.prompt,
				{ ...samplingParams(request), cache_prompt: this.#held !== undefined },
				(chunk) => {
					reading.read(chunk);
					if (reading.stopped) stop();
				},
				abort.signal,
			);
		} catch (error) {
			if (this.#brokenCharacter) reading.breakOff();
			else if (!reading.stopped && !signal.aborted) throw error;
		} finally {
			signal.removeEventListener('abort', stop);
		}
		return reading.end(signal.aborted);
	}

	async #run(
		prompt: string,
		params: EngineParams,
		onData: (chunk: RawCompletionChunk) => void,
		abortSignal: AbortSignal,
	): Promise<void> {
		if (this.#wllama === undefined) throw new PageFailure('unavailable', 'the model was disposed');
		if (abortSignal.aborted) throw new Error('aborted');
		await this.#wllama.createCompletion({
			...(params as Partial<RawCompletionParams>),
			// The engine adds it again.
			prompt: prompt.slice(this.#bos.length),
			stream: true,
			onData,
			abortSignal,
		});
	}
}

/** What llama.cpp's server understands beyond the package's types. */
type EngineParams = Partial<RawCompletionParams> & {
	readonly cache_prompt: boolean;
	readonly preserved_tokens?: readonly string[];
	readonly timings_per_token?: boolean;
};

type Timings = { readonly prompt_ms?: number; readonly cache_n?: number; readonly predicted_n?: number };

/** What bringing the cache to the shared prefix took, and whether the prefix had to be evaluated for it. */
interface Sharing {
	readonly ms: number;
	readonly evaluated: boolean;
}

function withSharing(generated: Generated, { ms, evaluated }: Sharing): Generated {
	const { prefillMs, usage } = generated;
	return {
		...generated,
		usage: evaluated && usage.cachedPromptTokens !== undefined ? { ...usage, cachedPromptTokens: 0 } : usage,
		...(prefillMs === undefined ? {} : { prefillMs: prefillMs + ms }),
	};
}

/** Reads the stream of one completion. */
class ChunkReading {
	readonly #sink: GenerationSink;
	readonly #stops: StopFilter;
	#generated = 0;
	#pieces = 0;
	#finish: string | undefined;
	#usage: Usage = {};
	#prefillMs: number | undefined;
	/** Tokens without text since the last one with text: of an unfinished character, or of the end. */
	#silent = 0;

	constructor(request: PageCompletion, sink: GenerationSink) {
		this.#sink = sink;
		this.#stops = new StopFilter(request.stop);
	}

	get stopped(): boolean {
		return this.#stops.found !== undefined;
	}

	read(chunk: RawCompletionChunk): void {
		if (this.stopped) return;
		const choice = chunk.choices[0];
		const timings = (chunk.timings ?? {}) as Timings;
		if (chunk.usage) {
			const { prompt_tokens, prompt_tokens_details } = chunk.usage as {
				prompt_tokens: number;
				prompt_tokens_details?: { cached_tokens?: number };
			};
			const cached = prompt_tokens_details?.cached_tokens;
			this.#usage = { promptTokens: prompt_tokens, ...(cached === undefined ? {} : { cachedPromptTokens: cached }) };
		}
		if (choice?.finish_reason) this.#finish = choice.finish_reason;
		const generated = timings.predicted_n ?? 0;
		if (generated <= this.#generated) {
			this.#sink.alive();
			return;
		}
		this.#prefillMs ??= timings.prompt_ms;
		this.#silent += generated - this.#generated - 1;
		this.#generated = generated;
		const text = choice?.text ?? '';
		if (text === '') this.#silent += 1;
		else this.#push(text);
	}

	/** The model wrote bytes that are no character, which this engine cannot tell. */
	breakOff(): void {
		this.#push('\uFFFD');
		this.#finish = 'invalid UTF-8';
	}

	end(aborted: boolean): Generated {
		for (const piece of this.#stops.end()) this.#emit(piece);
		// Silent tokens before a stop are the end-of-generation token; at a limit they are output like any other.
		if (!aborted && this.#finish === 'length') for (; this.#silent > 0; this.#silent--) this.#emit('');
		return {
			finish: aborted ? { unified: 'aborted', raw: 'abort' } : this.#finished(),
			usage: { ...this.#usage, outputTokens: this.#pieces },
			...(this.#prefillMs === undefined ? {} : { prefillMs: this.#prefillMs }),
		};
	}

	#finished(): Generated['finish'] {
		if (this.#stops.found !== undefined) return { unified: 'stop', raw: this.#stops.found };
		if (this.#finish === 'stop') return { unified: 'stop', raw: 'eog' };
		return { unified: this.#finish === 'length' ? 'length' : 'unknown', raw: this.#finish ?? 'end of stream' };
	}

	#push(text: string): void {
		for (; this.#silent > 0; this.#silent--) for (const piece of this.#stops.push('')) this.#emit(piece);
		for (const piece of this.#stops.push(text)) this.#emit(piece);
	}

	#emit(piece: string): void {
		this.#pieces += 1;
		this.#sink.piece(piece);
	}
}

function samplingParams({ sampling, maxTokens, stop, grammar }: PageCompletion): Omit<EngineParams, 'cache_prompt'> {
	const { temperature, seed, topK = 0, topP = 1 } = sampling;
	return {
		temperature,
		seed: seed % 2 ** 32,
		top_k: topK,
		top_p: topP,
		min_p: 0,
		max_tokens: maxTokens,
		preserved_tokens: [...VISIBLE_TOKENS, ...stop],
		timings_per_token: true,
		return_progress: true,
		...(grammar === undefined ? {} : { grammar }),
	};
}

/** The shared text up to where no token can join what follows: a control token, or the beginning of a line. */
function sharedEnd(prompt: string, sharedChars: number): number {
	if (sharedChars <= 0 || prompt[sharedChars] === '<') return sharedChars;
	let line = prompt.lastIndexOf('\n', sharedChars - 1) + 1;
	if (prompt[line] === '\n') line = prompt.slice(0, line).trimEnd().length;
	return line;
}

function loadFailure(error: unknown): PageFailure {
	const message = messageOf(error);
	if (/memory|allocat/i.test(message)) return new PageFailure('out-of-memory', message);
	return new PageFailure('model-invalid', `the model cannot be loaded: ${message}`);
}

function generationFailure(error: unknown): Error {
	const message = messageOf(error);
	if (/exceeds the available context size/.test(message)) return new PageFailure('context-overflow', message);
	if (error instanceof Error && error.name === 'RuntimeError') return new PageFailure('crashed', message);
	return new PageFailure('protocol', message);
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
