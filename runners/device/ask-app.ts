import { english, type Message, message } from '../../src/base/message.ts';
import { MAX_TURNS } from '../../src/chat/turn-loop.ts';
import { cutAt, eventsLimit, type Finish, maxEvents } from '../../src/model/generation.ts';
import { Watchdog } from '../../src/model/watchdog.ts';
import { Arrivals } from '../supervisor/kept-engine.ts';
import { lost, type Wire, wrong } from './connection.ts';
import { appFailure, type Link } from './device-link.ts';
import type { Answer, AnswerEnd, Ask, FromApp } from './protocol.ts';

/** Longest generation of an app, in UTF-16 units. */
export const MAX_GENERATION_CHARS: number = 2 ** 20;

/** A device ends at its deadline by itself; the message then takes its time over the cable. */
const LATENCY_MS = 500;

/** How gemmark ended an answer that it no longer waits for. */
export interface Over {
	readonly type: 'over';
	readonly finish: Finish;
	readonly totalMs: number;
}

interface AskOptions {
	readonly deadlineMs: number;
	/** Of each generation. */
	readonly maxTokens: number;
	readonly signal?: AbortSignal;
	/** Prepares the connection when it is this ask's turn, such as opening a conversation. */
	readonly before?: (connection: Wire) => void;
}

type WithoutNumber<A> = A extends Ask ? Omit<A, 'type' | 'ask'> : never;

/**
 * Asks the app and yields the parts of its answer; the last is an `end` without `more`, or an {@link Over}. Throws
 * EngineError: `cut` if the app was lost, others if it stays away or violates the protocol.
 */
export async function* askApp(
	link: Link,
	asked: WithoutNumber<Ask>,
	{ before, ...options }: AskOptions,
): AsyncGenerator<Answer | Over, void, undefined> {
	const { signal } = options;
	const release = await link.turns.take();
	const startedAt = performance.now();
	let wasAsked = false;
	try {
		signal?.throwIfAborted();
		const connection = await link.connection(signal);
		before?.(connection);
		wasAsked = true;
		yield* answers(link, connection, { type: 'ask', ask: link.nextAsk(), ...asked } as Ask, options);
	} catch (error) {
		if (signal?.aborted !== true && !(wasAsked && link.isDisposed)) throw error;
		yield { type: 'over', finish: { unified: 'aborted', raw: 'abort' }, totalMs: performance.now() - startedAt };
	} finally {
		release();
	}
}

type Cancelled = 'aborted' | 'deadline' | 'length';

