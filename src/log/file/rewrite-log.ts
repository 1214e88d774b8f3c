import { EnvironmentError, GemmarkError } from '../../errors/gemmark-error.ts';
import { systemCode } from '../../files/read-regular.ts';
import { type Disk, writeWhole } from '../../files/write-whole.ts';
import { type HeldLog, holdLog } from '../held-log.ts';
import { writtenLine } from '../log-line.ts';
import type { Log, LogRecord } from '../record.ts';

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
