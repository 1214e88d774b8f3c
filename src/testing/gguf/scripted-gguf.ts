import { modelFile } from './gguf-model.ts';
import { GgufVocabulary } from './gguf-vocabulary.ts';
import type { ModelShape } from './model-shape.ts';
import { type CompiledScript, compileScript } from './scripted-weights.ts';

/** What a scripted model says. Each chunk is one token of the file. */
export interface ScriptLine {
	/** A word of the conversation that calls for this line; absent: said when no keyword is there. */
	readonly keyword?: string;
	/** Said where the model's turn opens. The last chunk ends the generation: `<turn|>`, `<|tool_response>`. */
	readonly say: readonly string[];
	/** Said behind a tool's answer, in the same turn. */
	readonly afterTool?: readonly string[];
	/** Among keywords that stand equally often in the conversation, the heavier one counts. Default 1. */
	readonly weight?: number;
}

export interface Script {
	readonly architecture?: 'gemma3' | 'gemma4';
	readonly lines: readonly ScriptLine[];
	/** Absent: gemmark's own for the architecture. */
	readonly chatTemplate?: string;
	/** `tokenizer.ggml.add_bos_token`; absent: true. */
	readonly addsBos?: boolean;
	readonly contextLength?: number;
}

/**
 * Writes a real Gemma whose weights are a lookup table: llama.cpp runs it like any other, and at temperature 0 it says
 * exactly what the script says. For one keyword a chunk has one successor, so a line repeats none of its chunks. A test
 * double: never the model of a demonstration.
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
		...(script.chatTemplate === undefined ? {} : { chatTemplate: script.chatTemplate }),
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
