import type { Finish, GenerationEvent, GenerationRecord, GenerationTimings } from '../../../src/index.ts';
import type { Over } from '../link/ask-app.ts';
import type { Answer, AnswerEnd } from '../protocol/messages.ts';
import { type CountLimits, usageTold } from './usage-told.ts';

type End = Extract<GenerationEvent, { type: 'end' }>;

/** One generation of a runtime that renders and reads by itself, as its parts come. */
export class GenerationTold {
	readonly events: GenerationEvent[] = [];
	readonly #firstCall: number;
	readonly #startMs: number;
	readonly #limits: CountLimits;
	#end: End | undefined;

	/** `startMs`: on the clock of the answer, where it has several generations. */
	constructor(limits: CountLimits, firstCall: number, startMs = 0) {
		this.#limits = limits;
		this.#firstCall = firstCall;
		this.#startMs = startMs;
	}

	get calls(): number {
		return this.events.filter(({ type }) => type === 'call').length;
	}

	read(part: Exclude<Answer, AnswerEnd>): GenerationEvent {
		const event = this.#eventOf(part, part.atMs - this.#startMs);
		this.events.push(event);
		return event;
	}

	end(part: AnswerEnd | Over): End {
		const isOver = part.type === 'over';
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
		this.events.push(end);
		return end;
	}

	/** As it stands; one that did not end failed. */
	record(): GenerationRecord {
		const said = this.events.filter((event) => event.type !== 'end');
		const lastMs = said.at(-1)?.atMs ?? 0;
		const end = this.#end ?? {
			finish: { unified: 'unknown' as const, raw: 'failed' },
			usage: {},
			timings: this.#timings(lastMs, undefined, 'wall-clock'),
		};
		return {
			pieces: this.#pieces(),
			pieceAtMs: said.map(({ atMs }) => atMs),
			events: this.events,
			finish: end.finish,
			usage: end.usage,
			timings: end.timings,
		};
	}

	#pieces(): readonly string[] {
		return this.events.filter((event) => event.type !== 'end').map(pieceOf);
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
		const said = this.events.filter((event) => event.type !== 'end');
		const [first, last] = [said[0], said.at(-1)];
		const called = said.find(({ type }) => type === 'call');
		return {
			source,
			...(prefillMs === undefined ? {} : { prefillMs: Math.min(prefillMs, totalMs) }),
			// A runtime tells a call when it is complete: of one that begins with it, the first token is not known.
			...(first === undefined || first.type === 'call' ? {} : { firstTokenMs: first.atMs }),
			...(last === undefined ? {} : { lastTokenMs: last.atMs }),
			...(called === undefined ? {} : { callCompleteMs: called.atMs }),
			totalMs,
		};
	}
}

function pieceOf(event: Exclude<GenerationEvent, End>): string {
	if (event.type === 'call') return event.call.raw;
	return event.type === 'malformed' ? event.raw : event.text;
}

export function told({ finish, reason }: AnswerEnd): Finish {
	return { unified: finish, raw: reason === '' ? finish : reason };
}
