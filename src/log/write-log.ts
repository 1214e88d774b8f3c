import { closeSync, fstatSync, fsyncSync, ftruncateSync, lstatSync, openSync, realpathSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { EnvironmentError, GemmarkError, UsageError } from '../base/errors.ts';
import { takeFileLock } from '../base/file-lock.ts';
import { systemCode } from '../base/read-file.ts';
import { type Disk, writeAll, writeRemedy, writeWhole } from '../base/write-file.ts';
import { withoutSecrets } from '../text/secrets.ts';
import { writtenLine } from './line.ts';
import type { LogEnd } from './read-log.ts';
import type { Log, LogRecord } from './record.ts';

/** Appends records to a log file; each is on the disk before `append` returns, so a kill loses at most the sample under way. */
export interface LogWriter {
	append(record: LogRecord): void;
	close(): void;
}

export interface LogWriterOptions {
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
	try {
		file = openSync(path, end === 'create' ? 'ax' : 'a');
		place = ownPlace(path, file);
		if (end !== 'create') ftruncateSync(file, end.keep);
	} catch (cause) {
		throw new EnvironmentError(`${path}: cannot be written (${systemCode(cause)})`, {
			hint: 'Choose another folder.',
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
			const line = `${before}${writtenLine(withoutSecrets(record), path)}\n`;
			try {
				size += writeAll(file, line, disk);
				disk.fsyncSync(file);
				before = '';
			} catch (cause) {
				// Half a line would be damage.
				cutTo(file, size);
				throw new EnvironmentError(`${path}: cannot be written (${systemCode(cause)})`, {
					hint: `${writeRemedy(cause) ?? 'See what its disk has'}, and resume the run.`,
					cause,
				});
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
export interface OwnPlace {
	/**
	 * Throws {@link EnvironmentError} where its folder or its name leads somewhere else by now, or its size is not the one that
	 * was written: what stands behind bytes of somebody else is damage.
	 */
	requireSame(written: number): void;
}

export function ownPlace(path: string, file: number): OwnPlace {
	const folder = dirname(path);
	const real = realpathSync(folder);
	return {
		requireSame(written) {
			const { size, nlink } = fstatSync(file);
			const gone = nlink === 0;
			const lost = `was ${gone ? 'deleted' : 'renamed or moved'} during the run`;
			const now = realPath(folder);
			if (now === undefined) throw moved(`${folder}: ${lost}`, gone);
			if (now !== real) throw moved(`${folder}: was replaced during the run, by a link to ${now}`, gone);
			const there = lstatSync(path, { throwIfNoEntry: false });
			if (there?.isSymbolicLink()) throw moved(`${path}: was replaced by a link during the run`, gone);
			if (there === undefined) throw moved(`${path}: ${lost}`, gone);
			if (gone) throw moved(`${path}: was replaced by another file during the run`, gone);
			if (size === written) return;
			throw new EnvironmentError(
				`${path}: was changed during the run: it has ${size} bytes where ${written} were written`,
				{ hint: 'Let nothing else write it, and resume the run.' },
			);
		},
	};
}

function moved(message: string, gone: boolean): EnvironmentError {
	return new EnvironmentError(message, {
		hint: gone
			? 'Run it again, and leave its folder alone.'
			: 'Leave the folder of a run alone; put it back, and resume the run.',
	});
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
		throw new UsageError(`${path}: is in use by ${lock}`, {
			hint: 'Wait until it has ended, or choose another folder.',
		});
	}
	return {
		requireHeld() {
			if (lock.isHeld()) return;
			if (lock.holder() === undefined) {
				throw new EnvironmentError(`${path}.lock: was removed or replaced during the run`, {
					hint: 'Another process may write this log too: resume the run once none does.',
				});
			}
			throw new EnvironmentError(`${path}: another process has taken over this run`, {
				hint: 'What was evaluated before is in it; let one process resume the run.',
			});
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
		throw new EnvironmentError(`${path}: cannot be written (${systemCode(cause)})`, {
			hint: remedy === undefined ? 'Choose another folder.' : `${remedy}, or choose another.`,
			cause,
		});
	}
}

export interface WriteLogOptions {
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
		throw new EnvironmentError(`${path}: cannot be written (${systemCode(cause)})`, {
			hint: 'The log that was there is untouched.',
			cause,
		});
	} finally {
		if (held === undefined) own.release();
	}
}

const CHUNK_CHARS = 1 << 20;

function* chunksOf(log: Log, path: string): Iterable<string> {
	let chunk = '';
	for (const record of recordsOf(log)) {
		chunk += `${writtenLine(record, path)}\n`;
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
