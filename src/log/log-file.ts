import { closeSync, createReadStream, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { EnvironmentError, LogError } from '../errors/gemmark-error.ts';
import { parseLog } from './parse-log.ts';
import type { Log, LogRecord } from './record.ts';

/** Appends records to a log file; each is on the disk before `append` returns, so a kill loses at most the sample under way. */
export interface LogWriter {
	append(record: LogRecord): void;
	close(): void;
}

/** Opens a log for writing. `resume` keeps what is there, less a last line that was cut short. */
export function openLogFile(path: string, mode: 'create' | 'resume'): LogWriter {
	if (mode === 'resume') dropCutLine(path);
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
	const lines: string[] = [];
	try {
		const reader = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
		for await (const line of reader) lines.push(line);
	} catch (cause) {
		throw new LogError(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Name a run folder or its log.jsonl.',
			cause,
		});
	}
	return parseLog(lines, path);
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

function dropCutLine(path: string): void {
	const bytes = readFileSync(path);
	if (bytes.length === 0 || bytes.at(-1) === 0x0a) return;
	truncateSync(path, bytes.lastIndexOf(0x0a) + 1);
}
