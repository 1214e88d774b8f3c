import type { CompletionEvent, Piece, PromptPart } from '../../model/completer.ts';
import {
	type Finish,
	type GenerationEvent,
	type GenerationRecord,
	type GenerationTimings,
	isOpenEnded,
	type Usage,
	wasCutOff,
} from '../../model/generation.ts';
import type { DialectParser, ParsedSpan, ThinkingMarks } from '../dialect.ts';
import { openThought, thoughtTokens, withoutThoughts } from './thoughts.ts';

/** A generation that was cut off stays cut off, whatever was read of it. */
function finishWithCalls(finish: Finish): Finish {
	return wasCutOff(finish) ? finish : { unified: 'tool-call', raw: finish.raw };
}

/**
 * What was cut within a call, or a block of calls, has none there: what was to come is not known, and no tool runs on half of
 * it. `spans` are those that only the end decides.
 */
export function withoutOpenCalls(spans: readonly ParsedSpan[]): readonly ParsedSpan[] {
	return spans.map((span) => {
		const isOpen = span.type === 'malformed' || (span.type === 'call' && isOpenEnded(span.repairs));
		return isOpen ? { type: 'malformed', reason: 'unclosed', raw: span.raw } : span;
	});
}

type CompletionEnd = Extract<CompletionEvent, { type: 'end' }>;

interface GenerationReaderOptions {
	readonly parser: DialectParser;
	/** Number of the conversation's next call. */
	readonly firstCall: number;
	readonly promptText: string;
	readonly sharedChars: number;
	/** What the dialect's thoughts stand between. */
	readonly marks?: ThinkingMarks;
	/** Whether thoughts were asked for: then none is a count too. */
	readonly thinks?: boolean;
}

/** Turns the raw pieces of one generation into its events, and keeps what the log wants of it. */
export class GenerationReader {
	readonly #options: GenerationReaderOptions;
	readonly #startedAt = performance.now();
	readonly #pieces: Piece[] = [];
	readonly #events: GenerationEvent[] = [];
	/** The thought that the prompt ends in: the parser goes on in it. */
	readonly #opened: string;
	#calls = 0;
	#openMs: number | undefined;
	#callOpenMs: number | undefined;
	#callCompleteMs: number | undefined;
	#end: Pick<GenerationRecord, 'finish' | 'usage' | 'timings'> | undefined;
	#systemFingerprint: string | undefined;

