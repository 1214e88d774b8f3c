/** Tensor types: ggml's number, elements and bytes of a block. */
export const TENSOR_TYPES: Readonly<
	Record<TensorType, { readonly id: number; readonly block: number; readonly bytes: number }>
> = {
	f32: { id: 0, block: 1, bytes: 4 },
	f16: { id: 1, block: 1, bytes: 2 },
	q4_0: { id: 2, block: 32, bytes: 18 },
	q8_0: { id: 8, block: 32, bytes: 34 },
};

export type TensorType = 'f32' | 'f16' | 'q4_0' | 'q8_0';

/** Values of a row, or random ones of the seed, different for each name. */
export type RowSource = ((row: number) => Float32Array) | { readonly randomSeed: number; readonly name: string };

/** Standard deviation of random weights. */
const DEVIATION = 0.02;
/** Random rows repeat after so many bytes; gigabytes of random numbers would take minutes. */
const RANDOM_BYTES = 1 << 20;

export function rowBytes(type: TensorType, columns: number): number {
	const { block, bytes } = TENSOR_TYPES[type];
	if (columns % block !== 0) throw new Error(`a row of ${columns} is no multiple of ${block}`);
	return (columns / block) * bytes;
}

/** Bytes of `count` rows from `first` on. */
export function encodeRows(type: TensorType, columns: number, first: number, count: number, rows: RowSource): Buffer {
	const bytesEach = rowBytes(type, columns);
	const out = Buffer.alloc(count * bytesEach);
	if (typeof rows === 'function') {
		for (let index = 0; index < count; index++) encodeRow(type, rows(first + index), out, index * bytesEach);
	} else {
		const start = nameHash(rows.name) * TENSOR_TYPES[type].bytes;
		fillRandom(type, rows.randomSeed, start + first * bytesEach, out);
	}
	return out;
}

function encodeRow(type: TensorType, row: Float32Array, out: Buffer, at: number): void {
	if (type === 'f32') {
		for (const [index, value] of row.entries()) out.writeFloatLE(value, at + index * 4);
	} else if (type === 'f16') {
		for (const [index, value] of row.entries()) out.writeUInt16LE(halfBits(value), at + index * 2);
	} else {
		const { bytes } = TENSOR_TYPES[type];
		for (let block = 0; block * 32 < row.length; block++) {
			encodeBlock(type, row.subarray(block * 32, block * 32 + 32), out, at + block * bytes);
		}
	}
}

function encodeBlock(type: 'q4_0' | 'q8_0', values: Float32Array, out: Buffer, at: number): void {
	const largest = values.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
	const scale = type === 'q8_0' ? Math.abs(largest) / 127 : largest / -8;
	out.writeUInt16LE(halfBits(scale), at);
	const steps = (index: number): number => (scale === 0 ? 0 : Math.round((values[index] ?? 0) / scale));
	if (type === 'q8_0') {
		for (let index = 0; index < 32; index++) out.writeInt8(steps(index), at + 2 + index);
	} else {
		const nibble = (index: number): number => Math.min(15, Math.max(0, steps(index) + 8));
		for (let index = 0; index < 16; index++) out[at + 2 + index] = nibble(index) | (nibble(index + 16) << 4);
	}
}

function fillRandom(type: TensorType, seed: number, from: number, out: Buffer): void {
	const cycle = randomCycle(type, seed);
	for (let at = 0; at < out.length; ) {
		const start = (from + at) % cycle.length;
		at += cycle.copy(out, at, start, Math.min(cycle.length, start + out.length - at));
	}
}

function nameHash(name: string): number {
	let hash = 0;
	for (const character of name) hash = (hash * 31 + character.charCodeAt(0)) % 65_521;
	return hash;
}

const cycles = new Map<string, Buffer>();

/** Repeated whole blocks of random weights. */
function randomCycle(type: TensorType, seed: number): Buffer {
	const key = `${type} ${seed}`;
	const known = cycles.get(key);
	if (known !== undefined) return known;
	const { block, bytes } = TENSOR_TYPES[type];
	// An odd number of blocks, so that rows of a power of two differ.
	const blocks = Math.floor(RANDOM_BYTES / bytes) | 1;
	const random = randomNumbers(seed);
	const cycle = Buffer.alloc(blocks * bytes);
	for (let index = 0; index < blocks; index++) {
		const values = Float32Array.from({ length: block }, () => (random() - 0.5) * Math.sqrt(12) * DEVIATION);
		encodeRow(type, values, cycle, index * bytes);
	}
	cycles.clear();
	cycles.set(key, cycle);
	return cycle;
}

/** Mulberry32: numbers in [0, 1), reproducible by seed. */
export function randomNumbers(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const floatBits = new Float32Array(1);
const wordBits = new Uint32Array(floatBits.buffer);

/** IEEE half precision, rounded towards zero. */
function halfBits(value: number): number {
	floatBits[0] = value;
	const bits = wordBits[0] ?? 0;
	const sign = (bits >>> 16) & 0x8000;
	const exponent = ((bits >>> 23) & 0xff) - 112;
	const fraction = bits & 0x7fffff;
	if (exponent >= 31) return sign | 0x7c00;
	if (exponent > 0) return sign | (exponent << 10) | (fraction >> 13);
	return exponent < -10 ? sign : sign | ((fraction | 0x800000) >> (14 - exponent));
}
