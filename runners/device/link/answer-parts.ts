import type { Answer, AnswerEnd, FromApp } from '../protocol/messages.ts';
import { wrong } from './connection.ts';
import type { DeviceLink } from './device-link.ts';

/** A clock may run this much faster than ours, and a message may have waited. */
const TOLERANCE_MS = 50;

/** A moment of an answer on both clocks, since it was asked for. */
interface Arrival {
	readonly atMs: number;
	readonly ourMs: number;
}

const ASKED: Arrival = { atMs: 0, ourMs: 0 };

/**
 * The parts of one answer: in order, each once, on a clock that runs forward and never ahead of ours; one that runs far
 * behind is told of. What answers
 * nothing that is asked now is left out and counted. Throws EngineError for what the protocol does not allow.
 */
export class AnswerParts {
	readonly #ask: number;
	readonly #link: DeviceLink;
	readonly #askedAt: number = performance.now();
	#next = 0;
	#lastMs = 0;
	/** When the answer's first part came, and the last so far. */
	#first: Arrival | undefined;
	#last: Arrival | undefined;
	#ended = false;

	constructor(ask: number, link: DeviceLink) {
		this.#ask = ask;
		this.#link = link;
	}

	/** The message as a part of this answer; undefined where it is none. */
	read(message: FromApp): Answer | undefined {
		if (!('ask' in message) || message.ask === undefined) return undefined;
		const { log, hello } = this.#link;
		if (message.ask !== this.#ask || this.#ended) {
			log.addStray();
			return undefined;
		}
		if (message.type === 'error') return undefined;
		if (message.n < this.#next) {
			log.addStray();
			return undefined;
		}
		if (message.n > this.#next) throw wrong(hello.device, `part ${this.#next} of its answer is missing`);
		this.#next += 1;
		this.#ended = message.type === 'end' && message.more !== true;
		if (message.type === 'end' && message.counters !== undefined) log.addCounters(message.counters);
		const atMs = this.#clamped(message.atMs);
		this.#holdPace(message.type === 'end');
		return message.type === 'end' ? { ...this.#withoutNegative(message), atMs } : { ...message, atMs };
	}

	#withoutNegative(end: AnswerEnd): AnswerEnd {
		const { prefillMs = 0, startMs = 0 } = end;
		if (prefillMs >= 0 && startMs >= 0) return end;
		this.#link.log.doubtTimes("the device's clock jumped");
		return {
			...end,
			prefillMs: prefillMs < 0 ? undefined : end.prefillMs,
			startMs: startMs < 0 ? undefined : end.startMs,
		};
	}

	/** An answer cannot be older than its question, and no part older than the one before. */
	#clamped(atMs: number): number {
		const latest = performance.now() - this.#askedAt;
		if (atMs < this.#lastMs || atMs > latest + TOLERANCE_MS) this.#link.log.doubtTimes("the device's clock jumped");
		this.#lastMs = Math.min(Math.max(atMs, this.#lastMs), latest);
		return this.#lastMs;
	}

	/**
	 * A clock in seconds, or one that stood still, would make any phone the fastest. Looked at behind a generation: a cable may
	 * have held a part back, and what was made meanwhile comes behind it.
	 */
	#holdPace(isEnd: boolean): void {
		const now = { atMs: this.#lastMs, ourMs: performance.now() - this.#askedAt };
		const first = this.#first ?? now;
		const spans = [
			[ASKED, now],
			[first, now],
			[first, this.#last ?? first],
		] as const;
		if (isEnd && spans.some(([from, to]) => to.atMs - from.atMs < (to.ourMs - from.ourMs - TOLERANCE_MS) / 2)) {
			this.#link.log.doubtTimes("the device's clock runs slower than ours");
		}
		this.#first = first;
		if (!isEnd) this.#last = now;
	}
}
