import { modelFile } from './gguf-model.ts';
import { GgufVocabulary } from './gguf-vocabulary.ts';
import type { ModelShape } from './model-shape.ts';
import { type CompiledScript, compileScript } from './scripted-weights.ts';

/** A line of a scripted model. Each chunk is a token of the file. */
export interface ScriptLine {
	/** A word of the conversation that selects this line; absent: said without any keyword. */
	readonly keyword?: string;
	/** Said at the start of the model's turn. The last chunk ends the generation: `<turn|>`, `<|tool_response>`. */
	readonly say: readonly string[];
	/** Said after a tool's response, in the same turn. */
	readonly afterTool?: readonly string[];
	/** Weight among keywords that occur equally often. Default 1. */
	readonly weight?: number;
}

export interface Script {
	readonly architecture?: 'gemma3' | 'gemma4';
	readonly lines: readonly ScriptLine[];
	/** Absent: the built-in one of the architecture. */
	readonly chatTemplate?: string;
	/** `tokenizer.ggml.add_bos_token`; default true. */
	readonly addsBos?: boolean;
	readonly contextLength?: number;
}

/**
 * Writes a Gemma whose weights are a lookup table: llama.cpp runs it like any other, and at temperature 0 it says
 * exactly the script. A chunk has one successor per keyword, so a line repeats none of its chunks. Only for tests.
 */
export function writeScriptedGguf(path: string, script: Script): void {
	const architecture = script.architecture ?? 'gemma4';
	const vocabulary = new GgufVocabulary(architecture);
	const compiled = compileScript(script.lines, vocabulary);
	const file = modelFile({
		shape: shapeFor(compiled, architecture, script.contextLength ?? 16_384),
		vocabulary,
		title: 'scripted',
		weights: compiled.weights,
		chatTemplate: script.chatTemplate,
	});
	if (script.addsBos !== undefined) file.bool('tokenizer.ggml.add_bos_token', script.addsBos);
	file.write(path);
}

function shapeFor(
	{ width, feedForward, headSize }: CompiledScript,
	architecture: 'gemma3' | 'gemma4',
	contextLength: number,
): ModelShape {
	return {
		architecture,
		layers: 2,
		width,
		feedForward,
		heads: 1,
		keyValueHeads: 1,
		headSize,
		slidingWindow: contextLength,
		period: architecture === 'gemma4' ? 2 : 6,
		perLayerWidth: 0,
		sharedLayers: 0,
		contextLength,
	};
}
