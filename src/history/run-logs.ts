import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LogError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { peekHeader } from '../log/read-log.ts';
import { type RunNames, runNames } from './run-row.ts';

/** A log file under a folder of runs. */
export interface RunLog {
	readonly id: string;
	readonly file: string;
	readonly mtimeMs: number;
	readonly size: number;
	/** Changes with the labels and the gate's result next to the log; absent without both. */
	readonly beside?: string;
}

/** `results/<run>`, `results/<comparison>/<run>` and one more. Links, such as `results/latest`, are not followed. */
const DEPTH = 3;
const LOG_NAME = 'log.jsonl';
/** Next to a log: what its row shows too. */
const BESIDE: readonly string[] = ['junit.xml', 'labels.csv'];

/** Every run under a folder, the newest folder name first, without unreadable folders. */
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
	// Also if it is not a file: the list shows it as unreadable.
	if (id !== '' && entries.some((entry) => entry.name === LOG_NAME)) {
		const file = join(folder, id, LOG_NAME);
		const beside = entries
			.flatMap((entry) => (entry.isFile() && BESIDE.includes(entry.name) ? [entry.name] : []))
			.sort()
			.map((name) => `${name} ${Object.values(statusOf(join(folder, id, name))).join(' ')}`);
		return [{ id, file, ...statusOf(file), ...(beside.length > 0 && { beside: beside.join() }) }];
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
		// Deleted meanwhile.
		return { mtimeMs: 0, size: 0 };
	}
}

/** Throws LogError if a log, or a folder above it, has become a link to something that was not listed. */
export function requireNoLink({ id, file }: Pick<RunLog, 'id' | 'file'>): void {
	let path = file;
	for (let left = id.split('/').length; left >= 0; left--) {
		if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
			throw new LogError(message('log.linked', { file }));
		}
		path = dirname(path);
	}
}

const QUIET_MS = 60_000;

/** Whether a log without footer is being written: it has grown within a minute, or within the deadline of a turn. */
export function isBeingWritten(mtimeMs: number, now: number, deadlineMs = 0): boolean {
	return Math.abs(now - mtimeMs) < Math.max(QUIET_MS, deadlineMs);
}

/** Names from a log's header; undefined if it cannot be read. */
export function peekNames({ id, file }: RunLog): RunNames | undefined {
	try {
		requireNoLink({ id, file });
		const header = peekHeader(file);
		return header && runNames(id, header);
	} catch {
		return undefined;
	}
}
