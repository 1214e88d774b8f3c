import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { EnvironmentError } from '../../errors/gemmark-error.ts';
import { type OwnPlace, ownPlace } from '../../files/own-place.ts';
import { systemCode } from '../../files/read-regular.ts';
import { writeRemedy } from '../../files/write-remedy.ts';
import { type Disk, writeAll } from '../../files/write-whole.ts';
import { withoutSecrets } from '../../text/secret/secret.ts';
import type { HeldLog } from '../held-log.ts';
import { writtenLine } from '../log-line.ts';
import type { LogRecord } from '../record.ts';
import type { LogEnd } from './log-file.ts';

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
