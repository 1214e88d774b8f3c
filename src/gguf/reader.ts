import { readSync } from 'node:fs';
import { english, type Message, message } from '../base/message.ts';

/** Not a header that llama.cpp can read. */
export class GgufError extends Error {
	readonly kind: 'not-gguf' | 'version' | 'damaged';
	readonly said: Message;

	constructor(kind: GgufError['kind'], said: Message) {
		super(english(said));
		this.name = 'GgufError';
		this.kind = kind;
		this.said = said;
	}
}

const WINDOW_BYTES = 1 << 20;
export const MAX_TEXT_BYTES: number = 16 << 20;

/** Bytes of each scalar type of a GGUF's metadata, by its number; 8 is text and 9 a list. */
const SCALAR_BYTES: Readonly<Record<number, number>> = {
	0: 1,
	1: 1,
	2: 2,
	3: 2,
	4: 4,
	5: 4,
	6: 4,
	7: 1,
	10: 8,
	11: 8,
	12: 8,
};
const TEXT = 8;
const LIST = 9;

/** Reads a GGUF's metadata front to back through a small window. Throws {@link GgufError} past the end of the file. */
export class GgufReader {
	readonly sizeBytes: number;
	readonly #file: number;
	readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
	#windowAt = 0;
	#windowBytes = 0;
	#position = 0;

	constructor(file: number, sizeBytes: number) {
		this.#file = file;
		this.sizeBytes = sizeBytes;
	}

	get position(): number {
		return this.#position;
	}

	bytes(length: number): Buffer {
		if (length > this.sizeBytes - this.#position) throw new GgufError('damaged', message('gguf.truncated'));
		if (length > WINDOW_BYTES) return this.#readLong(length);
		if (this.#position < this.#windowAt || this.#position + length > this.#windowAt + this.#windowBytes) this.#fill();
		const from = this.#position - this.#windowAt;
		this.#position += length;
		return this.#window.subarray(from, from + length);
	}

	uint32(): number {
		return this.bytes(4).readUInt32LE();
	}

	/** A 64-bit count; `most` bounds what is believable. */
	count(most: number): number {
		const value = this.bytes(8).readBigUInt64LE();
		if (value > BigInt(most)) throw new GgufError('damaged', message('gguf.count', { value: String(value) }));
		return Number(value);
	}

	text(): string {
		return this.bytes(this.count(MAX_TEXT_BYTES)).toString('utf8');
	}

	/** The next value with its type. Lists, and texts that are not wanted, are skipped. */
	value(wantText: boolean): string | number | undefined {
		const type = this.uint32();
		if (type === TEXT) {
			if (wantText) return this.text();
			this.#skip(this.count(this.sizeBytes));
			return undefined;
		}
		if (type === LIST) {
			this.#skipList(0);
			return undefined;
		}
		return this.#scalar(type);
	}

	#scalar(type: number): number {
		const bytes = this.bytes(scalarBytes(type));
		switch (type) {
			case 1:
				return bytes.readInt8();
			case 3:
				return bytes.readInt16LE();
			case 5:
				return bytes.readInt32LE();
			case 6:
				return bytes.readFloatLE();
			case 10:
				return Number(bytes.readBigUInt64LE());
			case 11:
				return Number(bytes.readBigInt64LE());
			case 12:
				return bytes.readDoubleLE();
			default:
				return bytes.readUIntLE(0, bytes.length);
		}
	}

	#skipList(depth: number): void {
		const type = this.uint32();
		const length = this.count(this.sizeBytes);
		if (type === LIST) {
			if (depth > 2) throw new GgufError('damaged', message('gguf.too-deep'));
			for (let index = 0; index < length; index++) this.#skipList(depth + 1);
		} else if (type === TEXT) {
			for (let index = 0; index < length; index++) this.#skip(this.count(this.sizeBytes));
		} else {
			this.#skip(length * scalarBytes(type));
		}
	}

	#skip(length: number): void {
		if (length > this.sizeBytes - this.#position) throw new GgufError('damaged', message('gguf.truncated'));
		this.#position += length;
	}

	#fill(): void {
		this.#windowAt = this.#position;
		this.#windowBytes = readSync(this.#file, this.#window, 0, WINDOW_BYTES, this.#position);
	}

	#readLong(length: number): Buffer {
		const long = Buffer.allocUnsafe(length);
		readSync(this.#file, long, 0, length, this.#position);
		this.#position += length;
		return long;
	}
}

function scalarBytes(type: number): number {
	const bytes = SCALAR_BYTES[type];
	if (bytes === undefined) throw new GgufError('damaged', message('gguf.value-type', { type }));
	return bytes;
}
