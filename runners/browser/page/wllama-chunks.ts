import type { RawCompletionChunk, RawCompletionParams } from '@wllama/wllama/esm/index.js';
import type { Usage } from '../../../src/model/generation.ts';
import type { PageCompletion } from '../page-protocol.ts';
import { ABORTED, type Generated, type GenerationSink } from './harness.ts';
import { StopFilter } from './stop-filter.ts';

/** How long the cache took to reach the shared beginning, and whether the prefix was evaluated for it. */
export interface Sharing {
	readonly ms: number;
	readonly evaluated: boolean;
}

/** Reads the stream of one completion. */
export class ChunkReading {
	readonly #sink: GenerationSink;
	readonly #stops: StopFilter;
	readonly #sharing: Sharing;
	#generated = 0;
	#pieces = 0;
	#finish: string | undefined;
	#usage: Usage = {};
	#prefillMs: number | undefined;
	/** Tokens without text since the last one with text: of an unfinished character, or the end. */
	#silent = 0;

	constructor(request: PageCompletion, sink: GenerationSink, sharing: Sharing) {
		this.#sink = sink;
		this.#sharing = sharing;
		this.#stops = new StopFilter(request.stop);
	}

	get stopped(): boolean {
		return this.#stops.found !== undefined;
	}

	read(chunk: RawCompletionChunk): void {
		if (this.stopped) return;
		const choice = chunk.choices[0];
		const timings = (chunk.timings ?? {}) as Timings;
		if (choice?.finish_reason) this.#finish = choice.finish_reason;
		const generated = timings.predicted_n ?? 0;
		if (generated <= this.#generated) {
			this.#sink.alive();
			return;
		}
		if (this.#pieces + this.#silent === 0) this.#readPrompt(timings);
		this.#silent += generated - this.#generated - 1;
		this.#generated = generated;
		const text = choice?.text ?? '';
		if (text === '') this.#silent += 1;
		else this.#push(text);
	}

	/** The model wrote bytes that are not a character; the engine fails on them. */
	breakOff(): void {
		this.#push('\uFFFD');
		this.#finish = 'invalid UTF-8';
	}

	end(aborted: boolean): Generated {
		for (const piece of this.#stops.end()) this.#emit(piece);
		// Silent tokens before a stop are the end-of-generation token; at a limit they are output like any other.
		if (!aborted && this.#finish === 'length') for (; this.#silent > 0; this.#silent--) this.#emit('');
		return {
			finish: aborted ? ABORTED.finish : this.#finished(),
			usage: { ...this.#usage, outputTokens: this.#pieces },
			prefillMs: this.#prefillMs,
		};
	}

	/** Not from the last chunk: a stop text ends the stream before it. */
	#readPrompt({ cache_n, prompt_n, prompt_ms }: Timings): void {
		const { ms, evaluated } = this.#sharing;
		if (prompt_ms !== undefined) this.#prefillMs = prompt_ms + ms;
		if (cache_n === undefined || prompt_n === undefined) return;
		this.#usage = { promptTokens: cache_n + prompt_n, cachedPromptTokens: evaluated ? 0 : cache_n };
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

/** What llama.cpp's server reports with each token. */
interface Timings {
	readonly prompt_ms?: number;
	/** Evaluated and cached tokens of the prompt. */
	readonly prompt_n?: number;
	readonly cache_n?: number;
	readonly predicted_n?: number;
}

/** What llama.cpp's server understands beyond the package's types. */
export type EngineParams = Partial<RawCompletionParams> & {
	readonly cache_prompt: boolean;
	readonly preserved_tokens?: readonly string[];
	readonly timings_per_token?: boolean;
};

/** Tokens of Gemma's formats that a GGUF may mark as control tokens: the engine would hide their text. */
const VISIBLE_TOKENS: readonly string[] = `
	<|turn> <|tool> <tool|> <|tool_call> <tool_call|> <tool_response|>
	<|"|> <|channel> <channel|> <|think|> <start_of_turn> <start_function_declaration>
	<end_function_declaration> <start_function_call> <end_function_call> <end_function_response> <escape>
`
	.trim()
	.split(/\s+/);

/** Complete, because a default of the engine may change, and its default seed is the clock. */
export function samplingParams({
	sampling,
	maxTokens,
	stop,
	grammar,
}: PageCompletion): Omit<EngineParams, 'cache_prompt'> {
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

/** The end of the shared text, moved back to where no token can join what follows: a control token or a new line. */
export function sharedEnd(prompt: string, sharedChars: number): number {
	if (sharedChars <= 0 || prompt[sharedChars] === '<') return sharedChars;
	let line = prompt.lastIndexOf('\n', sharedChars - 1) + 1;
	if (prompt[line] === '\n') line = prompt.slice(0, line).trimEnd().length;
	return line;
}
