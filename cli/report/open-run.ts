import { readRun, readScoredRun } from '../../api/read-run.ts';
import type { Log } from '../../src/log/record.ts';
import { logPath } from '../../src/run/run-folder.ts';
import { singleLine } from '../terminal/terminal-text.ts';
import { readTold } from './long-log.ts';

/**
 * Reads the log of a run folder or log file; a last line that is left out is named on stderr. Throws what `readScoredRun`
 * does, or for a run that is to be scored `anew` what `readRun` does.
 */
export async function openRun(run: string, { anew = false }: { readonly anew?: boolean } = {}): Promise<Log> {
	const path = logPath(run);
	const log = await readTold(path, anew ? readRun : readScoredRun);
	if (log.damaged !== undefined) {
		const { line, problem } = log.damaged;
		process.stderr.write(`gemmark: ${singleLine(`${path}:${line}: damaged, and left out (${problem})`)}\n`);
	}
	return log;
}
