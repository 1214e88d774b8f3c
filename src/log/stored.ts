import { closeSync, openSync, readSync } from 'node:fs';
import { LogError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { LogSample } from './record.ts';

/** Where the line of a sample is. */
interface Place {
	readonly file: OpenLog;
	readonly from: number;
	readonly bytes: number;
	/** The scores in the line, if the sample has others now. */
	readonly scores?: SampleResult['scores'];
}

const places = new WeakMap<LogSample, Place>();

/** A log whose lines are read again, also after another one has taken its name. */
export class OpenLog {
	readonly #path: string;
	readonly #file: number | undefined;

	constructor(path: string) {
		this.#path = path;
		// Windows does not replace a file that is open.
		this.#file = process.platform === 'win32' ? undefined : openSync(path, 'r');
		if (this.#file !== undefined) unused.register(this, this.#file);
	}

	/** Remembers the line of a sample. */
	keep(sample: LogSample, line: { readonly from: number; readonly bytes: Uint8Array } | undefined): LogSample {
		if (this.#file !== undefined && line !== undefined) {
			places.set(sample, { file: this, from: line.from, bytes: line.bytes.length });
		}
		return sample;
	}

	/** Valid until the next line is read. */
	read({ from, bytes }: Place): Buffer {
		if (lineBuffer.length < bytes) lineBuffer = Buffer.allocUnsafe(bytes * 2);
		if (this.#file !== undefined && readSync(this.#file, lineBuffer, 0, bytes, from) === bytes) {
			return lineBuffer.subarray(0, bytes);
		}
		throw new LogError(message('log.cannot-read', { path: this.#path, code: 'EOF' }));
	}
}

let lineBuffer = Buffer.allocUnsafe(1 << 16);

const unused = new FinalizationRegistry<number>((file) => closeSync(file));

/** The sample with other groups and scores. */
export function scoredAgain(sample: LogSample, { groups, scores }: Pick<LogSample, 'groups' | 'scores'>): LogSample {
	const place = places.get(sample);
	const { groups: before, ...rest } = sample;
	const again = { ...rest, groups, scores };
	if (place !== undefined && JSON.stringify(groups) === JSON.stringify(before)) {
		places.set(again, { scores: sample.scores, ...place });
	}
	return again;
}

const SCORES = Buffer.from('"scores"');

/**
 * The line of a sample that was read, as its file has it but for the scores. Undefined if it is to be written anew. Valid
 * until the next line is read.
 */
export function storedLine(sample: LogSample): Buffer | undefined {
	const place = places.get(sample);
	if (place === undefined) return undefined;
	const line = place.file.read(place);
	if (line.at(-1) !== NEWLINE) return undefined;
	if (place.scores === undefined) return line;
	// A text has its quotes escaped: one such name is the sample's.
	const at = line.indexOf(SCORES);
	const before = Buffer.from(`:${JSON.stringify(place.scores)}`);
	const from = at + SCORES.length;
	if (at === -1 || line.indexOf(SCORES, from) !== -1) return undefined;
	if (!line.subarray(from, from + before.length).equals(before)) return undefined;
	const now = Buffer.from(`:${JSON.stringify(sample.scores)}`);
	return Buffer.concat([line.subarray(0, from), now, line.subarray(from + before.length)]);
}

const NEWLINE = 0x0a;
