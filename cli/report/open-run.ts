import type { Composition } from '../../api/compose.ts';
import { readRun, readScoredRun } from '../../api/read-run.ts';
import type { Log } from '../../src/log/record.ts';
import { logPath } from '../../src/run/run-folder.ts';
import { singleLine } from '../terminal/terminal-text.ts';
import { readTold } from './long-log.ts';

export interface OpenRunOptions {
	/** The run is to be scored again. */
	readonly anew?: boolean | undefined;
	/** That the user named. */
	readonly config?: Composition | undefined;
}

/**
 * Reads the log of a run folder or log file; a last line that is left out is named on stderr. Throws what `readScoredRun`
 * does, or for a run that is to be scored `anew` what `readRun` does.
 */
export async function openRun(run: string, { anew = false, config }: OpenRunOptions = {}): Promise<Log> {
	const path = logPath(run);
	const log = await readTold(path, (file, onRead) =>
		anew ? readRun(file, onRead) : readScoredRun(file, { onRead, config }),
	);
	if (log.damaged !== undefined) {
		const { line, problem } = log.damaged;
		process.stderr.write(`gemmark: ${singleLine(`${path}:${line}: damaged, and left out (${problem})`)}\n`);
	}
	return log;
}
