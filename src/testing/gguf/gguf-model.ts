import { gemma4Templates } from './gemma4-template.ts';
import type { GgufVocabulary } from './gguf-vocabulary.ts';
import { GgufWriter } from './gguf-writer.ts';
import { feedForwardOf, hasOwnKeys, headSizeOf, isSliding, type ModelShape } from './model-shape.ts';
import type { RowSource, TensorType } from './tensor-encoding.ts';

/** Weights of a network: matrices by name unless zero or random, and the vectors that matter. */
export interface ModelWeights {
	readonly type: TensorType;
	matrix(name: string): RowSource;
	vector(name: string): number;
}

export interface ModelFileOptions {
	readonly shape: ModelShape;
	readonly vocabulary: GgufVocabulary;
	readonly weights: ModelWeights;
	/** `general.name`. */
	readonly title: string;
	readonly chatTemplate?: string;
}

const FILE_TYPES: Readonly<Record<TensorType, number>> = { f32: 0, f16: 1, q4_0: 2, q8_0: 7 };
const GEMMA3_TEMPLATE = `{{ bos_token }}{%- for m in messages -%}
<start_of_turn>{{ 'model' if m.role == 'assistant' else 'user' }}
{{ m.content | trim }}<end_of_turn>
{% endfor -%}
{%- if add_generation_prompt -%}<start_of_turn>model
{% endif -%}`;

/** A Gemma in GGUF before it is written; entries and tensors may be changed. */
export function modelFile({ shape, vocabulary, weights, title, chatTemplate }: ModelFileOptions): GgufWriter {
	const writer = new GgufWriter();
	writer
		.text('general.architecture', shape.architecture)
		.text('general.type', 'model')
		.text('general.name', title)
		.uint32('general.file_type', FILE_TYPES[weights.type])
		.uint32('general.quantization_version', 2);
	describeShape(writer, shape);
	describeVocabulary(writer, vocabulary);
	const template = chatTemplate ?? (shape.architecture === 'gemma4' ? gemma4Templates.plain : GEMMA3_TEMPLATE);
	writer.text('tokenizer.chat_template', template);
	addTensors(writer, shape, vocabulary.size, weights);
	return writer;
}

function describeShape(writer: GgufWriter, shape: ModelShape): void {
	const key = (name: string): string => `${shape.architecture}.${name}`;
	const layers = Array.from({ length: shape.layers }, (_, layer) => layer);
	writer
		.uint32(key('context_length'), shape.contextLength)
		.uint32(key('embedding_length'), shape.width)
		.uint32(key('block_count'), shape.layers)
		.uint32(key('attention.head_count'), shape.heads)
		.uint32(key('attention.head_count_kv'), shape.keyValueHeads)
		.uint32(key('attention.key_length'), shape.headSize)
		.uint32(key('attention.value_length'), shape.headSize)
		.float32(key('attention.layer_norm_rms_epsilon'), 1e-6)
		.float32(key('rope.freq_base'), 1e6)
		.uint32(key('attention.sliding_window'), shape.slidingWindow);
	if (shape.architecture === 'gemma3') {
		writer.uint32(key('feed_forward_length'), shape.feedForward);
		return;
	}
	const slidingHeadSize = shape.slidingHeadSize ?? shape.headSize;
	writer
		.int32s(
			key('feed_forward_length'),
			layers.map((layer) => feedForwardOf(shape, layer)),
		)
		.float32(key('rope.freq_base_swa'), 1e4)
		.float32(key('final_logit_softcapping'), 30)
		.uint32(key('attention.shared_kv_layers'), shape.sharedLayers)
		.uint32(key('embedding_length_per_layer_input'), shape.perLayerWidth)
		.uint32(key('attention.key_length_swa'), slidingHeadSize)
		.uint32(key('attention.value_length_swa'), slidingHeadSize)
		.uint32(key('rope.dimension_count'), shape.headSize)
		.uint32(key('rope.dimension_count_swa'), slidingHeadSize)
		.bools(
			key('attention.sliding_window_pattern'),
			layers.map((layer) => isSliding(shape, layer)),
		);
}

function describeVocabulary(writer: GgufWriter, { architecture, texts, kinds, merges }: GgufVocabulary): void {
	writer
		.text('tokenizer.ggml.model', architecture === 'gemma4' ? 'gemma4' : 'llama')
		.texts('tokenizer.ggml.tokens', texts)
		.float32s(
			'tokenizer.ggml.scores',
			texts.map((_, id) => -id),
		)
		.int32s('tokenizer.ggml.token_type', kinds);
	if (architecture === 'gemma4') writer.texts('tokenizer.ggml.merges', merges);
	else writer.text('tokenizer.ggml.pre', 'default');
	writer
		.uint32('tokenizer.ggml.padding_token_id', 0)
		.uint32('tokenizer.ggml.eos_token_id', 1)
		.uint32('tokenizer.ggml.bos_token_id', 2)
		.uint32('tokenizer.ggml.unknown_token_id', 3)
		.bool('tokenizer.ggml.add_bos_token', true)
		.bool('tokenizer.ggml.add_eos_token', false)
		.bool('tokenizer.ggml.add_space_prefix', false);
}

function addTensors(writer: GgufWriter, shape: ModelShape, vocabularySize: number, weights: ModelWeights): void {
	const { width, perLayerWidth } = shape;
	const matrix = (name: string, columns: number, rows: number, type: TensorType = weights.type): unknown =>
		writer.tensor(`${name}.weight`, [columns, rows], type, weights.matrix(name));
	const vector = (name: string, length: number): unknown =>
		writer.tensor(`${name}.weight`, [length], 'f32', () => new Float32Array(length).fill(weights.vector(name)));
	matrix('token_embd', width, vocabularySize);
	vector('output_norm', width);
	if (shape.architecture === 'gemma4') {
		writer.tensor('rope_freqs.weight', [shape.headSize / 2], 'f32', () => new Float32Array(shape.headSize / 2).fill(1));
	}
	if (perLayerWidth > 0) {
		matrix('per_layer_token_embd', perLayerWidth * shape.layers, vocabularySize);
		matrix('per_layer_model_proj', width, perLayerWidth * shape.layers, weights.type === 'f32' ? 'f32' : 'f16');
		vector('per_layer_proj_norm', perLayerWidth);
	}
	for (let layer = 0; layer < shape.layers; layer++) {
		const name = (part: string): string => `blk.${layer}.${part}`;
		const headSize = headSizeOf(shape, layer);
		const feedForward = feedForwardOf(shape, layer);
		vector(name('attn_norm'), width);
		matrix(name('attn_q'), width, headSize * shape.heads);
		vector(name('attn_q_norm'), headSize);
		if (hasOwnKeys(shape, layer)) {
			matrix(name('attn_k'), width, headSize * shape.keyValueHeads);
			matrix(name('attn_v'), width, headSize * shape.keyValueHeads);
			vector(name('attn_k_norm'), headSize);
		}
		matrix(name('attn_output'), headSize * shape.heads, width);
		vector(name('post_attention_norm'), width);
		vector(name('ffn_norm'), width);
		matrix(name('ffn_gate'), width, feedForward);
		matrix(name('ffn_up'), width, feedForward);
		matrix(name('ffn_down'), feedForward, width);
		vector(name('post_ffw_norm'), width);
		if (shape.architecture === 'gemma4') vector(name('layer_output_scale'), 1);
		if (perLayerWidth > 0) {
			matrix(name('inp_gate'), width, perLayerWidth);
			matrix(name('proj'), perLayerWidth, width);
			vector(name('post_norm'), width);
		}
	}
}
