import { statSync } from 'node:fs';
import type { Composition } from '../../api/compose.ts';
import { readHeldRun, readWrittenRun } from '../../api/read-run.ts';
import type { ReadListener } from '../../src/log/log-file.ts';
import type { Log } from '../../src/log/record.ts';
import { displayPath, logPath } from '../../src/run/run-folder.ts';
import { createProgress } from '../terminal/progress.ts';
import { singleLine } from '../terminal/terminal-text.ts';

export interface OpenRunOptions {
	/** The run is to be scored again. */
	readonly anew?: boolean | undefined;
	/** That the user named. */
	readonly config?: Composition | undefined;
}

/**
 * Reads the log of a run folder or log file; a last line that is left out, and what could not be checked, are named on
 * stderr. Throws what `readHeldRun` does, or for a run that is to be scored `anew` what `readWrittenRun` does.
 */
export async function openRun(run: string, { anew = false, config }: OpenRunOptions = {}): Promise<Log> {
	const path = logPath(run);
	const progress = readProgress(path);
	const onRead = progress?.onRead;
	const doubts: string[] = [];
	const onDoubt = (line: string): void => {
		doubts.push(`${displayPath(path)}: ${line}`);
	};
	const reading = anew ? readWrittenRun(path, onRead) : readHeldRun(path, { onRead, config, onDoubt });
	const log = await reading.finally(() => progress?.finish());
	for (const line of doubts) process.stderr.write(`gemmark: ${singleLine(line)}\n`);
	if (log.damaged !== undefined) {
		const { line, problem } = log.damaged;
		process.stderr.write(`gemmark: ${singleLine(`${path}:${line}: damaged, and left out (${problem})`)}\n`);
	}
	return log;
}

/** Bytes that are read before anybody wonders. */
const LONG_LOG = 50e6;

function readProgress(path: string): { readonly onRead: ReadListener; finish(): void } | undefined {
	const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
	if (size < LONG_LOG) return undefined;
	const progress = createProgress(process.stderr, 'reading');
	const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
	return {
		onRead: (bytes) => progress.update(megabytes(bytes), megabytes(size), 'MB'),
		finish: progress.finish,
	};
}
