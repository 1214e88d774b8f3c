/** Bytes `start` to `end`, both included. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/**
 * The one range that a Range header asks for: undefined to serve the whole file (no header, several ranges, another
 * unit), `unsatisfiable` when it lies outside the file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
	const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
	if (match === null) return undefined;
	const [first, last] = [match[1] ?? '', match[2] ?? ''];
	if (first === '' && last === '') return undefined;
	if (first === '') {
		const length = Math.min(Number(last), size);
		return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
	}
	const start = Number(first);
	const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
	return start >= size || end < start ? 'unsatisfiable' : { start, end };
}
