import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { LogError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { message } from '../base/message.ts';
import { type LoggedGeneration, type SampleResult, type Transcript, WHOLE } from '../eval/sample.ts';
import { unpack } from './packed.ts';
import type { LogSample } from './record.ts';

/** Logs of more bytes keep their transcripts in the file: a hundred thousand in memory take gigabytes. */
const LARGE_LOG_BYTES = 128e6;
/** Transcripts of a large log that stay in memory after they were read. */
const KEPT_TRANSCRIPTS = 256;
/** Different rows, scores and lists of tools of a large log that equal ones share. */
const SHARED_VALUES = 20_000;

/** Where the line of a sample is. */
interface Place {
	readonly file: OpenLog;
	readonly from: number;
	readonly bytes: number;
	/** The scores in the line, if the sample has others now. */
	readonly scores?: SampleResult['scores'];
}

const places = new WeakMap<LogSample, Place>();

/** A log that is read again, also after another one has taken its name. */
class OpenLog {
	readonly path: string;
	readonly #file: number;
	/** Of a large log, the last transcripts that were asked for. */
	readonly recent: StoredTranscript[] = [];

	constructor(path: string) {
		this.path = path;
		this.#file = openSync(path, 'r');
		unused.register(this, this.#file);
	}

	read({ from, bytes }: Pick<Place, 'from' | 'bytes'>): Buffer {
		const line = Buffer.allocUnsafe(bytes);
		if (readSync(this.#file, line, 0, bytes, from) === bytes) return line;
		throw new LogError(message('log.cannot-read', { path: this.path, code: 'EOF' }));
	}
}

const unused = new FinalizationRegistry<number>((file) => closeSync(file));

/** Samples of one log as they are read. */
export class SampleStore {
	readonly #file: OpenLog | undefined;
	readonly #isLarge: boolean;
	readonly #shared = new Map<string, unknown>();
	#count = 0;

	constructor(path: string, large: number = LARGE_LOG_BYTES) {
		// Windows does not replace a file that is open.
		this.#file = process.platform === 'win32' ? undefined : new OpenLog(path);
		this.#isLarge = statSync(path).size > large;
	}

	/** The sample of a line; of a large log without its transcript, which is read when it is asked for. */
	keep(sample: LogSample, line: { readonly from: number; readonly bytes: Uint8Array } | undefined): LogSample {
		if (this.#file === undefined || line === undefined) return sample;
		const place = { file: this.#file, from: line.from, bytes: line.bytes.length };
		const kept = this.#isLarge ? this.#stored(sample, place) : sample;
		places.set(kept, place);
		return kept;
	}

	#stored(sample: LogSample, place: Place): LogSample {
		const { transcript } = sample;
		const { tools, defaults, error, failure, failureDetail } = transcript;
		const outline: Outline = {
			index: this.#count++,
			place,
			error,
			failure,
			failureDetail,
			tools: this.#share(tools),
			defaults: this.#share(defaults),
			generations: transcript.generations.map(({ promptSha256, tokens, finish, usage, systemFingerprint }) => {
				return { promptSha256, tokens, finish: this.#share(finish), usage, systemFingerprint };
			}),
		};
		return stored(
			{
				...sample,
				sample: this.#share(sample.sample),
				groups: this.#share(sample.groups),
				scores: this.#share(sample.scores),
			},
			outline,
		);
	}

	#share<T>(value: T): T {
		if (value === undefined) return value;
		const text = JSON.stringify(value);
		const known = this.#shared.get(text);
		if (known !== undefined) return known as T;
		if (this.#shared.size < SHARED_VALUES) this.#shared.set(text, value);
		return value;
	}
}

/** What of a transcript stays in memory: what every count asks for. */
interface Outline extends Omit<Transcript, 'messages' | 'facts' | 'generations'> {
	readonly index: number;
	readonly place: Place;
	readonly generations: readonly Omit<LoggedGeneration, 'pieces' | 'events' | 'promptTail'>[];
}

const outlines = new WeakMap<LogSample, Outline>();

/** A copy of the sample has its transcript; itself it reads it. */
function stored(sample: LogSample, outline: Outline): LogSample {
	const own = {} as LogSample;
	for (const key of Object.keys(sample) as (keyof LogSample)[]) {
		if (key === 'transcript') Object.defineProperty(own, key, TRANSCRIPT);
		else if (sample[key] !== undefined) Object.assign(own, { [key]: sample[key] });
	}
	outlines.set(own, outline);
	return own;
}

const TRANSCRIPT: PropertyDescriptor & ThisType<LogSample> = {
	enumerable: true,
	configurable: true,
	get() {
		const outline = outlines.get(this);
		if (outline === undefined) throw new Error('no sample of a log');
		const { recent } = outline.place.file;
		const slot = outline.index % KEPT_TRANSCRIPTS;
		const before = recent[slot];
		if (before?.outline === outline) return before;
		const transcript = new StoredTranscript(outline);
		recent[slot] = transcript;
		return transcript;
	},
};

class StoredTranscript implements Transcript {
	readonly outline: Outline;
	readonly generations: readonly LoggedGeneration[];
	#whole: Transcript | undefined;

	constructor(outline: Outline) {
		this.outline = outline;
		this.generations = outline.generations.map(
			(own, index) => new StoredGeneration(own, () => this[WHOLE]().generations[index]),
		);
	}

	[WHOLE](): Transcript {
		this.#whole ??= transcriptAt(this.outline.place);
		return this.#whole;
	}

	toJSON(): Transcript {
		return this[WHOLE]();
	}

	get messages(): NonNullable<Transcript['messages']> {
		// Absent and undefined are the same to who reads it.
		return this[WHOLE]().messages as NonNullable<Transcript['messages']>;
	}

	get facts(): JsonObject {
		return this[WHOLE]().facts;
	}

	get tools(): Transcript['tools'] {
		return this.outline.tools;
	}

	get defaults(): Transcript['defaults'] {
		return this.outline.defaults;
	}

	get error(): Transcript['error'] {
		return this.outline.error;
	}

	get failure(): Transcript['failure'] {
		return this.outline.failure;
	}

	get failureDetail(): Transcript['failureDetail'] {
		return this.outline.failureDetail;
	}
}

class StoredGeneration implements LoggedGeneration {
	readonly #own: Outline['generations'][number];
	readonly #read: () => LoggedGeneration | undefined;

	constructor(own: Outline['generations'][number], read: () => LoggedGeneration | undefined) {
		this.#own = own;
		this.#read = read;
	}

	[WHOLE](): LoggedGeneration {
		const whole = this.#read();
		if (whole === undefined) throw new Error('no generation of a log');
		return whole;
	}

	toJSON(): LoggedGeneration {
		return this[WHOLE]();
	}
	get promptSha256(): LoggedGeneration['promptSha256'] {
		return this.#own.promptSha256;
	}
	get promptTail(): LoggedGeneration['promptTail'] {
		return this[WHOLE]().promptTail;
	}
	get pieces(): LoggedGeneration['pieces'] {
		return this[WHOLE]().pieces;
	}
	get events(): LoggedGeneration['events'] {
		return this[WHOLE]().events;
	}
	get tokens(): LoggedGeneration['tokens'] {
		return this.#own.tokens;
	}
	get finish(): LoggedGeneration['finish'] {
		return this.#own.finish;
	}
	get usage(): LoggedGeneration['usage'] {
		return this.#own.usage;
	}
	get systemFingerprint(): LoggedGeneration['systemFingerprint'] {
		return this.#own.systemFingerprint;
	}
}

function transcriptAt(place: Place): Transcript {
	try {
		// It was validated when it was read.
		const sample = JSON.parse(place.file.read(place).toString('utf8')) as LogSample;
		if (unpack(sample)) return sample.transcript;
	} catch (cause) {
		if (!(cause instanceof SyntaxError)) throw cause;
	}
	throw new LogError(message('log.cannot-read', { path: place.file.path, code: 'changed' }));
}

/** The sample with other groups and scores. */
export function scoredAgain(sample: LogSample, { groups, scores }: Pick<LogSample, 'groups' | 'scores'>): LogSample {
	const place = places.get(sample);
	const outline = outlines.get(sample);
	const { groups: before, ...rest } = outline === undefined ? sample : { ...sample, transcript: outline as never };
	const now = { ...rest, ...(groups && { groups }), scores };
	const again = outline === undefined ? now : stored(now, outline);
	if (place !== undefined && JSON.stringify(groups) === JSON.stringify(before)) {
		places.set(again, { scores: sample.scores, ...place });
	}
	return again;
}

const SCORES = Buffer.from('"scores"');

/** The line of a sample that was read, as its file has it but for the scores. Undefined if it is to be written anew. */
export function storedLine(sample: LogSample): Uint8Array | undefined {
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
