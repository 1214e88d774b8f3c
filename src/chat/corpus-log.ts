import type { JsonObject } from '../base/json.ts';
import { callHook } from '../base/thrown.ts';
import type { Repair } from '../model/generation.ts';
import { SecretStream, type ShownItem, withoutSecrets } from '../text/secrets.ts';

/** Diagnostic hook of a chat session. Errors that it throws are swallowed. */
export interface CorpusLogger {
	/** `turn` counts the generations of a user turn from 0. */
	onTextChunk(turn: number, text: string): void;
	/** `prefix` is all text before the first call, untrimmed, kept or not; `repairs` what the parser repaired, if known. */
	onFunctionCall(turn: number, prefix: string, name: string, args: JsonObject, repairs?: readonly Repair[]): void;
	/** The generation had a malformed call; `text` is its other text, empty next to a valid call, whose `prefix` has it. */
	onMalformedCall?(turn: number, text: string): void;
	/** A user turn was accepted. */
	onUserTurn?(text: string): void;
	/**
	 * The user turn ended: `error` if it failed, `finish` of the last generation if known, `earlier` of those before it,
	 * `notComparable` why its times are not comparable.
	 */
	onTurnEnd?(
		error?: string,
		finish?: CapturedFinish,
		earlier?: EarlierFinishes,
		notComparable?: readonly string[],
	): void;
}

/** Marks a line, after anything that `adb logcat` or a console writes before it. */
export const CORPUS_MARKER = '[gemmark-corpus] ';

/**
 * An event of a capture. `atMs` counts from the start of the user turn on a monotonic clock; `turn` counts the generations
 * of the user turn from 0.
 */
export type CorpusEvent =
	| {
			readonly t: 'user';
			readonly prompt?: string;
			readonly text: string;
			/** The bundled miniature answers: no verdict about Gemma. */
			readonly miniature?: true;
			readonly atMs: number;
	  }
	| { readonly t: 'chunk'; readonly turn: number; readonly text: string; readonly atMs: number }
	| {
			readonly t: 'call';
			readonly turn: number;
			readonly prefix: string;
			readonly name: string;
			readonly args: JsonObject;
			/** What the parser repaired, empty for nothing; absent if unknown. */
			readonly repairs?: readonly Repair[];
			readonly atMs: number;
	  }
	| {
			readonly t: 'end';
			readonly error?: string;
			readonly finish?: CapturedFinish;
			/** Of the generations before the last, in order. */
			readonly earlier?: EarlierFinishes;
			/** Why the times of the turn are not comparable, such as a phone that throttled. */
			readonly notComparable?: readonly string[];
			readonly atMs: number;
	  };

/**
 * Why a generation ended: `stop`, or `tool-call` with a call; `length` at its token limit; `deadline` or `aborted` if it was
 * stopped; `unknown` if the engine failed or refused; `swallowed` if it counted more tokens than it delivered.
 */
export const CAPTURED_FINISHES = [
	'stop',
	'tool-call',
	'length',
	'deadline',
	'aborted',
	'unknown',
	'swallowed',
] as const;

export type CapturedFinish = (typeof CAPTURED_FINISHES)[number];

/** Finishes of the generations before the last, by `turn`; null if unknown. */
export type EarlierFinishes = readonly (CapturedFinish | null)[];

/**
 * Lines of one event, each at most `maxBytes` of UTF-8 with its marker: `[gemmark-corpus] {"v":1,"n":7,"t":"chunk",...}`. The
 * JSON of a longer event is split into `of` parts: `[gemmark-corpus] {"v":1,"n":7,"part":1,"of":3,"json":"..."}`.
 */
export function corpusLines(event: CorpusEvent, n: number, maxBytes: number): readonly string[] {
	const json = lineSafe(JSON.stringify({ v: 1, n, ...event }));
	if (byteLength(CORPUS_MARKER + json) <= maxBytes) return [CORPUS_MARKER + json];
	const room = maxBytes - byteLength(`${CORPUS_MARKER}{"v":1,"n":${n},"part":99999,"of":99999,"json":""}`);
	const parts = cut(json, Math.max(room, MIN_PART_BYTES));
	return parts.map(
		(part, index) =>
			CORPUS_MARKER + lineSafe(JSON.stringify({ v: 1, n, part: index + 1, of: parts.length, json: part })),
	);
}

const MIN_PART_BYTES = 64;

