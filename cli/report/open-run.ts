import { singleLine } from '../../reports/terminal/text.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { logPath } from '../../src/log/folder.ts';
import type { Log } from '../../src/log/record.ts';
import type { Composition } from '../../src/run/compose/compose.ts';
import { readHeldRun, readWrittenRun } from '../../src/run/results/read-run.ts';
import { readTold } from './long-log.ts';

export interface OpenRunOptions {
	/** The run is to be scored again. */
	readonly anew?: boolean | undefined;
	/** That the user named. */
	readonly config?: Composition | undefined;
	/** Whether stderr has all that limits the run: for what prints no summary. */
	readonly warn?: boolean | undefined;
}

/**
 * Reads the log of a run folder or log file; a last line that is left out, and what could not be checked, are named on
 * stderr. Throws what `readHeldRun` does, or for a run that is to be scored `anew` what `readWrittenRun` does.
 */
export async function openRun(run: string, { anew = false, config, warn = false }: OpenRunOptions = {}): Promise<Log> {
	const path = logPath(run);
	const doubts: string[] = [];
	const onDoubt = (line: string): void => {
		doubts.push(line);
	};
	const log = await readTold(path, (file, onRead) =>
		anew ? readWrittenRun(file, onRead) : readHeldRun(file, { onRead, config, onDoubt }),
	);
	for (const line of warn ? (log.header.warnings ?? []) : doubts) {
		process.stderr.write(`gemmark: ${singleLine(`${shownPath(path)}: ${line}`)}\n`);
	}
	if (log.damaged !== undefined) {
		const { line, problem } = log.damaged;
		process.stderr.write(`gemmark: ${singleLine(`${path}:${line}: damaged, and left out (${problem})`)}\n`);
	}
	return log;
}
