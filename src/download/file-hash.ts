import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';

/** Hashes of this process's lifetime, by path, time and size. */
const known = new Map<string, string>();
const READ_BYTES = 1 << 20;

/** SHA-256 of a file in hexadecimal. Read in pieces: models are larger than memory. */
export async function fileSha256(path: string, signal?: AbortSignal): Promise<string> {
	const { mtimeMs, size } = statSync(path);
	const key = `${mtimeMs} ${size} ${path}`;
	const before = known.get(key);
	if (before !== undefined) return before;
	const hash = createHash('sha256');
	const stream = createReadStream(path, { highWaterMark: READ_BYTES, ...(signal === undefined ? {} : { signal }) });
	for await (const bytes of stream) hash.update(bytes as Buffer);
	const sha256 = hash.digest('hex');
	known.set(key, sha256);
	return sha256;
}