async function* answers(
	link: Link,
	connection: Wire,
	asked: Ask,
	{ deadlineMs, maxTokens, signal }: AskOptions,
): AsyncGenerator<Answer | Over, void, undefined> {
	const { device } = connection.hello;
	const startedAt = performance.now();
	const arrivals = new Arrivals<Answer | Over>();
	const parts = new AnswerParts(asked.ask, maxTokens, link);
	/** The app ended its answer, or was disconnected. */
	const idle = Promise.withResolvers<void>();
	let isIdle = false;
	/** The last part was passed on. */
	let isOver = false;
	let cancelled: Cancelled | undefined;
	const over = (finish: Finish): Over => ({ type: 'over', finish, totalMs: performance.now() - startedAt });
	const settle = (): void => {
		isIdle = true;
		idle.resolve();
	};
	const fail = (error: Parameters<typeof arrivals.fail>[0]): void => {
		arrivals.fail(error);
		settle();
	};
	const cancel = (why: Cancelled): void => {
		if (cancelled !== undefined) return;
		cancelled = why;
		connection.send({ type: 'cancel', ask: asked.ask });
		timer.within(link.graceMs, why);
	};
	const timer = new Watchdog((waiting: 'end' | Cancelled) => {
		if (waiting === 'end') return cancel('deadline');
		if (!isOver) link.log.doubtTimes(message('device.silent-past-deadline'));
		arrivals.push(over({ unified: waiting, raw: 'silent app' }), true);
		// Its state is unknown: it must reconnect before the next ask.
		connection.end(lost(device, message(isOver ? 'device.not-stopped' : 'device.silent')));
	});
	const stop = connection.listen((received) => {
		if (received.type === 'error' && received.ask === asked.ask) return fail(appFailure(device, received));
		const read = parts.read(received);
		if (read === undefined) return;
		if ('missing' in read) return connection.end(wrong(device, message('device.missing-part', { n: read.missing })));
		if (isLast(read.part)) settle();
		if (isOver) return;
		const part = read.passed === undefined ? read.part : cut(read.part, read.passed);
		isOver = isLast(part);
		arrivals.push(part, isOver);
		if (read.passed !== undefined) cancel('length');
	}, fail);
	/** The generation that passed a limit, or the turn with too many of them. */
	const cut = (part: Answer, limit: Message): AnswerEnd | Over =>
		part.type === 'end' ? { ...part, more: false, error: english(limit) } : over(cutAt(limit));
	const abort = (): void => cancel('aborted');
	const expectEnd = (): void => timer.within(deadlineMs + LATENCY_MS, 'end');
	signal?.addEventListener('abort', abort, { once: true });
	connection.isAtWork = true;
	try {
		connection.send(asked);
		expectEnd();
		if (signal?.aborted) abort();
		for (let ended = false; !ended; ) {
			const part = await arrivals.next();
			ended = isLast(part);
			// Each generation of a turn has its own deadline.
			if (part.type === 'end' && !ended && cancelled === undefined) expectEnd();
			const isLate = cancelled === 'deadline' && part.type === 'end' && part.finish === 'aborted';
			yield isLate ? { ...part, finish: 'deadline' } : part;
		}
	} finally {
		if (!isIdle) {
			abort();
			await idle.promise;
		}
		connection.isAtWork = false;
		timer.cancel();
		signal?.removeEventListener('abort', abort);
		stop();
	}
}

function isLast(part: Answer | Over): boolean {
	return part.type === 'over' || (part.type === 'end' && part.more !== true);
}

/** The parts of one answer: in order, each once, within limits, on a clock that does not run backwards. */
class AnswerParts {
	readonly #ask: number;
	readonly #maxTokens: number;
	readonly #link: Link;
	#next = 0;
	#lastMs = 0;
	#ended = false;
	#generations = 0;
	#events = 0;
	#chars = 0;

	constructor(ask: number, maxTokens: number, link: Link) {
		this.#ask = ask;
		this.#maxTokens = maxTokens;
		this.#link = link;
	}

	/** The message as a part of this answer, with the limit that it passes, or the number of the part that is missing. */
	read(received: FromApp): { readonly part: Answer; readonly passed?: Message } | { missing: number } | undefined {
		if (!('ask' in received) || received.ask === undefined) return undefined;
		const { log } = this.#link;
		if (received.type === 'error' || received.ask !== this.#ask || this.#ended || received.n < this.#next) {
			return void log.addStray();
		}
		if (received.n > this.#next) return { missing: this.#next };
		this.#next += 1;
		this.#ended = isLast(received);
		if (received.type === 'end' && received.counters !== undefined) log.addCounters(received.counters);
		if (received.atMs < this.#lastMs) log.doubtTimes(message('device.clock-jumped'));
		this.#lastMs = Math.max(received.atMs, this.#lastMs);
		return { part: { ...received, atMs: this.#lastMs }, passed: this.#passedBy(received) };
	}

	#passedBy(part: Answer): Message | undefined {
		if (part.type === 'end') {
			[this.#events, this.#chars] = [0, 0];
			this.#generations += 1;
			const isWithin = part.more !== true || this.#generations < MAX_TURNS;
			return isWithin ? undefined : message('limit.generations', { limit: MAX_TURNS });
		}
		this.#events += 1;
		this.#chars += charsOf(part);
		if (this.#events > maxEvents(this.#maxTokens)) return eventsLimit(this.#maxTokens);
		if (this.#chars <= MAX_GENERATION_CHARS) return undefined;
		return message('limit.characters', { limit: MAX_GENERATION_CHARS });
	}
}

function charsOf(part: Exclude<Answer, AnswerEnd>): number {
	if (part.type === 'chunk') return part.text.length;
	if (part.type === 'malformed') return part.raw.length;
	return part.name.length + (part.raw?.length ?? 0) + JSON.stringify(part.arguments).length;
}
