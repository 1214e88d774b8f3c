import { EnvironmentError } from '../errors/gemmark-error.ts';
import { type Disk, systemCode, writeWhole } from '../files/write-whole.ts';
import type { Log, LogRecord } from './record.ts';

/** Writes a whole log in place of what is there, or not at all. Throws {@link EnvironmentError}. */
export function writeLogFile(path: string, log: Log, disk?: Disk): void {
	try {
		writeWhole(path, chunksOf(log), disk);
	} catch (cause) {
		throw new EnvironmentError(`${path}: cannot be written (${systemCode(cause)})`, {
			hint: 'The log that was there is untouched.',
			cause,
		});
	}
}

const CHUNK_CHARS = 1 << 20;

function* chunksOf(log: Log): Iterable<string> {
	let chunk = '';
	for (const record of recordsOf(log)) {
		chunk += `${JSON.stringify(record)}\n`;
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
