import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EngineError, EnvironmentError, GemmarkError } from '../errors/gemmark-error.ts';
import { withFileLock } from '../files/file-lock.ts';
import { checkModelFile } from '../gguf/check-model-file.ts';
import { fileSha256 } from './file-hash.ts';
import { interruptedError, networkError, type Wanted } from './remote-failure.ts';
import { describeRemoteFile, type RemoteFile, requestFrom } from './remote-file.ts';

export interface DownloadProgress {
	/** Bytes here and in all; `total` is absent when the server does not tell. */
	readonly done: number;
	readonly total?: number;
}

export interface DownloadOptions {
	readonly headers: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: DownloadProgress) => void;
	/** Pause before trying again, growing with each try that brought nothing. */
	readonly retryMs: number;
}

/** Tries in a row that may bring next to nothing, and in all. */
export const TRIES = 5;
export const ALL_TRIES = 1000;
export const NEXT_TO_NOTHING: number = 64 * 1024;
/** Bytes of a file whose size nobody tells, and what it must leave on the disk. */
export const MAX_UNTOLD_BYTES: number = 256 * 2 ** 30;
export const RESERVE_BYTES: number = 2 ** 30;
const LOOK_AT_DISK_BYTES = 64 * 2 ** 20;

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
	await verify(part, remote, wanted);
	await rename(part, path);
}

/** Where the beginning is kept: another state of the file has another place, and a nameless one is begun anew. */
async function partOf(path: string, { tag }: RemoteFile): Promise<string> {
	if (tag !== undefined) return `${path}.${createHash('sha256').update(tag).digest('hex').slice(0, 8)}.part`;
	const part = `${path}.part`;
	await rm(part, { force: true });
	return part;
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

/** The connection ended before the file did. */
class CutError extends Error {
	readonly brought: boolean;

	constructor(brought: boolean, cause: unknown) {
		super('the connection was cut', { cause });
		this.brought = brought;
	}
}

async function fetchRest(wanted: Wanted, part: string, remote: RemoteFile, options: DownloadOptions): Promise<void> {
	let here = remote.tag === undefined ? 0 : await sizeOf(part);
	if (remote.sizeBytes !== undefined && here >= remote.sizeBytes) {
		if (here === remote.sizeBytes) return;
		await rm(part);
		here = 0;
	}
	const response = await requestFrom(wanted, here, remote, options);
	const from = response.from;
	const file = await open(part, from === 0 ? 'w' : 'r+');
	let written = from;
	let looked = from;
	try {
		for await (const bytes of response.body) {
			requireFit(wanted, written + bytes.length, response.total);
			if (response.total === undefined && written - looked > LOOK_AT_DISK_BYTES) {
				looked = written;
				const { bavail, bsize } = await statfs(dirname(part));
				if (bavail * bsize < RESERVE_BYTES) throw noSpace(wanted);
			}
			await writeAt(file, bytes, written);
			written += bytes.length;
			options.onProgress?.({ done: written, ...(response.total === undefined ? {} : { total: response.total }) });
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw noSpace(wanted);
		if (error instanceof GemmarkError) {
			// What is no model, or has no end, is not kept for a next start.
			if (response.total === undefined || error instanceof EngineError) await rm(part, { force: true });
			throw error;
		}
		throw new CutError(written - from > NEXT_TO_NOTHING, error);
	} finally {
		await file.close();
	}
	if (response.total !== undefined && written < response.total) {
		throw new CutError(written - from > NEXT_TO_NOTHING, new Error(`${written} of ${response.total} bytes came`));
	}
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

async function verify(part: string, remote: RemoteFile, { what }: Wanted): Promise<void> {
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

async function requireSpace(part: string, remote: RemoteFile, wanted: Wanted): Promise<void> {
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

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, ms);
		signal?.addEventListener('abort', () => {
			clearTimeout(timer);
			resolve();
		});
	});
}
