import type { Config } from '../../src/config/define.ts';
import { logPath } from '../../src/log/folder.ts';
import type { Log } from '../../src/log/record.ts';
import { checkOptions } from '../node-options.ts';
import { composedFor } from './composed-for.ts';
import { readHeldRun } from './read-run.ts';

export interface ScoredReading {
	/** That the run was made with: its suites' code is run (default: none, gemmark's own suites and kinds alone are checked). */
	readonly config?: Config | string | undefined;
	/** What paths of a config given as an object are relative to (default: the working folder). */
	readonly folder?: string | undefined;
	/** Told of each suite that could not be checked: a line that the log's warnings have too. */
	readonly onDoubt?: ((line: string) => void) | undefined;
}

/**
 * Reads a run, its folder or its log, as `gemmark gate` and `report` do: its scores must be those that rows and transcripts
 * give, and its decisions those of the config. Throws what `readRun` does, LogError naming the field or the line that is
 * otherwise, UsageError where there is no run, ConfigError.
 */
export async function readScoredRun(run: string, options: ScoredReading = {}): Promise<Log> {
	checkOptions('readScoredRun', options);
	const { config, folder, onDoubt } = options;
	const file = logPath(run);
	if (config === undefined) return await readHeldRun(file, { onDoubt });
	return await composedFor(config, folder, (composition) => readHeldRun(file, { config: composition, onDoubt }));
}