	constructor(options: GenerationReaderOptions) {
		this.#options = options;
		const { parser, marks, promptText } = options;
		this.#opened = marks === undefined ? '' : openThought(promptText, marks);
		// The opening itself is no event: the model did not write it.
		parser.push(this.#opened);
	}

	read(piece: Piece): readonly GenerationEvent[] {
		this.#pieces.push(piece);
		return this.#keep(this.#options.parser.push(piece.text), piece.atMs);
	}

	/** The last events, `end` among them. What only the end decides happened with the last piece. */
	end(end: CompletionEnd): readonly GenerationEvent[] {
		const spans = this.#options.parser.end();
		const closed = wasCutOff(end.finish) ? withoutOpenCalls(spans) : spans;
		const events = this.#keep(closed, this.#pieces.at(-1)?.atMs ?? end.totalMs);
		const finish = this.#calls > 0 ? finishWithCalls(end.finish) : end.finish;
		const timings: GenerationTimings = {
			source: end.source,
			...(end.prefillMs === undefined ? {} : { prefillMs: end.prefillMs }),
			...(end.decodeMs === undefined ? {} : { decodeMs: end.decodeMs }),
			...(end.source === 'cache' ? {} : this.#arrivals()),
			totalMs: end.totalMs,
			...(end.refused === undefined ? {} : { refused: end.refused }),
			...(end.repeated === undefined ? {} : { repeated: end.repeated }),
		};
		this.#systemFingerprint = end.systemFingerprint;
		this.#end = { finish, usage: { ...this.#thought(), ...end.usage }, timings };
		const last: GenerationEvent = { type: 'end', ...this.#end };
		this.#events.push(last);
		return [...events, last];
	}

	/** What the model wrote, as a part of the next prompt: its own tokens where the engine reported all of them. */
	output(): PromptPart {
		return partOf(this.#pieces);
	}

	/** The same after what the prompt said `last`, both without thoughts: what is left of them once the user speaks again. */
	spoken(last: PromptPart | undefined, isThought: (text: string) => boolean): readonly PromptPart[] {
		const { marks } = this.#options;
		if (last === undefined || marks === undefined) return [...(last === undefined ? [] : [last]), this.output()];
		const { opened, pieces } = withoutThoughts(this.#pieces, marks, { opened: this.#opened, isThought });
		const text = last.text.slice(0, last.text.length - this.#opened.length) + opened;
		return [{ text }, partOf(pieces)];
	}

	nextCall(): number {
		return this.#options.firstCall + this.#calls;
	}

	/** `failure` is what ended a generation that has no end of its own; without it, its reader left. */
	record(failure?: { readonly thrown: unknown }): GenerationRecord {
		const { tokens } = this.output();
		const { promptText, sharedChars } = this.#options;
		return {
			promptTail: promptText.slice(sharedChars),
			promptText,
			pieces: this.#pieces.map((piece) => piece.text),
			pieceAtMs: this.#pieces.map((piece) => piece.atMs),
			tokens,
			events: this.#events,
			...(this.#end ?? this.#unfinished(failure)),
			systemFingerprint: this.#systemFingerprint,
		};
	}

	#keep(spans: readonly ParsedSpan[], atMs: number): readonly GenerationEvent[] {
		const events: GenerationEvent[] = [];
		for (const span of spans) {
			const event = this.#event(span, atMs);
			if (event !== undefined) events.push(event);
		}
		this.#events.push(...events);
		return events;
	}

	#event(span: ParsedSpan, atMs: number): GenerationEvent | undefined {
		switch (span.type) {
			case 'call-open':
				this.#openMs = atMs;
				if (this.#callCompleteMs === undefined) this.#callOpenMs ??= atMs;
				return undefined;
			case 'call': {
				const { name, arguments: args, raw, repairs } = span;
				const id = `call-${this.nextCall()}`;
				this.#calls++;
				this.#completeCall(atMs);
				return { type: 'call', call: { id, name, arguments: args, raw, repairs }, atMs };
			}
			case 'malformed':
				return { type: 'malformed', reason: span.reason, raw: span.raw, atMs };
			case 'stray':
				return undefined;
			case 'text':
			case 'thinking':
				return { type: span.type, text: span.text, atMs };
		}
	}

	/** The times are the first call's that could be read; before one is, those of the first opening. */
	#completeCall(atMs: number): void {
		if (this.#callCompleteMs !== undefined) return;
		this.#callCompleteMs = atMs;
		this.#callOpenMs = this.#openMs ?? atMs;
	}

	/** None of a clock that runs backwards. */
	#arrivals(): Partial<GenerationTimings> {
		if (this.#pieces.some(({ atMs }, index) => atMs < (this.#pieces[index - 1]?.atMs ?? 0))) return {};
		const first = this.#pieces[0]?.atMs;
		const last = this.#pieces.at(-1)?.atMs;
		return {
			...(first === undefined ? {} : { firstTokenMs: first }),
			...(last === undefined ? {} : { lastTokenMs: last }),
			...(this.#callOpenMs === undefined ? {} : { callOpenMs: this.#callOpenMs }),
			...(this.#callCompleteMs === undefined ? {} : { callCompleteMs: this.#callCompleteMs }),
		};
	}

	#unfinished(
		failure: { readonly thrown: unknown } | undefined,
	): Pick<GenerationRecord, 'finish' | 'usage' | 'timings'> {
		const finish: Finish =
			failure === undefined
				? { unified: 'aborted', raw: 'reader left' }
				: { unified: 'unknown', raw: failure.thrown instanceof Error ? failure.thrown.name : 'thrown' };
		const totalMs = performance.now() - this.#startedAt;
		return { finish, usage: {}, timings: { source: 'wall-clock', ...this.#arrivals(), totalMs } };
	}

	#thought(): Usage {
		const { marks, thinks = false } = this.#options;
		const count = marks === undefined ? 0 : thoughtTokens(this.#pieces, marks, this.#opened);
		return count > 0 || (thinks && marks !== undefined) ? { thoughtTokens: count } : {};
	}
}

function partOf(pieces: readonly Pick<Piece, 'text' | 'token'>[]): PromptPart {
	const text = pieces.map((piece) => piece.text).join('');
	const tokens = pieces.map((piece) => piece.token);
	return tokens.every((token) => token !== undefined) ? { text, tokens } : { text };
}
