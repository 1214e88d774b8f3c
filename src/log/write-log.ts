import { closeSync, fstatSync, fsyncSync, ftruncateSync, lstatSync, openSync, realpathSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { EnvironmentError, GemmarkError, UsageError } from '../base/errors.ts';
import { takeFileLock } from '../base/file-lock.ts';
import { message } from '../base/message.ts';
import { systemCode } from '../base/read-file.ts';
import { type Disk, writeAll, writeRemedy, writeWhole } from '../base/write-file.ts';
import { withoutSecrets } from '../text/secrets.ts';
import { digestOfFile, LogDigest } from './digest.ts';
import { writtenLine } from './line.ts';
import type { LogEnd } from './read-log.ts';
import type { Log, LogRecord } from './record.ts';

/** Appends records to a log file; each is on the disk before `append` returns, so a kill loses at most the sample under way. */
interface LogWriter {
	/** Gives the line as it was written. */
	append(record: LogRecord): string;
	close(): void;
}

interface LogWriterOptions {
	/** Looked at before each record. */
	readonly held?: HeldLog;
	readonly disk?: Disk;
}

/** Opens a log for writing: a new one, or where {@link readResumedLog} found the end of one. Throws {@link EnvironmentError}. */
export function openLogFile(
	path: string,
	end: 'create' | LogEnd,
	{ held, disk = DISK }: LogWriterOptions = {},
): LogWriter {
	let file: number;
	let place: OwnPlace;
	let digest: LogDigest;
	try {
		file = openSync(path, end === 'create' ? 'ax' : 'a');
		place = ownPlace(path, file);
		if (end !== 'create') ftruncateSync(file, end.keep);
		digest = end === 'create' ? new LogDigest() : digestOfFile(path, end.keep);
	} catch (cause) {
		throw new EnvironmentError(message('log.cannot-write', { path, code: systemCode(cause) }), {
			cause,
		});
	}
	let open = true;
	let size = end === 'create' ? 0 : end.keep;
	let before = end === 'create' || end.terminated ? '' : '\n';
	return {
		append(record) {
			if (!open) throw new Error('log is closed');
			place.requireSame(size);
			held?.requireHeld();
			const ended = record.type === 'footer' ? { ...record, digest: digest.after(before) } : record;
			const text = writtenLine(withoutSecrets(ended), path);
			const line = `${before}${text}\n`;
			try {
				size += writeAll(file, line, disk);
				disk.fsyncSync(file);
				digest.add(line);
				before = '';
				return text;
			} catch (cause) {
				// Half a line would be damage.
				cutTo(file, size);
				const remedy = writeRemedy(cause) ?? 'Check its disk';
				throw new EnvironmentError(message('log.append-failed', { path, code: systemCode(cause), remedy }), { cause });
			}
		},
		close() {
			if (open) closeSync(file);
			open = false;
		},
	};
}

const DISK: Disk = { writeSync, fsyncSync };

function cutTo(file: number, size: number): void {
	try {
		ftruncateSync(file, size);
	} catch {
		// Its reader leaves half a line out.
	}
}

/** Where a file that a run appends to was opened. */
interface OwnPlace {
	/**
	 * Throws {@link EnvironmentError} where its folder or its name leads somewhere else by now, or its size is not the one that
	 * was written: what stands behind bytes of somebody else is damage.
	 */
	requireSame(written: number): void;
}

function ownPlace(path: string, file: number): OwnPlace {
	const folder = dirname(path);
	const real = realpathSync(folder);
	return {
		requireSame(written) {
			const { size, nlink } = fstatSync(file);
			if (nlink === 0) throw new EnvironmentError(message('log.deleted', { path }));
			const there = lstatSync(path, { throwIfNoEntry: false });
			if (realPath(folder) !== real || there?.isFile() !== true) {
				throw new EnvironmentError(message('log.moved', { path }));
			}
			if (size !== written) throw new EnvironmentError(message('log.changed', { path, size, written }));
		},
	};
}

function realPath(folder: string): string | undefined {
	try {
		return realpathSync(folder);
	} catch {
		return undefined;
	}
}

/** A log that this process alone may write. */
export interface HeldLog {
	/** Throws {@link EnvironmentError} where another machine has taken it over, as while this one slept, or its lock was removed. */
	requireHeld(): void;
	release(): void;
}

/**
 * Holds a log from before it is read until after it is written: two that append to one log destroy it. A `.lock` file beside
 * it says so. Throws {@link UsageError} naming the process that has it, {@link EnvironmentError} where none can be made.
 */
export function holdLog(path: string): HeldLog {
	const lock = taken(path);
	if (typeof lock === 'string') {
		throw new UsageError(message('usage.log-in-use', { path, owner: lock }));
	}
	return {
		requireHeld() {
			if (lock.isHeld()) return;
			if (lock.holder() === undefined) {
				throw new EnvironmentError(message('log.lock-gone', { path }));
			}
			throw new EnvironmentError(message('log.taken-over', { path }));
		},
		release: lock.release,
	};
}

function taken(path: string): ReturnType<typeof takeFileLock> {
	try {
		return takeFileLock(`${path}.lock`);
	} catch (cause) {
		if (cause instanceof GemmarkError) throw cause;
		const remedy = writeRemedy(cause);
		throw new EnvironmentError(message('log.cannot-write', { path, code: systemCode(cause) }), {
			...(remedy !== undefined && { hint: `${remedy}, or choose another folder.` }),
			cause,
		});
	}
}

interface WriteLogOptions {
	/** Where the log that is there was read, held since before that; absent: held for the writing. */
	readonly held?: HeldLog | undefined;
	readonly disk?: Disk | undefined;
}

/**
 * Writes a whole log in place of what is there, or not at all. Throws {@link EnvironmentError}, {@link LogError} for what no
 * reader would take, and what {@link holdLog} does.
 */
export function writeLogFile(path: string, log: Log, { held, disk }: WriteLogOptions = {}): void {
	const own = held ?? holdLog(path);
	try {
		own.requireHeld();
		writeWhole(path, chunksOf(log, path), { disk });
	} catch (cause) {
		if (cause instanceof GemmarkError) throw cause;
		throw new EnvironmentError(message('log.rewrite-failed', { path, code: systemCode(cause) }), { cause });
	} finally {
		if (held === undefined) own.release();
	}
}

const CHUNK_CHARS = 1 << 20;

function* chunksOf(log: Log, path: string): Iterable<string> {
	const digest = new LogDigest();
	let chunk = '';
	for (const record of recordsOf(log)) {
		const line = `${writtenLine(record.type === 'footer' ? { ...record, digest: digest.after() } : record, path)}\n`;
		digest.add(line);
		chunk += line;
		if (chunk.length < CHUNK_CHARS) continue;
		yield chunk;
		chunk = '';
	}
	yield chunk;
}

function* recordsOf(log: Log): Iterable<LogRecord> {
	yield log.header;
	yield* log.workers ?? [];
	yield* log.samples;
	yield* log.failures;
	if (log.footer !== undefined) yield log.footer;
}
