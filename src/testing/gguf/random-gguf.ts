import { modelFile } from './gguf-model.ts';
import { GgufVocabulary } from './gguf-vocabulary.ts';
import { MODEL_SHAPES, type ModelShape, type ShapeName } from './model-shape.ts';
import type { TensorType } from './tensor-encoding.ts';

export interface RandomGgufOptions {
	readonly type?: TensorType;
	readonly seed?: number;
	/** Default small. A real Gemma has 262144, most of a small model's size. */
	readonly vocabularySize?: number;
	/** Words that are single tokens, for prompts of realistic length. */
	readonly words?: Iterable<string>;
	/** Integer entries that contradict the weights. */
	readonly metadata?: Readonly<Record<string, number>>;
	/** Architecture in the metadata. */
	readonly architecture?: string;
	/** Tensors to omit. */
	readonly without?: readonly string[];
}

/** Writes a Gemma of that shape with random weights: it runs at real speed and outputs nonsense. */
export function writeRandomGguf(path: string, shape: ShapeName | ModelShape, options: RandomGgufOptions = {}): void {
	const { type = 'f32', seed = 1, vocabularySize = 0, words = [], metadata = {}, architecture, without = [] } = options;
	const sizes = typeof shape === 'string' ? MODEL_SHAPES[shape] : shape;
	const vocabulary = new GgufVocabulary(sizes.architecture);
	for (const word of words) vocabulary.addWord(word);
	vocabulary.padTo(vocabularySize);
	const writer = modelFile({
		shape: sizes,
		vocabulary,
		title: `random-${typeof shape === 'string' ? shape : sizes.architecture}`,
		weights: { type, matrix: (name) => ({ randomSeed: seed, name }), vector: () => 1 },
	});
	for (const [key, value] of Object.entries(metadata)) writer.uint32(key, value);
	if (architecture !== undefined) writer.text('general.architecture', architecture);
	for (const name of without) writer.withoutTensor(name);
	writer.write(path);
}
