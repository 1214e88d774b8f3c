import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { EnvironmentError } from '../errors/gemmark-error.ts';
import type { Log, LogRecord } from './record.ts';

/** Writes a whole log in place of what is there, or not at all. */
export function writeLogFile(path: string, log: Log): void {
	const next = `${path}.${process.pid}.tmp`;
	try {
		const file = openSync(next, 'w');
		try {
			let chunk = '';
			for (const record of recordsOf(log)) {
				chunk += `${JSON.stringify(record)}\n`;
				if (chunk.length > 1 << 20) {
					writeSync(file, chunk);
					chunk = '';
				}
			}
			writeSync(file, chunk);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(next, path);
	} catch (cause) {
		rmSync(next, { force: true });
		throw new EnvironmentError(`${path}: cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'The log that was there is untouched.',
			cause,
		});
	}
}

function* recordsOf(log: Log): Iterable<LogRecord> {
	yield log.header;
	yield* log.workers ?? [];
	yield* log.samples;
	yield* log.failures;
	if (log.footer !== undefined) yield log.footer;
}
