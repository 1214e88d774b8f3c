import { closeSync, fstatSync, openSync } from 'node:fs';
import { fileTypeName, tensorBytes } from './ggml-type.ts';
import { GgufReader } from './gguf-reader.ts';
import { type NetworkSize, NetworkTensors } from './network-size.ts';

/** What a GGUF says of itself. A field the file does not tell is absent. */
export interface GgufHeader {
	readonly architecture?: string;
	/** `general.name`. */
	readonly title?: string;
	/** `Q4_0`, `Q8_0`, `F16`, ... */
	readonly quantization?: string;
	readonly chatTemplate?: string;
	readonly contextLength?: number;
	readonly network?: NetworkSize;
	/** Whether the file tells engines to put BOS before a prompt. */
	readonly addsBos?: boolean;
	/** Elements of all tensors. */
	readonly parameters: number;
	readonly sizeBytes: number;
	/** What the file must be long enough for, by its own table of tensors. */
	readonly neededBytes: number;
}

const MAGIC = 'GGUF';
const DEFAULT_ALIGNMENT = 32;
export const MAX_ALIGNMENT: number = 1 << 20;
const MAX_DIMENSIONS = 4;
/** Tokens: engines hold them in 32 bits with a sign. */
export const MAX_CONTEXT: number = 2 ** 31 - 1;
export const MAX_ENTRIES = 1_000_000;

/** Text values of the header that are kept; everything else is skipped unread. */
const KEPT = new Set(['general.architecture', 'general.name', 'tokenizer.chat_template']);

/**
 * Reads the header of a GGUF of version 2 or 3, little-endian. Throws `GgufError` when it is not one, or is damaged; counts and
 * lengths in the file are never trusted beyond the file's own size.
 */
export function readGgufHeader(path: string): GgufHeader {
	const file = openSync(path, 'r');
	try {
		return readHeader(new GgufReader(file, fstatSync(file).size));
	} finally {
		closeSync(file);
	}
}

/** The bytes are not a header llama.cpp could read. */
export class GgufError extends Error {
	readonly kind: 'not-gguf' | 'version' | 'damaged';

	constructor(kind: 'not-gguf' | 'version' | 'damaged', message: string) {
		super(message);
		this.name = 'GgufError';
		this.kind = kind;
	}
}

function readHeader(reader: GgufReader): GgufHeader {
	if (reader.sizeBytes < MAGIC.length || reader.bytes(MAGIC.length).toString('latin1') !== MAGIC) {
		throw new GgufError('not-gguf', `it does not begin with ${MAGIC}`);
	}
	try {
		const version = reader.uint32();
		if (version !== 2 && version !== 3) throw new GgufError('version', `it is of GGUF version ${version}`);
		return readTables(reader, reader.count(MAX_ENTRIES), reader.count(MAX_ENTRIES));
	} catch (error) {
		if (error instanceof RangeError) throw new GgufError('damaged', error.message);
		throw error;
	}
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
		throw new GgufError('damaged', `its alignment is ${alignment}, which is no power of two`);
	}
	const start = Math.ceil(reader.position / alignment) * alignment;
	const architecture = textOf(values, 'general.architecture');
	const contextLength = numberOf(values, `${architecture}.context_length`);
	if (contextLength !== undefined && !(contextLength >= 0 && contextLength <= MAX_CONTEXT)) {
		throw new GgufError('damaged', `its context_length is ${contextLength} tokens`);
	}
	const fileType = numberOf(values, 'general.file_type');
	return {
		...present('architecture', architecture),
		...present('title', textOf(values, 'general.name')),
		...present('quantization', fileType === undefined ? undefined : fileTypeName(fileType)),
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
	if (count > MAX_DIMENSIONS) throw new RangeError(`a tensor has ${count} dimensions`);
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
