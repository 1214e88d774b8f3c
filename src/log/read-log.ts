import { createHash, type Hash } from 'node:crypto';
import { closeSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { LogError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { systemCode } from '../base/read-file.ts';
import { MAX_LINE_LENGTH } from './line.ts';
import { parseLog } from './parse-log.ts';
import type { Log, LogHeader } from './record.ts';
import { OpenLog } from './stored.ts';

interface FileLine {
	/** Without its newline. */
	readonly text: string;
	/** Its bytes with the newline, valid until the next line is read. */
	readonly bytes: Uint8Array;
	/** Bytes before it. */
	readonly from: number;
	readonly terminated: boolean;
}

/** Yields the lines of a file, split at newline bytes so that each is decoded once. A line over the limit comes in pieces. */
function* linesOf(path: string): Generator<FileLine, void, void> {
	const file = openSync(path, 'r');
	try {
		let buffer = Buffer.alloc(READ_BYTES);
		let kept = 0;
		let passed = 0;
		for (;;) {
			if (kept === buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)]);
			const read = readSync(file, buffer, kept, buffer.length - kept, null);
			const end = kept + read;
			let from = 0;
			for (let at = buffer.indexOf(NEWLINE, kept); at !== -1 && at < end; at = buffer.indexOf(NEWLINE, from)) {
				const bytes = withoutMark(buffer.subarray(from, at + 1), passed + from);
				const text = bytes.toString('utf8', 0, bytes.length - 1);
				yield { text, bytes, from: passed + from, terminated: true };
				from = at + 1;
			}
			kept = end - from;
			if (read === 0 || kept > MAX_LINE_LENGTH * MAX_UTF8) {
				const bytes = buffer.subarray(from, end);
				if (kept > 0) yield { text: bytes.toString('utf8'), bytes, from: passed + from, terminated: false };
				kept = 0;
				if (read === 0) return;
			}
			buffer.copy(buffer, 0, from, end);
			passed += kept === 0 ? end : from;
		}
	} finally {
		closeSync(file);
	}
}

const READ_BYTES = 1 << 22;
const NEWLINE = 0x0a;
/** Maximum bytes of a UTF-16 unit. */
const MAX_UTF8 = 3;

/** A log to resume. */
interface ResumedLog {
	/** Undefined if the header is incomplete. */
	readonly log: Log | undefined;
	readonly end: LogEnd;
}

/** Where to continue writing. */
export interface LogEnd {
	/** Bytes to keep; the rest could not be read. */
	readonly keep: number;
	/** Whether they end with a newline. */
	readonly terminated: boolean;
}

/** Receives the number of bytes read. */
export type ReadListener = (bytes: number) => void;

/** Reads a whole log. Throws {@link LogError} naming file, line and field. */
export async function readLogFile(path: string, onRead?: ReadListener): Promise<Log> {
	return reading(path, () => {
		const lines = new ReadLines(path, onRead);
		const open = new OpenLog(path);
		try {
			return parseLog(lines, path, { digest: lines.digest, keep: (sample) => open.keep(sample, lines.last) });
		} catch (cause) {
			if (!lines.isCutHeader) throw cause;
			throw new LogError(message('log.header-cut', { source: path }), { cause });
		}
	});
}

/** Reads a log to resume. Throws as {@link readLogFile}. */
export async function readResumedLog(path: string): Promise<ResumedLog> {
	return reading(path, () => {
		const lines = new ReadLines(path);
		try {
			const log = parseLog(lines, path, { digest: lines.digest });
			const { last } = lines;
			if (log.damaged !== undefined) return { log, end: { keep: last?.from ?? 0, terminated: true } };
			return { log, end: { keep: statSync(path).size, terminated: lines.terminated } };
		} catch (error) {
			if (lines.last !== undefined && !lines.isCutHeader) throw error;
			return { log: undefined, end: { keep: 0, terminated: true } };
		}
	});
}

/** The texts of a file's lines, with the digest of those before the current one. */
class ReadLines implements Iterable<string> {
	readonly digest: LogDigest = new LogDigest();
	/** The last line that is not blank. */
	last: FileLine | undefined;
	terminated = true;
	readonly #path: string;
	readonly #onRead: ReadListener | undefined;

	constructor(path: string, onRead?: ReadListener) {
		this.#path = path;
		this.#onRead = onRead;
	}

	*[Symbol.iterator](): Generator<string, void, void> {
		for (const line of linesOf(this.#path)) {
			this.#onRead?.(line.from);
			if (line.text.trim() !== '') this.last = line;
			this.terminated = line.terminated;
			yield line.text;
			this.digest.add(line.bytes);
		}
	}

	/** Whether the process was killed while it wrote the first line. */
	get isCutHeader(): boolean {
		if (this.last === undefined || this.last.from > 0 || this.last.terminated) return false;
		const { text } = this.last;
		return text.startsWith(HEADER_BEGIN) || HEADER_BEGIN.startsWith(text);
	}
}

const HEADER_BEGIN = '{"type":"header"';

function reading<T>(path: string, read: () => T): T {
	try {
		if (!statSync(path).isFile()) throw Object.assign(new Error('no file'), { code: 'not a file' });
		return read();
	} catch (cause) {
		if (cause instanceof LogError) throw cause;
		throw new LogError(message('log.cannot-read', { path, code: systemCode(cause) }), { cause });
	}
}

/** Maximum length of a header, bytes. */
const HEADER_BYTES = 1 << 20;

/** Reads only the header of a log. Undefined if the first line is not a header, or the path not a file. */
export function peekHeader(path: string): LogHeader | undefined {
	try {
		// Opening a pipe would block.
		const line = lstatSync(path).isFile() ? firstLine(path) : undefined;
		return line === undefined ? undefined : parseLog([line], path).header;
	} catch {
		return undefined;
	}
}

function firstLine(path: string): string | undefined {
	const file = openSync(path, 'r');
	try {
		for (let bytes = 1 << 15; bytes <= HEADER_BYTES; bytes *= 4) {
			const buffer = Buffer.alloc(bytes);
			const read = readSync(file, buffer, 0, bytes, 0);
			const end = buffer.subarray(0, read).indexOf('\n');
			if (end !== -1) return withoutMark(buffer.subarray(0, end), 0).toString('utf8');
			if (read < bytes) return undefined;
		}
		return undefined;
	} finally {
		closeSync(file);
	}
}

/** Running SHA-256 over the lines of a log, for its footer. */
export class LogDigest {
	readonly #hash: Hash = createHash('sha256');

	add(text: string | Uint8Array): void {
		this.#hash.update(text);
	}

	/** Lower-case hex, of the added texts followed by `text`. */
	after(text = ''): string {
		return this.#hash.copy().update(text).digest('hex');
	}
}

/** Digest of the first bytes of a file, for a resumed run. */
export function digestOfFile(path: string, bytes: number): LogDigest {
	const digest = new LogDigest();
	const buffer = Buffer.alloc(Math.min(bytes, READ_BYTES));
	const file = openSync(path, 'r');
	try {
		for (let at = 0; at < bytes; ) {
			const read = readSync(file, buffer, 0, Math.min(buffer.length, bytes - at), at);
			if (read === 0) break;
			digest.add(withoutMark(buffer.subarray(0, read), at));
			at += read;
		}
		return digest;
	} finally {
		closeSync(file);
	}
}

/** Bytes that begin at a place of a file, without the byte order mark that an editor of Windows puts before the first. */
function withoutMark(bytes: Buffer, at: number): Buffer {
	return at === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
