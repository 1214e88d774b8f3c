import { closeSync, openSync, readSync } from 'node:fs';

/** What gemmark reads of a `.litertlm` file. Unknown is absent. */
export interface LiteRtFile {
	/** Jinja source. */
	readonly chatTemplate?: string;
	/** Tokens of the longest prompt and answer together that the file has room for. */
	readonly contextSize?: number;
	/** Who made the file, as it says. */
	readonly author?: string;
	/** Whether the package's engine for GPUs can read its tokenizer. Source: what it says of others, 0.17.1. */
	readonly forGpu: boolean;
}

const TFLITE = 3;
const METADATA = 5;
const HF_TOKENIZER = 6;
const MAX_METADATA_BYTES = 16 << 20;

/**
 * Reads the metadata and the signatures of a `.litertlm` file; undefined if it is none.
 * Source: google-ai-edge/LiteRT-LM, schema/core/litertlm_header_schema.fbs and runtime/proto/llm_metadata.proto; tensorflow,
 * compiler/mlir/lite/schema/schema.fbs; as in @litert-lm/core 0.17.1.
 */
export function readLiteRtFile(path: string): LiteRtFile | undefined {
	const file = openSync(path, 'r');
	const read = (at: number, length: number): Buffer => {
		const bytes = Buffer.alloc(length);
		return bytes.subarray(0, readSync(file, bytes, 0, length, at));
	};
	try {
		if (read(0, 8).toString('latin1') !== 'LITERTLM') return undefined;
		const header = new Table(read, HEADER_AT);
		const sections = sectionsOf(header);
		const author = header
			.table(0)
			?.tables(0)
			.find((pair) => pair.text(0) === 'author');
		const metadata = sections.find(({ kind }) => kind === METADATA);
		const fields = metadata && fieldsOf(read(metadata.begin, Math.min(metadata.bytes, MAX_METADATA_BYTES)));
		const template = fields?.find(({ tag }) => tag === 7)?.value;
		const declared = Number(fields?.find(({ tag }) => tag === 5)?.value ?? 0);
		const rows = sections.filter(({ kind }) => kind === TFLITE).flatMap(({ begin }) => cacheRows(read, begin) ?? []);
		const limits = [declared, ...rows].filter((limit) => limit > 0);
		return {
			chatTemplate: template instanceof Buffer ? template.toString('utf8') : undefined,
			contextSize: limits.length === 0 ? undefined : Math.min(...limits),
			author: author?.table(2)?.text(0),
			forGpu: sections.every(({ kind }) => kind !== HF_TOKENIZER),
		};
	} catch (error) {
		// A damaged file is the engine's to refuse.
		if (error instanceof RangeError) return { forGpu: true };
		throw error;
	} finally {
		closeSync(file);
	}
}

type Read = (at: number, length: number) => Buffer;

interface Section {
	readonly kind: number;
	readonly begin: number;
	readonly bytes: number;
}

const HEADER_AT = 32;

function sectionsOf(header: Table): readonly Section[] {
	return (header.table(1)?.tables(0) ?? []).map((section) => {
		const [begin, end] = [section.long(1), section.long(2)];
		return { kind: section.byte(3), begin, bytes: end - begin };
	});
}

/** Rows of the cache of keys, the longest side of its tensor; undefined where there is none, or as many as are asked for. */
function cacheRows(read: Read, at: number): number | undefined {
	const model = new Table(read, at);
	const decode = model.tables(7).find((signature) => signature.text(2) === 'decode');
	const input = decode?.tables(0).find((tensor) => /^kv_cache_k_\d+$/u.test(tensor.text(0)));
	if (decode === undefined || input === undefined) return undefined;
	const tensor = model.tables(2)[decode.int(4)]?.tables(0)[input.int(1)];
	return tensor === undefined || tensor.ints(7).includes(-1) ? undefined : Math.max(...tensor.ints(0));
}

/** A table of a FlatBuffer; a field by its place in the schema. */
class Table {
	readonly #read: Read;
	readonly #at: number;
	readonly #fields: Buffer;

	/** The root of the buffer at `start`, or the table at `at`. */
	constructor(read: Read, start: number, at: number = start + read(start, 4).readUInt32LE()) {
		this.#read = read;
		this.#at = at;
		const fieldsAt = at - read(at, 4).readInt32LE();
		this.#fields = read(fieldsAt, read(fieldsAt, 2).readUInt16LE());
	}

	byte(field: number): number {
		return this.#scalar(field, 1)?.readUInt8() ?? 0;
	}

	int(field: number): number {
		return this.#scalar(field, 4)?.readUInt32LE() ?? 0;
	}

	long(field: number): number {
		return Number(this.#scalar(field, 8)?.readBigUInt64LE() ?? 0);
	}

	text(field: number): string {
		const { at, length } = this.#vector(field);
		return this.#read(at, length).toString('utf8');
	}

	ints(field: number): readonly number[] {
		const { at, length } = this.#vector(field);
		const bytes = this.#read(at, length * 4);
		return Array.from({ length }, (_, index) => bytes.readInt32LE(index * 4));
	}

	table(field: number): Table | undefined {
		const place = this.#place(field);
		return place === undefined ? undefined : this.#tableAt(place);
	}

	tables(field: number): readonly Table[] {
		const { at, length } = this.#vector(field);
		return Array.from({ length }, (_, index) => this.#tableAt(at + index * 4));
	}

	#tableAt(place: number): Table {
		return new Table(this.#read, place, place + this.#read(place, 4).readUInt32LE());
	}

	#vector(field: number): { readonly at: number; readonly length: number } {
		const place = this.#place(field);
		if (place === undefined) return { at: 0, length: 0 };
		const at = place + this.#read(place, 4).readUInt32LE();
		return { at: at + 4, length: this.#read(at, 4).readUInt32LE() };
	}

	#scalar(field: number, bytes: number): Buffer | undefined {
		const place = this.#place(field);
		return place === undefined ? undefined : this.#read(place, bytes);
	}

	#place(field: number): number | undefined {
		const slot = 4 + field * 2;
		const offset = slot < this.#fields.length ? this.#fields.readUInt16LE(slot) : 0;
		return offset === 0 ? undefined : this.#at + offset;
	}
}

/** Fields of a protocol buffer: numbers, and bytes. */
function fieldsOf(message: Buffer): readonly { readonly tag: number; readonly value: number | Buffer }[] {
	const fields = [];
	let at = 0;
	const varint = (): number => {
		let value = 0;
		for (let power = 1; ; power *= 128) {
			const byte = message.readUInt8(at++);
			value += (byte & 127) * power;
			if (byte < 128) return value;
		}
	};
	while (at < message.length) {
		const key = varint();
		const [tag, wire] = [Math.floor(key / 8), key % 8];
		if (wire === 0) fields.push({ tag, value: varint() });
		else {
			const length = wire === 2 ? varint() : wire === 1 ? 8 : 4;
			fields.push({ tag, value: message.subarray(at, at + length) });
			at += length;
		}
	}
	return fields;
}
