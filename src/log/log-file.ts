import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { EnvironmentError, LogError } from '../errors/gemmark-error.ts';
import { type OwnPlace, ownPlace } from '../files/own-place.ts';
import { writeRemedy } from '../files/write-remedy.ts';
import { type Disk, systemCode, writeAll } from '../files/write-whole.ts';
import { withoutSecrets } from '../text/secret/secret.ts';
import type { HeldLog } from './held-log.ts';
import { MAX_LINE_LENGTH, writtenLine } from './log-line.ts';
import { parseLog } from './parse-log.ts';
import type { Log, LogRecord } from './record.ts';

/** Appends records to a log file; each is on the disk before `append` returns, so a kill loses at most the sample under way. */
export interface LogWriter {
	append(record: LogRecord): void;
	close(): void;
}

/** A log that a run goes on with. */
export interface ResumedLog {
	/** Absent where the run was cut before its header was whole: nothing of it is there. */
	readonly log: Log | undefined;
	readonly end: LogEnd;
}

/** Where to go on writing, as the reader has read it: cut and damage are decided once. */
export interface LogEnd {
	/** Bytes that are kept: what stands behind them could not be read. */
	readonly keep: number;
	/** Whether they end with a whole line; a kill may have taken the newline alone. */
	readonly terminated: boolean;
}

export interface LogFileOptions {
	/** Looked at before each record. */
	readonly held?: HeldLog;
	readonly disk?: Disk;
}

/** Opens a log for writing: a new one, or where {@link readResumedLog} found the end of one. Throws {@link EnvironmentError}. */
export function openLogFile(
	path: string,
	end: 'create' | LogEnd,
	{ held, disk = DISK }: LogFileOptions = {},
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

/** Told how many bytes of a log are read. */
export type ReadListener = (bytes: number) => void;

/** Reads and checks a whole log. Throws {@link LogError} naming file, line and field. */
export async function readLogFile(path: string, onRead?: ReadListener): Promise<Log> {
	return reading(path, () => {
		const texts = Iterator.from(linesOf(path)).map(({ text, from }) => {
			onRead?.(from);
			return text;
		});
		return parseLog(texts, path);
	});
}

/** Reads a log to go on with. Throws as {@link readLogFile}. */
export async function readResumedLog(path: string): Promise<ResumedLog> {
	return reading(path, () => {
		let last: FileLine | undefined;
		let terminated = true;
		const texts = Iterator.from(linesOf(path)).map((line) => {
			if (line.text.trim() !== '') last = line;
			terminated = line.terminated;
			return line.text;
		});
		let log: Log;
		try {
			log = parseLog(texts, path);
		} catch (error) {
			if (last === undefined || isCutHeader(last)) return { log: undefined, end: { keep: 0, terminated: true } };
			throw error;
		}
		const keep = log.damaged === undefined ? statSync(path).size : (last?.from ?? 0);
		return { log, end: { keep, terminated: log.damaged !== undefined || terminated } };
	});
}

/** The first line, of a process that was killed while it wrote it. Other text is somebody else's. */
function isCutHeader({ from, text, terminated }: FileLine): boolean {
	return from === 0 && !terminated && (text.startsWith(HEADER_BEGIN) || HEADER_BEGIN.startsWith(text));
}

const HEADER_BEGIN = '{"type":"header"';

function reading<T>(path: string, read: () => T): T {
	try {
		if (!statSync(path).isFile()) throw Object.assign(new Error('no file'), { code: 'not a file' });
		return read();
	} catch (cause) {
		if (cause instanceof LogError) throw cause;
		throw new LogError(`${path}: cannot be read (${systemCode(cause)})`, {
			hint: 'Name a run folder or its log.jsonl.',
			cause,
		});
	}
}

const DISK: Disk = { writeSync, fsyncSync };
const READ_BYTES = 1 << 22;
const NEWLINE = 0x0a;
/** Bytes that a UTF-16 unit takes at most. */
const MAX_UTF8 = 3;

interface FileLine {
	/** Without its newline. */
	readonly text: string;
	/** Bytes before it. */
	readonly from: number;
	readonly terminated: boolean;
}

/** Cut where the bytes have a newline, so that lines are decoded once. A line beyond all bounds comes in pieces, and fails as such. */
function* linesOf(path: string): Generator<FileLine, void, void> {
	const file = openSync(path, 'r');
	try {
		let buffer = Buffer.alloc(READ_BYTES);
		let held = 0;
		let passed = 0;
		for (;;) {
			if (held === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)]);
			const read = readSync(file, buffer, held, buffer.length - held, null);
			const end = held + read;
			let from = 0;
			for (let at = buffer.indexOf(NEWLINE, held); at !== -1 && at < end; at = buffer.indexOf(NEWLINE, from)) {
				yield { text: buffer.toString('utf8', from, at), from: passed + from, terminated: true };
				from = at + 1;
			}
			held = end - from;
			if (read === 0 || held > MAX_LINE_LENGTH * MAX_UTF8) {
				if (held > 0) yield { text: buffer.toString('utf8', from, end), from: passed + from, terminated: false };
				held = 0;
				if (read === 0) return;
			}
			buffer.copy(buffer, 0, from, end);
			passed += held === 0 ? end : from;
		}
	} finally {
		closeSync(file);
	}
}

function cutTo(file: number, size: number): void {
	try {
		ftruncateSync(file, size);
	} catch {
		// Its reader leaves half a line out.
	}
}
