import type { RawCompletionParams } from '@wllama/wllama/esm/index.js';
import type { PageCompletion } from '../page-protocol.ts';

/** What llama.cpp's server understands beyond the package's types. */
export type EngineParams = Partial<RawCompletionParams> & {
	readonly cache_prompt: boolean;
	readonly preserved_tokens?: readonly string[];
	readonly timings_per_token?: boolean;
};

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

/** Always told in full: a default of the engine may be the clock, or change. */
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

/** The shared text up to where no token can join what follows: a control token, or the beginning of a line. */
export function sharedEnd(prompt: string, sharedChars: number): number {
	if (sharedChars <= 0 || prompt[sharedChars] === '<') return sharedChars;
	let line = prompt.lastIndexOf('\n', sharedChars - 1) + 1;
	if (prompt[line] === '\n') line = prompt.slice(0, line).trimEnd().length;
	return line;
}
