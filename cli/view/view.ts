import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { RunIndex } from '../../src/history/run-index.ts';
import { catchInterrupt } from '../process/interrupt.ts';
import { readRows } from './read-rows.ts';
import { viewPages } from './view-pages.ts';
import { startViewServer, type ViewServer } from './view-server.ts';

export interface ViewRequest {
	readonly port: number;
	readonly lang: 'en' | 'ko';
}

/** `gemmark view`: serves the runs of a folder until Ctrl-C. Throws UsageError, EnvironmentError. */
export async function view(folder: string, { port, lang }: ViewRequest): Promise<void> {
	const results = resolve(folder);
	if (statSync(results, { throwIfNoEntry: false })?.isDirectory() !== true) {
		throw new UsageError(`${folder}: no such folder`, { hint: 'Name the folder that runs are written to.' });
	}
	const index = new RunIndex(results);
	tellTakenIndex(index);
	const interrupt = catchInterrupt(() => undefined);
	try {
		const server = await started(index, port, lang);
		process.stdout.write(`${server.url}\nshowing ${folder}; Ctrl-C ends it\n`);
		index.refresh();
		while (!interrupt.signal.aborted && (await readRows(index, 200)) > 0);
		if (!interrupt.signal.aborted) {
			await new Promise((resolve) => interrupt.signal.addEventListener('abort', resolve, { once: true }));
		}
		await server.close();
	} finally {
		interrupt.release();
		index.close();
	}
}

/** Whoever wonders why each start reads all logs again learns what to take away. */
export function tellTakenIndex({ taken }: RunIndex): void {
	if (taken === undefined) return;
	process.stderr.write(
		`${shownPath(taken)}: a link, or no index of this gemmark; it stays as it is, and logs are read anew\n`,
	);
}

async function started(index: RunIndex, port: number, lang: 'en' | 'ko'): Promise<ViewServer> {
	try {
		return await startViewServer(viewPages(index, lang), port);
	} catch (cause) {
		throw new EnvironmentError(
			`port ${port} cannot be listened on (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`,
			{
				hint: 'Choose another with --port, or 0 for any.',
				cause,
			},
		);
	}
}
