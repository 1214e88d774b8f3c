import { closeSync, lstatSync, openSync, readSync } from 'node:fs';
import { parseLog } from '../parse-log.ts';
import type { LogHeader } from '../record.ts';

/** Bytes in which a header ends: its chat template is the long part. */
const HEADER_BYTES = 1 << 20;

/** The header of a log, without reading on. Undefined where its first line is none, or no file's. */
export function peekHeader(path: string): LogHeader | undefined {
	try {
		// Opening a pipe waits for whoever writes to it.
		const line = lstatSync(path).isFile() ? firstLine(path) : undefined;
		return line === undefined ? undefined : parseLog([line], path).header;
	} catch {
		return undefined;
	}
}

function firstLine(path: string): string | undefined {
	const file = openSync(path, 'r');
	try {
		for (let bytes = 1 << 15; bytes <= HEADER_BYTES; bytes *= 4) {
			const buffer = Buffer.alloc(bytes);
			const read = readSync(file, buffer, 0, bytes, 0);
			const end = buffer.subarray(0, read).indexOf('\n');
			if (end !== -1) return buffer.toString('utf8', 0, end);
			if (read < bytes) return undefined;
		}
		return undefined;
	} finally {
		closeSync(file);
	}
}
