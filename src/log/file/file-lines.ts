import { closeSync, openSync, readSync } from 'node:fs';
import { MAX_LINE_LENGTH } from '../log-line.ts';

export interface FileLine {
	/** Without its newline. */
	readonly text: string;
	/** Bytes before it. */
	readonly from: number;
	readonly terminated: boolean;
}

/**
 * The lines of a file, one at a time. They are cut where the bytes have a newline, so that lines are decoded once. A line beyond
 * all bounds comes in pieces, and fails as such.
 */
export function* linesOf(path: string): Generator<FileLine, void, void> {
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

const READ_BYTES = 1 << 22;
const NEWLINE = 0x0a;
/** Bytes that a UTF-16 unit takes at most. */
const MAX_UTF8 = 3;
