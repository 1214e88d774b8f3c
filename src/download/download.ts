import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { GemmarkError } from '../errors/gemmark-error.ts';
import { withFileLock } from '../files/file-lock.ts';
import { CutError, type FetchOptions, fetchRest, partOf, requireSpace, verifyPart } from './part-file.ts';
import { interruptedError, networkError, type Wanted } from './remote-failure.ts';
import { describeRemoteFile } from './remote-file.ts';

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
