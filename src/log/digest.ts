import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** Running SHA-256 over the lines of a log, for its footer. */
export class LogDigest {
	readonly #hash: Hash = createHash('sha256');

	add(text: string | Uint8Array): void {
		this.#hash.update(text);
	}

	/** Lower-case hex, of the added texts followed by `text`. */
	after(text = ''): string {
		return this.#hash.copy().update(text).digest('hex');
	}
}

/** Digest of the first bytes of a file, for a resumed run. */
export function digestOfFile(path: string, bytes: number): LogDigest {
	const digest = new LogDigest();
	const buffer = Buffer.alloc(Math.min(bytes, READ_BYTES));
	const file = openSync(path, 'r');
	try {
		for (let at = 0; at < bytes; ) {
			const read = readSync(file, buffer, 0, Math.min(buffer.length, bytes - at), at);
			if (read === 0) break;
			digest.add(withoutMark(buffer.subarray(0, read), at));
			at += read;
		}
		return digest;
	} finally {
		closeSync(file);
	}
}

/** Bytes that begin at a place of a file, without the byte order mark that an editor of Windows puts before the first. */
export function withoutMark(bytes: Buffer, at: number): Buffer {
	return at === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

const READ_BYTES = 1 << 22;
