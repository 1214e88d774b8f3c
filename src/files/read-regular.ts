import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * The bytes of a file. A pipe would be waited for for ever and a device may have no end: what is no regular file throws with
 * the code `not a file`, a folder with `EISDIR`, one of more bytes with `too large`; else what the system says.
 */
export function readRegularFile(path: string, maxBytes: number = Number.POSITIVE_INFINITY): Buffer {
	// Opening a pipe waits for its writer, too.
	const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	try {
		const stats = fstatSync(file);
		if (stats.isDirectory()) throw coded('EISDIR');
		if (!stats.isFile()) throw coded('not a file');
		if (stats.size > maxBytes) throw coded('too large', `${stats.size} bytes`);
		return readFileSync(file);
	} finally {
		closeSync(file);
	}
}

function coded(code: string, message: string = code): Error {
	return Object.assign(new Error(message), { code });
}

/** The system's name of what went wrong: `ENOSPC`. */
export function systemCode(error: unknown): string {
	const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
	return typeof code === 'string' ? code : 'unknown';
}
