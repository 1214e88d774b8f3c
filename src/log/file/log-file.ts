import { statSync } from 'node:fs';
import { LogError } from '../../errors/gemmark-error.ts';
import { systemCode } from '../../files/read-regular.ts';
import { BEGINS_AGAIN, parseLog } from '../parse-log.ts';
import type { Log } from '../record.ts';
import { type FileLine, linesOf } from './file-lines.ts';

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

/** Told how many bytes of a log are read. */
export type ReadListener = (bytes: number) => void;

/** Reads and checks a whole log. Throws {@link LogError} naming file, line and field. */
export async function readLogFile(path: string, onRead?: ReadListener): Promise<Log> {
	return reading(path, () => {
		let last: FileLine | undefined;
		const texts = Iterator.from(linesOf(path)).map((line) => {
			onRead?.(line.from);
			last = line;
			return line.text;
		});
		try {
			return parseLog(texts, path);
		} catch (cause) {
			if (last === undefined || !isCutHeader(last)) throw cause;
			throw new LogError(`${path}: its header was cut`, { hint: BEGINS_AGAIN, cause });
		}
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
