import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../errors/gemmark-error.ts';
import { counted } from '../../text/counted.ts';

export const LOG_NAME = 'log.jsonl';

/** The log behind a run folder, a log file or a link to either. Throws UsageError, for a folder of several runs with their names. */
export function logPath(run: string): string {
	if (typeof run !== 'string') {
		const hint = 'What evaluate gives has its log at hand, and its folder as `folder`.';
		throw new UsageError(`a run is read by the path of its folder or log.jsonl, not by ${typeof run}`, { hint });
	}
	const path = resolve(run);
	if (!existsSync(path)) {
		throw new UsageError(`${run}: no such run`, { hint: 'Name a run folder, or its log.jsonl.' });
	}
	const log = statSync(path).isDirectory() ? join(path, LOG_NAME) : path;
	const inside = existsSync(log) ? [] : runsIn(path);
	if (inside[0] !== undefined) {
		throw new UsageError(
			`${run}: holds ${counted(inside.length, 'run')} and is none itself: ${inside.slice(0, 5).join(', ')}${inside.length > 5 ? ', ...' : ''}`,
			{
				hint: `Name one of them: ${join(run, inside[0])}.`,
			},
		);
	}
	if (statSync(log, { throwIfNoEntry: false })?.isDirectory() !== true) return log;
	throw new UsageError(`${log}: is a folder, not a log`, { hint: 'Name a run folder, or its log.jsonl.' });
}

/** Names of the runs of a comparison's folder, a target each. */
function runsIn(folder: string): readonly string[] {
	return readdirSync(folder)
		.filter((name) => existsSync(join(folder, name, LOG_NAME)))
		.toSorted();
}