/** Splits between characters; each part takes at most `maxBytes` inside a JSON string. */
function cut(text: string, maxBytes: number): readonly string[] {
	const parts: string[] = [];
	let part = '';
	let bytes = 0;
	for (const char of text) {
		const size = byteLength(lineSafe(JSON.stringify(char))) - 2;
		if (bytes + size > maxBytes) {
			parts.push(part);
			part = '';
			bytes = 0;
		}
		part += char;
		bytes += size;
	}
	parts.push(part);
	return parts;
}

/** U+0085, U+2028 and U+2029 end a line for some readers; JSON does not escape them. */
function lineSafe(json: string): string {
	return json.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, (char) => {
		return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
}

function byteLength(text: string): number {
	return new TextEncoder().encode(text).length;
}

interface JsonLineLoggerOptions {
	/** Writes one line, without its end: `console.log`, `debugPrint`, a file. Its errors are swallowed. */
	readonly write: (line: string) => void;
	/** Milliseconds on a monotonic clock; default `performance.now`. */
	readonly now?: () => number;
	/** UTF-8 bytes of a line; default 3,000, because logcat cuts entries at about 4,000 bytes. */
	readonly maxLineBytes?: number;
	/** Whether gemmark's bundled miniature answers; reports then say so. */
	readonly miniature?: boolean;
}

/**
 * Logs a session as lines that `gemmark ingest` reads. Secrets of the process are masked; a chunk that may end in one is
 * written with the next.
 */
export class JsonLineLogger implements CorpusLogger {
	/** Id of the corpus prompt, for the next user turn only. */
	prompt: string | undefined;
	readonly #write: (line: string) => void;
	readonly #now: () => number;
	readonly #maxLineBytes: number;
	readonly #miniature: boolean;
	#startedAt = 0;
	readonly #events: SecretStream<CorpusEvent> = new SecretStream();
	#n = 0;

	constructor({
		write,
		now = () => performance.now(),
		maxLineBytes = 3_000,
		miniature = false,
	}: JsonLineLoggerOptions) {
		this.#write = write;
		this.#now = now;
		this.#maxLineBytes = maxLineBytes;
		this.#miniature = miniature;
	}

	/**
	 * A logger if the environment asks for one with `CORPUS_LOG=1` and is not production (`NODE_ENV`), else null, so that a
	 * shipped app never logs. Without `write`, lines go to the console.
	 */
	static maybeCreate(
		options: Partial<JsonLineLoggerOptions> = {},
		env: Readonly<Record<string, string | undefined>> = globalThis.process?.env ?? {},
	): JsonLineLogger | null {
		if (!/^(?:1|true)$/iu.test(env.CORPUS_LOG ?? '') || env.NODE_ENV === 'production') return null;
		return new JsonLineLogger({ write: (line) => console.log(line), ...options });
	}

	onUserTurn(text: string): void {
		const prompt = this.prompt;
		this.prompt = undefined;
		this.#writeAll(this.#events.flush());
		this.#startedAt = this.#now();
		this.#log({
			t: 'user',
			prompt,
			text,
			...(this.#miniature && { miniature: true }),
			atMs: 0,
		});
	}

	onTextChunk(turn: number, text: string): void {
		this.#log({ t: 'chunk', turn, text, atMs: this.#elapsed() });
	}

	onFunctionCall(turn: number, prefix: string, name: string, args: JsonObject, repairs?: readonly Repair[]): void {
		this.#log({ t: 'call', turn, prefix, name, args, repairs, atMs: this.#elapsed() });
	}

	onMalformedCall(turn: number, text: string): void {
		this.#log({ t: 'call', turn, prefix: text, name: '', args: {}, atMs: this.#elapsed() });
	}

	onTurnEnd(
		error?: string,
		finish?: CapturedFinish,
		earlier: EarlierFinishes = [],
		notComparable: readonly string[] = [],
	): void {
		this.#log({
			t: 'end',
			error,
			finish,
			...(earlier.length > 0 && { earlier }),
			...(notComparable.length > 0 && { notComparable }),
			atMs: this.#elapsed(),
		});
		this.#writeAll(this.#events.flush());
	}

	#elapsed(): number {
		return Math.max(0, Math.round((this.#now() - this.#startedAt) * 100) / 100);
	}

	#log(event: CorpusEvent): void {
		this.#writeAll(this.#events.push(event, event.t === 'chunk' ? event.text : ''));
	}

	#writeAll(events: readonly ShownItem<CorpusEvent>[]): void {
		for (const { item, text } of events) {
			const event = withoutSecrets(item.t === 'chunk' ? { ...item, text } : item);
			callHook(() => {
				for (const line of corpusLines(event, this.#n++, this.#maxLineBytes)) this.#write(line);
			});
		}
	}
}
