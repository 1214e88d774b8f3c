import { closeSync, fsyncSync, openSync, readFileSync, readSync, truncateSync, writeSync } from 'node:fs';
import { EnvironmentError, LogError } from '../errors/gemmark-error.ts';
import { isLogLine, MAX_LINE_LENGTH, parseLog } from './parse-log.ts';
import type { Log, LogRecord } from './record.ts';

/** Appends records to a log file; each is on the disk before `append` returns, so a kill loses at most the sample under way. */
export interface LogWriter {
	append(record: LogRecord): void;
	close(): void;
}

/** Opens a log for writing. `resume` keeps what is there, less a last line that is broken. */
export function openLogFile(path: string, mode: 'create' | 'resume'): LogWriter {
	if (mode === 'resume') dropBrokenLine(path);
	let file: number;
	try {
		file = openSync(path, mode === 'create' ? 'wx' : 'a');
	} catch (cause) {
		throw new EnvironmentError(`${path}: cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Choose another folder with --out.',
			cause,
		});
	}
	let open = true;
	return {
		append(record) {
			if (!open) throw new Error('log is closed');
			writeAll(file, `${JSON.stringify(record)}\n`, path);
			fsyncSync(file);
		},
		close() {
			if (open) closeSync(file);
			open = false;
		},
	};
}

/** Reads and checks a whole log. Throws {@link LogError} naming file, line and field. */
export async function readLogFile(path: string): Promise<Log> {
	try {
		return parseLog(linesOf(path), path);
	} catch (cause) {
		if (cause instanceof LogError) throw cause;
		throw new LogError(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Name a run folder or its log.jsonl.',
			cause,
		});
	}
}

const READ_BYTES = 1 << 22;
const NEWLINE = 0x0a;
/** Bytes that a UTF-16 unit takes at most. */
const MAX_UTF8 = 3;

/** Cut where the bytes have a newline, so that lines are decoded once. A line beyond all bounds comes in pieces, and fails as such. */
function* linesOf(path: string): Generator<string, void, void> {
	const file = openSync(path, 'r');
	try {
		let buffer = Buffer.alloc(READ_BYTES);
		let held = 0;
		for (;;) {
			if (held === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)]);
			const read = readSync(file, buffer, held, buffer.length - held, null);
			const end = held + read;
			let from = 0;
			for (let at = buffer.indexOf(NEWLINE, held); at !== -1 && at < end; at = buffer.indexOf(NEWLINE, from)) {
				yield buffer.toString('utf8', from, at);
				from = at + 1;
			}
			held = end - from;
			if (read === 0 || held > MAX_LINE_LENGTH * MAX_UTF8) {
				if (held > 0) yield buffer.toString('utf8', from, end);
				held = 0;
				if (read === 0) return;
			}
			buffer.copy(buffer, 0, from, end);
		}
	} finally {
		closeSync(file);
	}
}

function writeAll(file: number, text: string, path: string): void {
	const bytes = Buffer.from(text, 'utf8');
	let written = 0;
	try {
		while (written < bytes.length) written += writeSync(file, bytes, written);
	} catch (cause) {
		throw new EnvironmentError(`${path}: cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Free some disk space and go on with --resume.',
			cause,
		});
	}
}

/** What is appended behind a broken line would make it one in the middle, and the log unreadable. */
function dropBrokenLine(path: string): void {
	const bytes = readFileSync(path);
	if (bytes.length === 0) return;
	const whole = bytes.at(-1) === NEWLINE;
	const from = bytes.lastIndexOf(NEWLINE, whole ? -2 : -1) + 1;
	const last = bytes.toString('utf8', from);
	if (!whole || (last.trim() !== '' && !isLogLine(last))) truncateSync(path, from);
}
