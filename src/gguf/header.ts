import { closeSync, fstatSync, openSync } from 'node:fs';
import { message } from '../base/message.ts';
import { GgufError, GgufReader } from './reader.ts';

/** Header of a GGUF. Fields missing from the file are absent. */
export interface GgufHeader {
	/** `general.type`: `model`, `adapter`. */
	readonly type?: string;
	readonly architecture?: string;
	/** `general.name`. */
	readonly title?: string;
	/** `Q4_0`, `Q8_0`, `F16`, ... */
	readonly quantization?: string;
	readonly chatTemplate?: string;
	readonly contextLength?: number;
	readonly network?: NetworkSize;
	/** Whether the file has engines put BOS before a prompt. */
	readonly addsBos?: boolean;
	/** Elements of all tensors. */
	readonly parameters: number;
	readonly sizeBytes: number;
	/** Minimum size, by the table of tensors. */
	readonly neededBytes: number;
}

const MAGIC = 'GGUF';
const DEFAULT_ALIGNMENT = 32;
export const MAX_ALIGNMENT: number = 1 << 20;
const MAX_DIMENSIONS = 4;
/** Tokens: engines hold them in 32 bits with a sign. */
export const MAX_CONTEXT: number = 2 ** 31 - 1;
export const MAX_ENTRIES = 1_000_000;

/** Text values of the header that are kept; other texts are skipped. */
const KEPT = new Set(['general.type', 'general.architecture', 'general.name', 'tokenizer.chat_template']);

/**
 * Reads the header of a GGUF of version 2 or 3, little-endian. Throws {@link GgufError} for other files and damaged ones.
 * Counts and lengths are limited by the file's size.
 */
export function readGgufHeader(path: string): GgufHeader {
	const file = openSync(path, 'r');
	try {
		return readHeader(new GgufReader(file, fstatSync(file).size));
	} finally {
		closeSync(file);
	}
}

function readHeader(reader: GgufReader): GgufHeader {
	if (reader.sizeBytes < MAGIC.length || reader.bytes(MAGIC.length).toString('latin1') !== MAGIC) {
		throw new GgufError('not-gguf', message('gguf.no-magic', { magic: MAGIC }));
	}
	const version = reader.uint32();
	if (version !== 2 && version !== 3) throw new GgufError('version', message('gguf.version', { version }));
	return readTables(reader, reader.count(MAX_ENTRIES), reader.count(MAX_ENTRIES));
}

function readTables(reader: GgufReader, tensors: number, entries: number): GgufHeader {
	const values = new Map<string, string | number>();
	for (let index = 0; index < entries; index++) {
		const key = reader.text();
		const value = reader.value(KEPT.has(key));
		if (value !== undefined) values.set(key, value);
	}
	let parameters = 0;
	let end = 0;
	const network = new NetworkTensors();
	for (let index = 0; index < tensors; index++) {
		const tensor = readTensor(reader);
		network.add(tensor.name, tensor.dimensions);
		parameters += tensor.elements;
		end = Math.max(end, tensor.offset + tensor.bytes);
	}
	const alignment = numberOf(values, 'general.alignment') ?? DEFAULT_ALIGNMENT;
	if (!Number.isInteger(Math.log2(alignment)) || alignment > MAX_ALIGNMENT) {
		throw new GgufError('damaged', message('gguf.alignment', { alignment }));
	}
	const start = Math.ceil(reader.position / alignment) * alignment;
	const architecture = textOf(values, 'general.architecture');
	const contextLength = numberOf(values, `${architecture}.context_length`);
	if (contextLength !== undefined && !(contextLength >= 0 && contextLength <= MAX_CONTEXT)) {
		throw new GgufError('damaged', message('gguf.context-length', { tokens: contextLength }));
	}
	const fileType = numberOf(values, 'general.file_type');
	return {
		...present('type', textOf(values, 'general.type')),
		...present('architecture', architecture),
		...present('title', textOf(values, 'general.name')),
		...present('quantization', fileType === undefined ? undefined : FILE_TYPES[fileType]),
		...present('chatTemplate', textOf(values, 'tokenizer.chat_template')),
		...present('contextLength', contextLength),
		...present(
			'network',
			network.size({
				layers: numberOf(values, `${architecture}.block_count`),
				sharedLayers: numberOf(values, `${architecture}.attention.shared_kv_layers`),
				heads: numberOf(values, `${architecture}.attention.head_count`),
			}),
		),
		...present('addsBos', flagOf(values, 'tokenizer.ggml.add_bos_token')),
		parameters,
		sizeBytes: reader.sizeBytes,
		neededBytes: start + end,
	};
}

function readTensor(reader: GgufReader): {
	readonly name: string;
	readonly dimensions: readonly number[];
	readonly elements: number;
	readonly offset: number;
	readonly bytes: number;
} {
	const name = reader.text();
	const count = reader.uint32();
	if (count > MAX_DIMENSIONS) throw new GgufError('damaged', message('gguf.dimensions', { count }));
	const dimensions = Array.from({ length: count }, () => reader.count(Number.MAX_SAFE_INTEGER));
	const elements = dimensions.reduce((product, size) => product * size, 1);
	const type = reader.uint32();
	const offset = reader.count(Number.MAX_SAFE_INTEGER);
	return { name, dimensions, elements, offset, bytes: tensorBytes(type, elements) };
}

