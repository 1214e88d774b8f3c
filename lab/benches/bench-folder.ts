import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives a folder to work in, gone afterwards, however the work or the process ends (SIGKILL apart). */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-bench-'));
	const remove = (): void => rmSync(folder, { recursive: true, force: true });
	process.once('exit', remove);
	try {
		return await work(folder);
	} finally {
		process.off('exit', remove);
		remove();
	}
}
