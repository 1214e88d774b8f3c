import { closeSync, openSync, writeSync } from 'node:fs';
import { encodeRows, type RowSource, rowBytes, TENSOR_TYPES, type TensorType } from './tensor-encoding.ts';

const ALIGNMENT = 32;
const WRITE_BYTES = 8 << 20;
const VALUE_TYPES = { uint32: 4, int32: 5, float32: 6, bool: 7, text: 8, list: 9 } as const;

interface Tensor {
	readonly name: string;
	/** In ggml's order: the first is contiguous. */
	readonly dimensions: readonly number[];
	readonly type: TensorType;
	readonly rows: RowSource;
}

/** Writes a GGUF of version 3, little-endian, without checks, so that tests can write broken files. */
export class GgufWriter {
	readonly #entries = new Map<string, Buffer>();
	readonly #tensors: Tensor[] = [];

	text(key: string, value: string): this {
		return this.#entry(key, VALUE_TYPES.text, textBytes(value));
	}

	uint32(key: string, value: number): this {
		return this.#entry(key, VALUE_TYPES.uint32, uint32Bytes(value));
	}

	float32(key: string, value: number): this {
		return this.#entry(key, VALUE_TYPES.float32, float32Bytes(value));
	}

	bool(key: string, value: boolean): this {
		return this.#entry(key, VALUE_TYPES.bool, Buffer.from([value ? 1 : 0]));
	}

	texts(key: string, values: readonly string[]): this {
		return this.#list(key, VALUE_TYPES.text, values.map(textBytes));
	}

	int32s(key: string, values: readonly number[]): this {
		return this.#list(key, VALUE_TYPES.int32, values.map(uint32Bytes));
	}

	float32s(key: string, values: readonly number[]): this {
		return this.#list(key, VALUE_TYPES.float32, values.map(float32Bytes));
	}

	bools(key: string, values: readonly boolean[]): this {
		return this.#list(key, VALUE_TYPES.bool, [Buffer.from(values.map((value) => (value ? 1 : 0)))]);
	}

	tensor(name: string, dimensions: readonly number[], type: TensorType, rows: RowSource): this {
		this.#tensors.push({ name, dimensions, type, rows });
		return this;
	}

	withoutTensor(name: string): this {
		const index = this.#tensors.findIndex((tensor) => tensor.name === name);
		if (index === -1) throw new Error(`there is no tensor ${name}`);
		this.#tensors.splice(index, 1);
		return this;
	}

	write(path: string): void {
		const file = openSync(path, 'w');
		try {
			const header = this.#header();
			writeSync(file, header);
			writeSync(file, padding(header.length));
			for (const tensor of this.#tensors) writeTensor(file, tensor);
		} finally {
			closeSync(file);
		}
	}

	#header(): Buffer {
		const tables: Buffer[] = [...this.#entries.values()];
		let offset = 0;
		for (const { name, dimensions, type } of this.#tensors) {
			tables.push(textBytes(name), uint32Bytes(dimensions.length), ...dimensions.map(uint64Bytes));
			tables.push(uint32Bytes(TENSOR_TYPES[type].id), uint64Bytes(offset));
			const bytes = rowCount(dimensions) * rowBytes(type, dimensions[0] ?? 0);
			offset += bytes + padding(bytes).length;
		}
		const counts = [uint32Bytes(3), uint64Bytes(this.#tensors.length), uint64Bytes(this.#entries.size)];
		return Buffer.concat([Buffer.from('GGUF'), ...counts, ...tables]);
	}

	#list(key: string, type: number, values: readonly Buffer[]): this {
		const count = type === VALUE_TYPES.bool ? (values[0]?.length ?? 0) : values.length;
		return this.#entry(key, VALUE_TYPES.list, Buffer.concat([uint32Bytes(type), uint64Bytes(count), ...values]));
	}

	/** Replaces an earlier entry of the same key. */
	#entry(key: string, type: number, value: Buffer): this {
		this.#entries.set(key, Buffer.concat([textBytes(key), uint32Bytes(type), value]));
		return this;
	}
}

function writeTensor(file: number, { dimensions, type, rows }: Tensor): void {
	const columns = dimensions[0] ?? 0;
	const count = rowCount(dimensions);
	const bytesEach = rowBytes(type, columns);
	const atOnce = Math.max(1, Math.floor(WRITE_BYTES / bytesEach));
	for (let row = 0; row < count; row += atOnce) {
		writeSync(file, encodeRows(type, columns, row, Math.min(atOnce, count - row), rows));
	}
	writeSync(file, padding(count * bytesEach));
}

function rowCount(dimensions: readonly number[]): number {
	return dimensions.slice(1).reduce((product, dimension) => product * dimension, 1);
}

function padding(length: number): Buffer {
	return Buffer.alloc((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT);
}

function uint32Bytes(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value >>> 0);
	return bytes;
}

function float32Bytes(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeFloatLE(value);
	return bytes;
}

function uint64Bytes(value: number): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64LE(BigInt(value));
	return bytes;
}

function textBytes(text: string): Buffer {
	const bytes = Buffer.from(text, 'utf8');
	return Buffer.concat([uint64Bytes(bytes.length), bytes]);
}
