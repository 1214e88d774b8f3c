import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EngineError, EnvironmentError, GemmarkError } from '../base/errors.ts';
import { withFileLock } from '../base/file-lock.ts';
import { message } from '../base/message.ts';
import { checkModelFile } from '../gguf/check.ts';
import { fileSha256 } from './cache.ts';
import {
	describeRemoteFile,
	interruptedError,
	networkError,
	type RemoteFile,
	requestFrom,
	type Wanted,
} from './remote-file.ts';

interface DownloadOptions extends FetchOptions {
	/** Pause before the next attempt, longer after each one without progress. */
	readonly retryMs: number;
}

/** Attempts in a row with little progress, and in all. */
export const TRIES = 5;
export const ALL_TRIES = 1000;

/**
 * Downloads to `path`, continuing an earlier attempt. The file gets its name when it is complete, has the size and SHA-256
 * that the server reported, and is a GGUF. Of several processes one downloads and the others wait.
 */
export async function download(wanted: Wanted, path: string, options: DownloadOptions): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	const once = async (): Promise<void> => {
		// Another process may have been faster.
		if (!existsSync(path)) await downloadAlone(wanted, path, options);
	};
	await withFileLock(`${path}.lock`, once, options.signal).catch((error: unknown) => {
		throw options.signal?.aborted && !(error instanceof GemmarkError) ? interruptedError(wanted) : error;
	});
}

async function downloadAlone(wanted: Wanted, path: string, options: DownloadOptions): Promise<void> {
	const remote = await tryAgain(wanted, options, () => describeRemoteFile(wanted, options));
	const part = await partOf(path, remote);
	await requireSpace(part, remote, wanted);
	await tryAgain(wanted, options, () => fetchRest(wanted, part, remote, options));
	await verifyPart(part, remote, wanted);
	await rename(part, path);
}

/** Repeats attempts that the network interrupts, as long as they make progress. */
async function tryAgain<T>(wanted: Wanted, options: DownloadOptions, attempt: () => Promise<T>): Promise<T> {
	for (let failures = 0, tries = 1; ; tries += 1) {
		try {
			return await attempt();
		} catch (error) {
			if (options.signal?.aborted) throw interruptedError(wanted);
			if (error instanceof GemmarkError) throw error;
			const cut = error instanceof CutError ? error : undefined;
			failures = cut?.brought ? 1 : failures + 1;
			if (failures >= TRIES || tries >= ALL_TRIES) throw networkError(cut?.cause ?? error, wanted);
			await delay(options.retryMs * failures, undefined, options).catch(() => undefined);
		}
	}
}

export interface DownloadProgress {
	/** Bytes; `total` is absent if unknown. */
	readonly done: number;
	readonly total?: number;
}

interface FetchOptions {
	readonly headers: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: DownloadProgress) => void;
}

/** Bytes that count as progress. */
export const MIN_PROGRESS_BYTES: number = 64 * 1024;
/** Largest file of unknown size, and the disk space that must stay free. */
export const MAX_UNSIZED_BYTES: number = 256 * 2 ** 30;
export const RESERVE_BYTES: number = 2 ** 30;
const LOOK_AT_DISK_BYTES = 64 * 2 ** 20;

/** File of the beginning. Each version has another; without a version the download starts again. */
async function partOf(path: string, { tag }: RemoteFile): Promise<string> {
	if (tag !== undefined) return `${path}.${createHash('sha256').update(tag).digest('hex').slice(0, 8)}.part`;
	const part = `${path}.part`;
	await rm(part, { force: true });
	return part;
}

/** The connection closed before the file was complete. */
class CutError extends Error {
	readonly brought: boolean;

	constructor(brought: boolean, cause: unknown) {
		super('the connection was cut', { cause });
		this.brought = brought;
	}
}

/** Downloads the rest, or everything if the server cannot continue. Throws {@link CutError} if the connection closes early. */
async function fetchRest(wanted: Wanted, part: string, remote: RemoteFile, options: FetchOptions): Promise<void> {
	const here = await usableBytes(part, remote);
	if (here === remote.sizeBytes) return;
	const { from, total, body } = await requestFrom(wanted, here, remote, options);
	const file = await open(part, from === 0 ? 'w' : 'r+');
	let written = from;
	let looked = from;
	try {
		for await (const bytes of body) {
			requireFit(wanted, written + bytes.length, total);
			if (total === undefined && written - looked > LOOK_AT_DISK_BYTES) {
				looked = written;
				const { bavail, bsize } = await statfs(dirname(part));
				if (bavail * bsize < RESERVE_BYTES) throw noSpace(wanted);
			}
			await writeAt(file, bytes, written);
			written += bytes.length;
			options.onProgress?.({ done: written, total });
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw noSpace(wanted);
		if (error instanceof GemmarkError) {
			// A file that is no model, or has no end, is not kept.
			if (total === undefined || error instanceof EngineError) await rm(part, { force: true });
			throw error;
		}
		throw new CutError(written - from > MIN_PROGRESS_BYTES, error);
	} finally {
		await file.close();
	}
	if (total !== undefined && written < total) {
		throw new CutError(written - from > MIN_PROGRESS_BYTES, new Error(`${written} of ${total} bytes`));
	}
}

/** Bytes of the part to continue from; a part longer than the file is removed. */
async function usableBytes(part: string, { tag, sizeBytes }: RemoteFile): Promise<number> {
	const here = tag === undefined ? 0 : await sizeOf(part);
	if (sizeBytes === undefined || here <= sizeBytes) return here;
	await rm(part);
	return 0;
}

/** A server that sends more than it reported, or never ends, must not fill the disk. */
function requireFit({ what }: Wanted, bytes: number, total: number | undefined): void {
	const limit = total ?? MAX_UNSIZED_BYTES;
	if (bytes > limit) throw new EngineError('model-invalid', message('download.too-large', { what, limit }));
}

async function writeAt(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
	for (let done = 0; done < bytes.length; ) {
		done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
	}
}

/** Throws, and removes the part, if it is not the expected file. */
async function verifyPart(part: string, remote: RemoteFile, { what }: Wanted): Promise<void> {
	try {
		const { size } = await stat(part);
		if (remote.sizeBytes !== undefined && size !== remote.sizeBytes) {
			const said = message('download.wrong-size', { what, bytes: size, expected: remote.sizeBytes });
			throw new EngineError('model-invalid', said);
		}
		if (remote.sha256 !== undefined && (await fileSha256(part)) !== remote.sha256) {
			throw new EngineError('model-invalid', message('download.differs', { what }));
		}
		checkModelFile(part);
	} catch (error) {
		await rm(part, { force: true });
		throw error;
	}
}

/** Throws {@link EnvironmentError} if the disk has no space for the rest. */
async function requireSpace(part: string, remote: RemoteFile, wanted: Wanted): Promise<void> {
	if (remote.sizeBytes === undefined) return;
	const { bavail, bsize } = await statfs(dirname(part));
	if (bavail * bsize < remote.sizeBytes - (await sizeOf(part))) throw noSpace(wanted);
}

function noSpace({ what }: Wanted): EnvironmentError {
	return new EnvironmentError(message('download.no-space', { what }));
}

async function sizeOf(path: string): Promise<number> {
	try {
		return (await stat(path)).size;
	} catch {
		return 0;
	}
}
