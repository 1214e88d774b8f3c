import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../base/json.ts';
import { writeWhole } from '../base/write-file.ts';
import type { GgufHeader } from '../gguf/header.ts';
import type { ModelIdentity } from '../model/identity.ts';
import { decoded } from '../text/secrets.ts';
import { modelCacheFolder } from './folders.ts';

/** Path of a hub file in the cache. */
export function hubFilePath(cacheFolder: string, repository: string, file: string): string {
	return join(hubFolder(cacheFolder, repository), ...file.split('/').map(safeName));
}

export function hubFolder(cacheFolder: string, repository: string): string {
	return join(cacheFolder, 'hub', ...repository.split('/').map(safeName));
}

/** Path of a file from an address. No two addresses share one. */
export function urlFilePath(cacheFolder: string, url: URL): string {
	const address = createHash('sha256').update(url.href).digest('hex').slice(0, 12);
	const name = decoded(url.pathname.split('/').at(-1) ?? '');
	return join(cacheFolder, 'url', safeName(url.hostname), address, safeName(name === '' ? 'model.gguf' : name));
}

/** A name that stays in its folder on every system. */
function safeName(name: string): string {
	const safe = name.replaceAll(/[^\p{L}\p{N}._+() -]/gu, '_');
	return /^[. ]*$/.test(safe) ? '_' : shortName(safe, name);
}

/** Bytes of a name: systems allow 255, and a download in progress adds a suffix. */
export const MAX_NAME_BYTES = 200;

/** A long name keeps its beginning and its extension, with a hash between them. */
function shortName(safe: string, name: string): string {
	if (Buffer.byteLength(safe) <= MAX_NAME_BYTES) return safe;
	const [kind = ''] = /\.[a-z0-9]{1,10}$/iu.exec(safe) ?? [];
	const end = `-${createHash('sha256').update(name).digest('hex').slice(0, 12)}${kind}`;
	const bytes = Buffer.from(safe).subarray(0, MAX_NAME_BYTES - end.length);
	return bytes.toString('utf8').replace(/\ufffd+$/u, '') + end;
}

/** Hashes by absolute path, each with the stamp of the file that it is of. */
const hashesSchema = z.record(z.string(), z.tuple([z.string(), z.string()]));
const known = new Map<string, readonly [stamp: string, sha256: string]>();
const READ_BYTES = 1 << 20;
/** Hashes of larger files are kept between processes: a gigabyte takes a second, and a model has several. */
export const KEPT_HASH_BYTES: number = 64 << 20;
const MAX_KEPT_HASHES = 200;

/** Changes with the file's content, and may change without; the content is read for neither. Throws for a missing file. */
export function fileStamp(path: string): string {
	const { ino, ctimeMs, mtimeMs, size } = statSync(path);
	return [ino, ctimeMs, mtimeMs, size].join(' ');
}

/** SHA-256 of a file in hexadecimal. Read in pieces: models are larger than memory. */
export async function fileSha256(file: string, signal?: AbortSignal): Promise<string> {
	const path = resolve(file);
	const stamp = fileStamp(path);
	const isKept = statSync(path).size >= KEPT_HASH_BYTES;
	const [stampThen, before] = known.get(path) ?? (isKept ? keptHashes()[path] : undefined) ?? [];
	if (before !== undefined && stampThen === stamp) return before;
	const sha256 = await hashContent(path, signal);
	if (fileStamp(path) !== stamp) return sha256;
	known.set(path, [stamp, sha256]);
	if (isKept) keepHash(path, [stamp, sha256]);
	return sha256;
}

async function hashContent(path: string, signal: AbortSignal | undefined): Promise<string> {
	const hash = createHash('sha256');
	const bytes = Buffer.allocUnsafe(READ_BYTES);
	const file = await open(path);
	try {
		for (;;) {
			signal?.throwIfAborted();
			const { bytesRead } = await file.read(bytes);
			if (bytesRead === 0) return hash.digest('hex');
			hash.update(bytes.subarray(0, bytesRead));
		}
	} finally {
		await file.close();
	}
}

/** Empty where none were kept, or where another version kept them. */
function keptHashes(): Readonly<Record<string, readonly [string, string]>> {
	try {
		return hashesSchema.parse(JSON.parse(readFileSync(hashesFile(), 'utf8')));
	} catch {
		return {};
	}
}

/** A folder that takes no file costs time at the next load, nothing else. */
function keepHash(path: string, hash: readonly [string, string]): void {
	const { [path]: _, ...others } = keptHashes();
	const latest = [...Object.entries(others), [path, hash]].slice(-MAX_KEPT_HASHES);
	try {
		mkdirSync(modelCacheFolder(), { recursive: true });
		writeWhole(hashesFile(), [JSON.stringify(Object.fromEntries(latest))]);
	} catch {}
}

function hashesFile(): string {
	return join(modelCacheFolder(), 'sha256.json');
}

/** `general.name` of the bundled files. */
const MINIATURE = 'mini-gemma4-ko';

/** Identity of a GGUF's weights. Hashing reads the whole file, which would disturb a loaded model: do it before. */
export async function identifyFile(path: string, header: GgufHeader, signal?: AbortSignal): Promise<ModelIdentity> {
	const { title, sizeBytes, architecture, quantization, parameters, chatTemplate } = header;
	return {
		name: basename(path),
		title,
		sizeBytes,
		sha256: await fileSha256(path, signal),
		architecture,
		quantization,
		parameters,
		...(chatTemplate === undefined ? {} : { templateSha256: await sha256(chatTemplate) }),
		miniature: title?.startsWith(MINIATURE) ?? false,
	};
}
