import type { Message } from '../base/message.ts';
import { type Conversation, hookedConversation } from './conversation.ts';
import { charsLimit, cutAt, eventsLimit, type Finish, maxChars, maxEvents } from './generation.ts';

/** Limits of time and size of a generation. */
export interface Limits {
	readonly maxTokens: number;
	readonly deadlineMs: number;
	/** Grace after the deadline or an abort, for an engine that ends by itself. */
	readonly graceMs: number;
	readonly signal?: AbortSignal;
}

/** Events or pieces, and their text. */
interface Size {
	readonly events: number;
	/** UTF-16 units. */
	readonly chars: number;
}

/** Enough for an engine that ends by itself to report its end. */
export const GRACE_MS = 2000;

/** Whether a generation was cut for silence: its time is our wait, not the engine's. */
export function wasSilent({ raw }: Finish): boolean {
	return raw === SILENT_ENGINE || raw === 'silent app';
}

const SILENT_ENGINE = 'silent engine';

/**
 * Passes events on; returns the finish if it stops reading the source: past the deadline, aborted, or beyond the limits
 * (`sizeOf` an event). Its timer keeps the process alive, so that a promise that never settles is waited for.
 */
export async function* watch<Event>(
	source: AsyncIterable<Event>,
	{ maxTokens, deadlineMs, graceMs, signal }: Limits,
	sizeOf: (event: Event) => Size,
): AsyncGenerator<Event, Finish | undefined, undefined> {
	const events = source[Symbol.asyncIterator]();
	let over: Finish | undefined;
	let wake: ((over: Finish) => void) | undefined;
	let lastMs = Number.NEGATIVE_INFINITY;
	const timer = new Watchdog((unified: 'deadline' | 'aborted') => {
		const raw = performance.now() - lastMs < graceMs ? 'engine does not stop' : SILENT_ENGINE;
		over ??= { unified, raw };
		wake?.(over);
	});
	timer.within(deadlineMs + graceMs, 'deadline');
	const onAbort = (): void => timer.within(graceMs, 'aborted');
	signal?.addEventListener('abort', onAbort, { once: true });
	if (signal?.aborted) onAbort();
	try {
		const size = { events: 0, chars: 0 };
		let turnMs = performance.now();
		for (;;) {
			// No Promise.race: each would leave a reaction on a promise that lives as long as the generation.
			const next = await new Promise<IteratorResult<Event> | Finish>((resolve, reject) => {
				wake = resolve;
				if (over === undefined) events.next().then(resolve, reject);
				else resolve(over);
			});
			if ('unified' in next) return next;
			if (next.done === true) return undefined;
			const more = sizeOf(next.value);
			size.events += more.events;
			size.chars += more.chars;
			const limit = passedLimit(size, maxTokens);
			if (limit !== undefined) return cutAt(limit);
			lastMs = performance.now();
			// A source that never waits blocks all timers, this one's too.
			if (lastMs - turnMs > TURN_MS) {
				await new Promise((resolve) => setTimeout(resolve, 0));
				turnMs = performance.now();
			}
			yield next.value;
		}
	} finally {
		timer.cancel();
		signal?.removeEventListener('abort', onAbort);
		// A hanging source may not return either.
		void Promise.resolve(events.return?.()).catch(() => undefined);
	}
}

function passedLimit({ events, chars }: Size, maxTokens: number): Message | undefined {
	if (events > maxEvents(maxTokens)) return eventsLimit(maxTokens);
	return chars > maxChars(maxTokens) ? charsLimit(maxTokens) : undefined;
}

/** Longest run of events before other work of the process continues. */
const TURN_MS = 50;

/** Resolves with the promise; rejects with `late()` after the limit. The timer keeps the process alive. */
export async function within<T>(answer: T | Promise<T>, ms: number, late: () => Error): Promise<T> {
	const over = Promise.withResolvers<never>();
	const timer = new Watchdog(() => over.reject(late()));
	timer.within(ms, '');
	try {
		return await Promise.race([answer, over.promise]);
	} finally {
		timer.cancel();
	}
}

/** A timer for silence: calls `onSilence` with what was waited for. */
export class Watchdog<Waiting = string> {
	readonly #onSilence: (waiting: Waiting) => void;
	#timer: NodeJS.Timeout | undefined;

	constructor(onSilence: (waiting: Waiting) => void) {
		this.#onSilence = onSilence;
	}

	/** From now on; replaces an earlier limit. */
	within(ms: number, waiting: Waiting): void {
		this.cancel();
		this.#timer = setTimeout(() => this.#onSilence(waiting), Math.min(ms, LONGEST_MS));
	}

	/** Restarts the same limit. */
	refresh(): void {
		this.#timer?.refresh();
	}

	cancel(): void {
		clearTimeout(this.#timer);
	}
}

/** Longest delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Longest pause of user code between two generations, milliseconds. */
export const IDLE_MS = 60_000;
/** The same once the run is to stop. */
export const STOPPING_MS = 2000;

/** Gives up on a solver that hangs, in a tool or an await. Generation time does not count; it has its own deadline. */
export class IdleLimit {
	readonly #over: PromiseWithResolvers<never> = Promise.withResolvers<never>();
	readonly #timer: Watchdog<number>;
	readonly #ms: number;
	#generating = 0;
	#isOver = false;

	/** `late`: the error of a solver that was silent for so many milliseconds. */
	constructor(late: (ms: number) => Error, ms: number = IDLE_MS) {
		this.#ms = ms;
		this.#timer = new Watchdog((waited) => this.#over.reject(late(waited)));
	}

	/** Resolves with the solver, or rejects with `late`; `signal` shortens the wait. */
	async over<T>(solving: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
		const stop = (): void => this.#start(STOPPING_MS);
		signal?.addEventListener('abort', stop, { once: true });
		this.#start(this.#ms);
		// Ignores a late rejection.
		solving.catch(() => undefined);
		try {
			return await Promise.race([solving, this.#over.promise]);
		} finally {
			this.#isOver = true;
			this.#timer.cancel();
			signal?.removeEventListener('abort', stop);
		}
	}

	/** A conversation whose generations are not idle time. Throws once its sample is over. */
	watch(conversation: Conversation): Conversation {
		const begin = (): void => {
			if (this.#isOver) throw new Error('its sample is over');
			this.#generating += 1;
			this.#timer.cancel();
		};
		const end = (): void => {
			this.#generating -= 1;
			this.#start(this.#ms);
		};
		return hookedConversation(conversation, { begin, end });
	}

	#start(ms: number): void {
		if (this.#generating === 0 && !this.#isOver) this.#timer.within(ms, ms);
	}
}
