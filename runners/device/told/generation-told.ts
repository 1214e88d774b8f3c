import type { Finish, GenerationEvent, GenerationRecord, GenerationTimings } from '../../../src/index.ts';
import type { Over } from '../link/ask-app.ts';
import type { Answer, AnswerEnd } from '../protocol/messages.ts';
import { type CountLimits, usageTold } from './usage-told.ts';

type End = Extract<GenerationEvent, { type: 'end' }>;

/** One generation of a runtime that renders and reads by itself, as its parts come. */
export class GenerationTold {
	readonly #events: GenerationEvent[] = [];
	readonly #firstCall: number;
	readonly #lastEndMs: number | undefined;
	#startMs: number;
	#sinceLastEnd: boolean | undefined;
	readonly #limits: CountLimits;
	#end: End | undefined;

	/** `lastEndMs`: on the clock of the answer, of the generation before, where it has several. */
	constructor(limits: CountLimits, firstCall: number, lastEndMs?: number) {
		this.#limits = limits;
		this.#firstCall = firstCall;
		this.#lastEndMs = lastEndMs;
		this.#startMs = lastEndMs ?? 0;
		this.#sinceLastEnd = lastEndMs === undefined ? undefined : true;
	}

	get calls(): number {
		return this.#events.filter(({ type }) => type === 'call').length;
	}

	read(part: Exclude<Answer, AnswerEnd>): GenerationEvent {
		const event = this.#eventOf(part, part.atMs - this.#startMs);
		this.#events.push(event);
		return event;
	}

	end(part: AnswerEnd | Over): End {
		const isOver = part.type === 'over';
		if (!isOver) this.#begin(part.startMs);
		const finish = isOver ? part.finish : told(part);
		const totalMs = (isOver ? part.totalMs : part.atMs) - this.#startMs;
		const called = this.calls > 0 && finish.unified === 'stop';
		const end: End = {
			type: 'end',
			finish: called ? { unified: 'tool-call', raw: finish.raw } : finish,
			usage: isOver ? {} : usageTold(part.usage, this.#pieces().join(''), this.#limits),
			timings: this.#timings(totalMs, isOver ? undefined : part.prefillMs, isOver ? 'wall-clock' : 'engine'),
		};
		this.#end = end;
		this.#events.push(end);
		return end;
	}

	/** As it stands; one that did not end failed. */
	record(): GenerationRecord {
		const said = this.#said();
		const lastMs = said.at(-1)?.atMs ?? 0;
		const end = this.#end ?? {
			finish: { unified: 'unknown' as const, raw: 'failed' },
			usage: {},
			timings: this.#timings(lastMs, undefined, 'wall-clock'),
		};
		return {
			pieces: this.#pieces(),
			pieceAtMs: said.map(({ atMs }) => atMs),
			events: this.#events,
			finish: end.finish,
			usage: end.usage,
			timings: end.timings,
		};
	}

	#pieces(): readonly string[] {
		return this.#said().map(pieceOf);
	}

	#said(): readonly Exclude<GenerationEvent, End>[] {
		return this.#events.filter((event) => event.type !== 'end');
	}

	/** Between the end of the generation before and this one's first part the app's tools run: its clock begins behind them. */
	#begin(startMs: number | undefined): void {
		if (this.#lastEndMs === undefined || startMs === undefined) return;
		const laterMs = startMs - this.#lastEndMs;
		const firstMs = this.#said()[0]?.atMs ?? Number.POSITIVE_INFINITY;
		if (laterMs < 0 || laterMs > firstMs) return;
		this.#startMs = startMs;
		this.#sinceLastEnd = false;
		const told = this.#said().map((event) => ({ ...event, atMs: event.atMs - laterMs }));
		this.#events.splice(0, this.#events.length, ...told);
	}

	#eventOf(part: Exclude<Answer, AnswerEnd>, atMs: number): GenerationEvent {
		switch (part.type) {
			case 'chunk':
				return { type: part.thinking === true ? 'thinking' : 'text', text: part.text, atMs };
			case 'malformed':
				// A runtime gives no reason that would hold for every grammar.
				return { type: 'malformed', reason: 'bad-arguments', raw: part.raw, atMs };
			case 'call': {
				const { name, arguments: args, raw = `${name}(${JSON.stringify(args)})` } = part;
				const id = `call-${this.#firstCall + this.calls}`;
				return { type: 'call', call: { id, name, arguments: args, raw }, atMs };
			}
		}
	}

	#timings(totalMs: number, prefillMs: number | undefined, source: GenerationTimings['source']): GenerationTimings {
		const said = this.#said();
		const [first, last] = [said[0], said.at(-1)];
		const called = said.find(({ type }) => type === 'call');
		return {
			source,
			...(prefillMs === undefined ? {} : { prefillMs: Math.min(prefillMs, totalMs) }),
			// A runtime tells a call when it is complete: of one that begins with it, the first token is not known.
			...(first === undefined || first.type === 'call' || this.#sinceLastEnd === true
				? {}
				: { firstTokenMs: first.atMs }),
			...(last === undefined ? {} : { lastTokenMs: last.atMs }),
			...(called === undefined ? {} : { callCompleteMs: called.atMs }),
			totalMs,
			...(this.#sinceLastEnd === undefined ? {} : { sinceLastEnd: this.#sinceLastEnd }),
		};
	}
}

function pieceOf(event: Exclude<GenerationEvent, End>): string {
	if (event.type === 'call') return event.call.raw;
	return event.type === 'malformed' ? event.raw : event.text;
}

export function told({ finish, reason, limit }: AnswerEnd): Finish {
	return { unified: finish, raw: reason === '' ? finish : reason, limit };
}
