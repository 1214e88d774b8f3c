import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LogError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { peekHeader } from '../log/read-log.ts';
import { type RunNames, runNames } from './run-row.ts';

/** A log under a folder of runs, as the file system has it. */
export interface RunLog {
	readonly id: string;
	readonly file: string;
	readonly mtimeMs: number;
	readonly size: number;
	/** Changes with the labels beside the log; absent where there are none. */
	readonly labels?: string | undefined;
}

/** Of `results/<run>`, `results/<comparison>/<run>` and one more. Links, such as `results/latest`, are other names of runs. */
const DEPTH = 3;
const LOG_NAME = 'log.jsonl';
const LABELS_NAME = 'labels.csv';

/** Every run under a folder, the newest folder name first; what cannot be looked into is passed over. */
export function runLogs(folder: string): readonly RunLog[] {
	return found(folder, '', DEPTH).sort((one, other) => (one.id < other.id ? 1 : -1));
}

function found(folder: string, id: string, depth: number): RunLog[] {
	let entries: readonly Dirent[];
	try {
		entries = readdirSync(join(folder, id), { withFileTypes: true });
	} catch {
		return [];
	}
	// Whatever has a log's name stands in the list, if only as what cannot be read.
	if (id !== '' && entries.some((entry) => entry.name === LOG_NAME)) {
		const file = join(folder, id, LOG_NAME);
		return [{ id, file, ...statusOf(file), labels: labelsStamp(join(folder, id, LABELS_NAME)) }];
	}
	if (depth === 0) return [];
	return entries.flatMap((entry) =>
		entry.isDirectory() && !entry.name.startsWith('.')
			? found(folder, id === '' ? entry.name : `${id}/${entry.name}`, depth - 1)
			: [],
	);
}

function statusOf(file: string): Pick<RunLog, 'mtimeMs' | 'size'> {
	try {
		const { mtimeMs, size } = lstatSync(file);
		return { mtimeMs, size };
	} catch {
		// Gone since.
		return { mtimeMs: 0, size: 0 };
	}
}

/** Links are not followed, to labels neither. */
function labelsStamp(file: string): string | undefined {
	const stats = lstatSync(file, { throwIfNoEntry: false });
	return stats?.isFile() ? `${stats.mtimeMs} ${stats.size}` : undefined;
}

/** Throws LogError where a log, or a folder between it and that of all runs, has become a link: what is behind it was not listed. */
export function requireNoLink({ id, file }: Pick<RunLog, 'id' | 'file'>): void {
	let path = file;
	for (let left = id.split('/').length; left >= 0; left--) {
		if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
			throw new LogError(message('log.linked', { file }));
		}
		path = dirname(path);
	}
}

/** A log that has not grown for so long is not being written, if no turn may take longer. */
const QUIET_MS = 60_000;

/** Whether a log without an end is being written: it has grown within a minute, or the time that a turn may take. */
export function isBeingWritten(mtimeMs: number, now: number, deadlineMs = 0): boolean {
	return Math.abs(now - mtimeMs) < Math.max(QUIET_MS, deadlineMs);
}

/** What a log's first line has, without reading on; undefined where it is no header. */
export function peekNames({ id, file }: Pick<RunLog, 'id' | 'file'>): RunNames | undefined {
	try {
		requireNoLink({ id, file });
		const header = peekHeader(file);
		return header && runNames(id, header);
	} catch {
		return undefined;
	}
}