function textOf(values: ReadonlyMap<string, string | number>, key: string): string | undefined {
	const value = values.get(key);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberOf(values: ReadonlyMap<string, string | number>, key: string): number | undefined {
	const value = values.get(key);
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function flagOf(values: ReadonlyMap<string, string | number>, key: string): boolean | undefined {
	const value = numberOf(values, key);
	return value === undefined ? undefined : value !== 0;
}

function present<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
	return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}

/** Elements and bytes of one block of each tensor type, by its number in ggml. */
const BLOCKS: Readonly<Record<number, readonly [elements: number, bytes: number]>> = {
	0: [1, 4],
	1: [1, 2],
	2: [32, 18],
	3: [32, 20],
	6: [32, 22],
	7: [32, 24],
	8: [32, 34],
	9: [32, 36],
	10: [256, 84],
	11: [256, 110],
	12: [256, 144],
	13: [256, 176],
	14: [256, 210],
	15: [256, 292],
	16: [256, 66],
	17: [256, 74],
	18: [256, 98],
	19: [256, 50],
	20: [32, 18],
	21: [256, 110],
	22: [256, 82],
	23: [256, 136],
	24: [1, 1],
	25: [1, 2],
	26: [1, 4],
	27: [1, 8],
	28: [1, 8],
	29: [256, 56],
	30: [1, 2],
	34: [256, 54],
	35: [256, 66],
	39: [32, 17],
};

/** Names of `general.file_type`, as model pages write them. */
const FILE_TYPES: Readonly<Record<number, string>> = {
	0: 'F32',
	1: 'F16',
	2: 'Q4_0',
	3: 'Q4_1',
	7: 'Q8_0',
	8: 'Q5_0',
	9: 'Q5_1',
	10: 'Q2_K',
	11: 'Q3_K_S',
	12: 'Q3_K_M',
	13: 'Q3_K_L',
	14: 'Q4_K_S',
	15: 'Q4_K_M',
	16: 'Q5_K_S',
	17: 'Q5_K_M',
	18: 'Q6_K',
	19: 'IQ2_XXS',
	20: 'IQ2_XS',
	21: 'Q2_K_S',
	22: 'IQ3_XS',
	23: 'IQ3_XXS',
	24: 'IQ1_S',
	25: 'IQ4_NL',
	26: 'IQ3_S',
	27: 'IQ3_M',
	28: 'IQ2_S',
	29: 'IQ2_M',
	30: 'IQ4_XS',
	31: 'IQ1_M',
	32: 'BF16',
	36: 'TQ1_0',
	37: 'TQ2_0',
	38: 'MXFP4',
};

/** Bytes a tensor takes; 0 for a type that is newer than this table. */
function tensorBytes(type: number, elements: number): number {
	const block = BLOCKS[type];
	return block === undefined ? 0 : Math.ceil(elements / block[0]) * block[1];
}

/** Elements per token, which decide the memory that a network takes in addition to its weights. */
interface NetworkSize {
	readonly width: number;
	readonly vocabulary: number;
	/** Of the widest layer. */
	readonly feedForward: number;
	/** Per-layer embeddings of Gemma 3n and later, of all layers together. */
	readonly perLayerInputs: number;
	/** Of the queries; absent if layers differ, or if the file declares more than its tensors have rows. */
	readonly heads?: number;
	/** Keys and values that each layer keeps; layers that share those of others keep none. */
	readonly kept: readonly { readonly keys: number; readonly values: number }[];
}

/** Tells the size of a transformer by the names and dimensions of its tensors, as llama.cpp's conversions name them. */
class NetworkTensors {
	readonly #embedding = new Map<string, readonly number[]>();
	readonly #keys = new Map<number, number>();
	readonly #values = new Map<number, number>();
	#feedForward = 0;
	#queries = 0;

	add(name: string, dimensions: readonly number[]): void {
		const [, rows = 0] = dimensions;
		if (EMBEDDINGS.has(name)) this.#embedding.set(name, dimensions);
		const [, layer, part] = LAYER_PART.exec(name) ?? [];
		if (part === 'attn_k') this.#keys.set(Number(layer), rows);
		if (part === 'attn_v') this.#values.set(Number(layer), rows);
		if (part === 'attn_q') this.#queries = Math.max(this.#queries, rows);
		if (part === 'ffn_up') this.#feedForward = Math.max(this.#feedForward, rows);
	}

	/** Undefined for tensors of other networks. */
	size(declared: {
		readonly layers: number | undefined;
		readonly sharedLayers: number | undefined;
		readonly heads: number | undefined;
	}): NetworkSize | undefined {
		const [width, vocabulary] = this.#embedding.get(TOKENS) ?? [];
		if (width === undefined || vocabulary === undefined || declared.layers === undefined) return undefined;
		const unshared = declared.layers - (declared.sharedLayers ?? 0);
		const kept = [...this.#keys]
			.filter(([layer]) => layer < unshared)
			// Without values, keys serve as values.
			.map(([layer, keys]) => ({ keys, values: this.#values.get(layer) ?? keys }));
		if (kept.length === 0) return undefined;
		const perLayerInputs = this.#embedding.get(PER_LAYER)?.[0] ?? 0;
		const heads = (declared.heads ?? 0) > this.#queries ? undefined : declared.heads;
		return { width, vocabulary, feedForward: this.#feedForward, perLayerInputs, heads, kept };
	}
}

const TOKENS = 'token_embd.weight';
const PER_LAYER = 'per_layer_token_embd.weight';
const EMBEDDINGS: ReadonlySet<string> = new Set([TOKENS, PER_LAYER]);
const LAYER_PART = /^blk\.(\d+)\.(attn_q|attn_k|attn_v|ffn_up)\.weight$/u;
