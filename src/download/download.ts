import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EngineError, EnvironmentError, GemmarkError } from '../base/errors.ts';
import { withFileLock } from '../base/file-lock.ts';
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

export interface DownloadOptions extends FetchOptions {
	/** Pause before trying again, growing with each try that brought nothing. */
	readonly retryMs: number;
}

/** Tries in a row that may bring next to nothing, and in all. */
export const TRIES = 5;
export const ALL_TRIES = 1000;

/**
 * Downloads to `path`, going on from what an earlier try left. The file appears under its name only when it is whole,
 * of the size and SHA-256 the server told, and a GGUF. Of several processes
 * that want it, one downloads and the others wait.
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

/** Repeats what the network broke off, as long as it brings something. */
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
			await pause(options.retryMs * failures, options.signal);
		}
	}
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, ms);
		signal?.addEventListener('abort', () => {
			clearTimeout(timer);
			resolve();
		});
	});
}

/** How far a download is. */
export interface DownloadProgress {
	/** Bytes here and in all; `total` is absent when the server does not tell. */
	readonly done: number;
	readonly total?: number;
}

export interface FetchOptions {
	readonly headers: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: DownloadProgress) => void;
}

/** What a connection must have brought to be worth going on. */
export const NEXT_TO_NOTHING: number = 64 * 1024;
/** Bytes of a file whose size nobody tells, and what it must leave on the disk. */
export const MAX_UNTOLD_BYTES: number = 256 * 2 ** 30;
export const RESERVE_BYTES: number = 2 ** 30;
const LOOK_AT_DISK_BYTES = 64 * 2 ** 20;

/** Where the beginning is kept: another state of the file has another place, and a nameless one is begun anew. */
export async function partOf(path: string, { tag }: RemoteFile): Promise<string> {
	if (tag !== undefined) return `${path}.${createHash('sha256').update(tag).digest('hex').slice(0, 8)}.part`;
	const part = `${path}.part`;
	await rm(part, { force: true });
	return part;
}

/** The connection ended before the file did. */
export class CutError extends Error {
	readonly brought: boolean;

	constructor(brought: boolean, cause: unknown) {
		super('the connection was cut', { cause });
		this.brought = brought;
	}
}

/** Brings what the part lacks, from the beginning where the server cannot continue. Throws {@link CutError} when the connection ends before the file. */
export async function fetchRest(
	wanted: Wanted,
	part: string,
	remote: RemoteFile,
	options: FetchOptions,
): Promise<void> {
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
			options.onProgress?.({ done: written, ...(total === undefined ? {} : { total }) });
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw noSpace(wanted);
		if (error instanceof GemmarkError) {
			// What is no model, or has no end, is not kept for a next start.
			if (total === undefined || error instanceof EngineError) await rm(part, { force: true });
			throw error;
		}
		throw new CutError(written - from > NEXT_TO_NOTHING, error);
	} finally {
		await file.close();
	}
	if (total !== undefined && written < total) {
		throw new CutError(written - from > NEXT_TO_NOTHING, new Error(`${written} of ${total} bytes came`));
	}
}

/** Bytes of the part to go on from; one of more than the file has is removed. */
async function usableBytes(part: string, { tag, sizeBytes }: RemoteFile): Promise<number> {
	const here = tag === undefined ? 0 : await sizeOf(part);
	if (sizeBytes === undefined || here <= sizeBytes) return here;
	await rm(part);
	return 0;
}

/** A server that gives more than it told, or never ends, would fill the disk. */
function requireFit({ what }: Wanted, bytes: number, total: number | undefined): void {
	if (bytes <= (total ?? MAX_UNTOLD_BYTES)) return;
	throw new EngineError(
		'model-invalid',
		`${what}: more bytes come than the ${total ?? MAX_UNTOLD_BYTES} that it may have`,
		{
			hint: 'Download it by hand, and name its path.',
		},
	);
}

async function writeAt(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
	for (let done = 0; done < bytes.length; ) {
		done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
	}
}

/** Throws, and removes the part, where it is not the file that was promised. */
export async function verifyPart(part: string, remote: RemoteFile, { what }: Wanted): Promise<void> {
	try {
		const { size } = await stat(part);
		if (remote.sizeBytes !== undefined && size !== remote.sizeBytes) {
			throw new EngineError('model-invalid', `${what}: ${size} bytes came, ${remote.sizeBytes} were announced`, {
				hint: 'Download it again.',
			});
		}
		if (remote.sha256 !== undefined && (await fileSha256(part)) !== remote.sha256) {
			throw new EngineError('model-invalid', `${what}: what came is not what the hub holds (SHA-256 differs)`, {
				hint: 'Download it again.',
			});
		}
		checkModelFile(part);
	} catch (error) {
		await rm(part, { force: true });
		throw error;
	}
}

/** Throws {@link EnvironmentError} where the disk has no room for what is still to come. */
export async function requireSpace(part: string, remote: RemoteFile, wanted: Wanted): Promise<void> {
	if (remote.sizeBytes === undefined) return;
	const { bavail, bsize } = await statfs(dirname(part));
	if (bavail * bsize < remote.sizeBytes - (await sizeOf(part))) throw noSpace(wanted);
}

function noSpace({ what }: Wanted): EnvironmentError {
	return new EnvironmentError(`There is not enough room on the disk for ${what}`, {
		hint: 'Free some, or set GEMMARK_CACHE to a folder on another disk.',
	});
}

async function sizeOf(path: string): Promise<number> {
	try {
		return (await stat(path)).size;
	} catch {
		return 0;
	}
}
