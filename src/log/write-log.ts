import { closeSync, fstatSync, fsyncSync, ftruncateSync, lstatSync, openSync, realpathSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { EnvironmentError, GemmarkError, UsageError } from '../base/errors.ts';
import { takeFileLock } from '../base/file-lock.ts';
import { message } from '../base/message.ts';
import { systemCode } from '../base/read-file.ts';
import { type Disk, writeAll, writeRemedy, writeWhole } from '../base/write-file.ts';
import { withoutSecrets } from '../text/secrets.ts';
import { writtenLine } from './line.ts';
import { digestOfFile, LogDigest, type LogEnd } from './read-log.ts';
import { type Log, type LogRecord, versionOf } from './record.ts';
import { storedLine } from './stored.ts';

/** Appends records to a log file; each is on disk before `append` returns, so a kill loses at most the current sample. */
interface LogWriter {
	/** Returns the written line. */
	append(record: LogRecord): string;
	close(): void;
}

interface LogWriterOptions {
	/** Checked before each record. */
	readonly lock?: LogLock;
	readonly disk?: Disk;
}

/** Opens a log for writing: a new one, or at the end that {@link readResumedLog} found. Throws {@link EnvironmentError}. */
export function openLogFile(
	path: string,
	end: 'create' | LogEnd,
	{ lock, disk = DISK }: LogWriterOptions = {},
): LogWriter {
	let file: number;
	let place: OpenedFile;
	let digest: LogDigest;
	try {
		file = openSync(path, end === 'create' ? 'ax' : 'a');
		place = openedFile(path, file);
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
			lock?.requireLocked();
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
				// Removes a partial line.
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
		// A reader drops a partial last line.
	}
}

/** The file that a run appends to. */
interface OpenedFile {
	/** Throws {@link EnvironmentError} if the path no longer leads to it, or another process changed its size. */
	requireSame(written: number): void;
}

function openedFile(path: string, file: number): OpenedFile {
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

/** The lock of a log that only this process may write. */
export interface LogLock {
	/** Throws {@link EnvironmentError} if another machine took the lock, as while this one slept, or it was removed. */
	requireLocked(): void;
	release(): void;
}

/**
 * Locks a log by a `.lock` file next to it, from before it is read until after it is written. Throws {@link UsageError}
 * naming the process that has the lock, {@link EnvironmentError} if none can be created.
 */
export function lockLog(path: string): LogLock {
	const lock = taken(path);
	if (typeof lock === 'string') {
		throw new UsageError(message('usage.log-in-use', { path, owner: lock }));
	}
	return {
		requireLocked() {
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
			hint: remedy === undefined ? undefined : `${remedy}, or choose another folder.`,
			cause,
		});
	}
}

interface WriteLogOptions {
	/** Of the log that is replaced, if it was read; absent: locked only for writing. */
	readonly lock?: LogLock;
	readonly disk?: Disk;
}

/**
 * Replaces a log atomically. Throws {@link EnvironmentError}, {@link LogError} for a record that no reader would accept, and
 * as {@link lockLog}.
 */
export function writeLogFile(path: string, log: Log, { lock, disk }: WriteLogOptions = {}): void {
	const own = lock ?? lockLog(path);
	try {
		own.requireLocked();
		writeWhole(path, chunksOf(log, path), { disk });
	} catch (cause) {
		if (cause instanceof GemmarkError) throw cause;
		throw new EnvironmentError(message('log.rewrite-failed', { path, code: systemCode(cause) }), { cause });
	} finally {
		if (lock === undefined) own.release();
	}
}

const CHUNK_BYTES = 1 << 20;

function* chunksOf(log: Log, path: string): Iterable<Uint8Array> {
	const digest = new LogDigest();
	const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
	let size = 0;
	for (const record of recordsOf(log)) {
		const line = (record.type === 'sample' && storedLine(record)) || newLine(record, digest, path);
		digest.add(line);
		if (size + line.length > CHUNK_BYTES) {
			yield chunk.subarray(0, size);
			size = 0;
		}
		if (line.length > CHUNK_BYTES) yield line;
		else size += line.copy(chunk, size);
	}
	yield chunk.subarray(0, size);
}

function newLine(record: LogRecord, digest: LogDigest, path: string): Buffer {
	const ended = record.type === 'footer' ? { ...record, digest: digest.after() } : record;
	// Its lines may be lean, whatever the version of the log that it replaces.
	const written = ended.type === 'header' ? { ...ended, version: versionOf(ended.settings) } : ended;
	return Buffer.from(`${writtenLine(written, path)}\n`);
}

function* recordsOf(log: Log): Iterable<LogRecord> {
	yield log.header;
	yield* log.workers ?? [];
	yield* log.samples;
	yield* log.turns ?? [];
	yield* log.failures;
	if (log.footer !== undefined) yield log.footer;
}
