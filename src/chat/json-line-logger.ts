import { callHook } from '../errors/hook.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { Repair } from '../model/generation.ts';
import { withoutSecrets } from '../text/secret/secret.ts';
import { SecretStream, type ShownItem } from '../text/secret/secret-stream.ts';
import { type CapturedFinish, type CorpusEvent, corpusLines, type EarlierFinishes } from './corpus-line.ts';
import type { CorpusLogger } from './corpus-logger.ts';

export interface JsonLineLoggerOptions {
	/** Takes one line, without its end: `console.log`, `debugPrint`, a file. What it throws is swallowed. */
	readonly write: (line: string) => void;
	/** Milliseconds on a monotonic clock; default `performance.now`. */
	readonly now?: () => number;
	/** UTF-8 bytes of a line; default 3,000, because logcat cuts entries at about 4,000 with its own words in them. */
	readonly maxLineBytes?: number;
	/** Whether gemmark's bundled miniature answers, which every report of the capture then says. */
	readonly miniature?: boolean;
}

/**
 * Logs a session as text lines (see {@link corpusLines}) that a capture can be read back from. A secret of the process is
 * masked, also where chunks have cut it: a chunk that could end in one is written with what follows.
 */
export class JsonLineLogger implements CorpusLogger {
	/** Id of the corpus prompt that is asked next; goes with the next user turn only. */
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

	onUserTurn(text: string): void {
		const prompt = this.prompt;
		this.prompt = undefined;
		this.#writeAll(this.#events.flush());
		this.#startedAt = this.#now();
		const named = prompt === undefined ? {} : { prompt };
		this.#log({ t: 'user', ...named, text, ...(this.#miniature && { miniature: true }), atMs: 0 });
	}

	onTextChunk(turn: number, text: string): void {
		this.#log({ t: 'chunk', turn, text, atMs: this.#elapsed() });
	}

	onFunctionCall(turn: number, prefix: string, name: string, args: JsonObject, repairs?: readonly Repair[]): void {
		this.#log({ t: 'call', turn, prefix, name, args, ...(repairs && { repairs }), atMs: this.#elapsed() });
	}

	/** A call without a name is a malformed one. */
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
			...(error !== undefined && { error }),
			...(finish !== undefined && { finish }),
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
