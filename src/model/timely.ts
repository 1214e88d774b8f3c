import type { Finish } from './generation.ts';

/** Why something was no longer waited for. */
export type Overdue = 'deadline' | 'aborted';

/** What is waited for, and how long; `graceMs` is what an engine gets to end by itself. */
export interface Limits {
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
 * The events as they come; returns why it waits no longer for a source that stays silent past its deadline, or past an
 * abort. Its one timer keeps the process alive, so that a promise which nobody settles is waited for.
 */
export async function* timely<Event>(
	source: AsyncIterable<Event>,
	{ deadlineMs, graceMs, signal }: Limits,
): AsyncGenerator<Event, Overdue | undefined, undefined> {
	const events = source[Symbol.asyncIterator]();
	let over: Overdue | undefined;
	let tell: ((over: Overdue) => void) | undefined;
	const giveUp = (why: Overdue): void => {
		over ??= why;
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
		for (;;) {
			// No race: each would leave a reaction behind on a promise that lives as long as the generation.
			const next = await new Promise<IteratorResult<Event> | Overdue>((resolve, reject) => {
				tell = resolve;
				if (over === undefined) events.next().then(resolve, reject);
				else resolve(over);
			});
			if (typeof next === 'string') return next;
			if (next.done === true) return undefined;
			yield next.value;
		}
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', onAbort);
		// A source that hangs may never return either.
		void Promise.resolve(events.return?.()).catch(() => undefined);
	}
}

/** The longest delay that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;
