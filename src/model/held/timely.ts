import { charsLimit, eventsLimit, type Finish, maxChars, maxEvents } from '../generation.ts';

/** What is waited for, how long, and how much of it; `graceMs` is what an engine gets to end by itself. */
export interface Limits {
	/** Who tells the events, such as `runner mine`. */
	readonly teller: string;
	readonly maxTokens: number;
	readonly deadlineMs: number;
	readonly graceMs: number;
	readonly signal?: AbortSignal | undefined;
}

/** Whether a generation ended because nothing came any more: its time is that of waiting, and of no engine. */
export function wasSilent({ raw }: Finish): boolean {
	return raw === SILENT_ENGINE || raw === 'silent app';
}

export const SILENT_ENGINE = 'silent engine';

/** Long enough for an engine that ends by itself to tell how it ended. */
export const GRACE_MS = 2000;

/**
 * The events as they come; returns how the generation ended, where its source is no longer read: it stays silent past its
 * deadline, or past an abort, goes on behind them, or tells more than its tokens can be (`sizeOf` an event). Its one timer
 * keeps the process alive, so that a promise which nobody settles is waited for.
 */
export async function* timely<Event>(
	source: AsyncIterable<Event>,
	{ teller, maxTokens, deadlineMs, graceMs, signal }: Limits,
	sizeOf: (event: Event) => Size,
): AsyncGenerator<Event, Finish | undefined, undefined> {
	const events = source[Symbol.asyncIterator]();
	let over: Finish | undefined;
	let tell: ((over: Finish) => void) | undefined;
	let lastMs = Number.NEGATIVE_INFINITY;
	const giveUp = (unified: 'deadline' | 'aborted'): void => {
		const raw = performance.now() - lastMs < graceMs ? `the ${teller} goes on behind it` : SILENT_ENGINE;
		over ??= { unified, raw };
		tell?.(over);
	};
	let timer = setTimeout(giveUp, Math.min(deadlineMs + graceMs, LONGEST_MS), 'deadline');
	const onAbort = (): void => {
		clearTimeout(timer);
		timer = setTimeout(giveUp, graceMs, 'aborted');
	};
	signal?.addEventListener('abort', onAbort, { once: true });
	if (signal?.aborted) onAbort();
	try {
		let told: Size = { events: 0, chars: 0 };
		let turnMs = performance.now();
		for (;;) {
			// No race: each would leave a reaction behind on a promise that lives as long as the generation.
			const next = await new Promise<IteratorResult<Event> | Finish>((resolve, reject) => {
				tell = resolve;
				if (over === undefined) events.next().then(resolve, reject);
				else resolve(over);
			});
			if ('unified' in next) return next;
			if (next.done === true) return undefined;
			const { events: more, chars } = sizeOf(next.value);
			told = { events: told.events + more, chars: told.chars + chars };
			const limit = limitOf(told, maxTokens);
			if (limit !== undefined) {
				return { unified: 'length', raw: `${limit}, which the ${teller} passed`, limit: 'gemmark' };
			}
			lastMs = performance.now();
			// A source that never waits keeps every timer waiting, this one's too.
			if (lastMs - turnMs > TURN_MS) {
				await new Promise((resolve) => setTimeout(resolve, 0));
				turnMs = performance.now();
			}
			yield next.value;
		}
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', onAbort);
		// A source that hangs may never return either.
		void Promise.resolve(events.return?.()).catch(() => undefined);
	}
}

/** How much was told: events, or pieces, and their text. */
export interface Size {
	readonly events: number;
	/** UTF-16 units. */
	readonly chars: number;
}

/** What of the limits of these tokens is passed, for people. */
function limitOf({ events, chars }: Size, maxTokens: number): string | undefined {
	if (events > maxEvents(maxTokens)) return eventsLimit(maxTokens);
	return chars > maxChars(maxTokens) ? charsLimit(maxTokens) : undefined;
}

/** The longest delay that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

/** How long events may come before others of the process have their turn. */
const TURN_MS = 50;
