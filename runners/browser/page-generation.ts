import { EngineError, type Finish, type GemmarkError, type Usage } from '../../src/index.ts';
import type { EnginePage } from './engine-page.ts';
import type { PageEvent, PageGenerated, PagePiece, PageRequest } from './page-protocol.ts';

export interface GenerationLimits {
	readonly deadlineMs: number;
	readonly signal?: AbortSignal;
	/** How long past an abort or the deadline the page may stay silent before the browser is ended. */
	readonly graceMs: number;
	/** Longest silence of a page at work. */
	readonly idleMs: number;
}

/** How a generation ended, whoever ended it. */
export interface GenerationEnd {
	readonly finish: Finish;
	readonly usage: Usage;
	readonly prefillMs?: number;
	readonly totalMs: number;
}

/** As the page told it; `atMs` from the acceptance of the request. */
export interface GeneratedPiece {
	readonly text: string;
	readonly atMs: number;
	readonly as?: PagePiece['as'];
}

export type PageGenerationItem =
	| { readonly type: 'pieces'; readonly pieces: readonly GeneratedPiece[] }
	| ({ readonly type: 'end' } & GenerationEnd);

type Arrived = { readonly event: PageEvent } | { readonly generated: PageGenerated } | { readonly error: GemmarkError };

let runs = 0;

/** One generation in a page: its pieces as they come, then its end. Throws what the page or its engine failed of. */
export async function* generateInPage(
	page: EnginePage,
	modelName: string,
	request: PageRequest,
	limits: GenerationLimits,
): AsyncGenerator<PageGenerationItem, void, undefined> {
	const run = runs++;
	const { signal, deadlineMs, graceMs, idleMs } = limits;
	const arrivals = new Arrivals();
	const stopwatch = new Stopwatch(page, modelName);
	let startedAt: number | undefined;
	let stoppedBy: Finish | undefined;
	const stop = (finish: Finish): void => {
		stoppedBy ??= finish;
		stopwatch.within(graceMs, 'did not stop when asked to');
		page.call('abort', [run]).catch(() => undefined);
	};
	const abort = (): void => stop({ unified: 'aborted', raw: 'abort' });
	const deadline = setTimeout(() => stop({ unified: 'deadline', raw: `${deadlineMs} ms` }), deadlineMs);
	const stopListening = page.listen(
		(event) => {
			if (event.run !== run) return;
			if (stoppedBy === undefined) stopwatch.within(idleMs, `said nothing for ${idleMs} ms`);
			arrivals.push({ event });
		},
		(error) => arrivals.push({ error }),
	);
	signal?.addEventListener('abort', abort, { once: true });
	let ended = false;
	try {
		stopwatch.within(idleMs, `said nothing for ${idleMs} ms`);
		page.call('generate', [run, request]).then(
			(generated) => arrivals.push({ generated }),
			(error) => arrivals.push({ error }),
		);
		while (!ended) {
			const arrived = await arrivals.next();
			if ('error' in arrived) {
				ended = true;
				throw arrived.error;
			}
			if ('generated' in arrived) {
				ended = true;
				yield { type: 'end', ...endOf(arrived.generated, stoppedBy) };
			} else if (arrived.event.type === 'start') {
				startedAt = arrived.event.t;
			} else if (arrived.event.type === 'delta') {
				const from = startedAt ?? arrived.event.t;
				yield { type: 'pieces', pieces: arrived.event.pieces.map(({ t, ...piece }) => ({ ...piece, atMs: t - from })) };
			}
		}
	} finally {
		// Whoever leaves early leaves an engine that is ready for the next one.
		if (!ended) {
			abort();
			await arrivals.ended();
		}
		clearTimeout(deadline);
		stopwatch.cancel();
		stopListening();
		signal?.removeEventListener('abort', abort);
	}
}

function endOf(generated: PageGenerated, stoppedBy: Finish | undefined): GenerationEnd {
	return stoppedBy !== undefined && generated.finish.unified === 'aborted'
		? { ...generated, finish: stoppedBy }
		: generated;
}

/** What arrived from the page, for a reader that may be slower. */
class Arrivals {
	readonly #items: Arrived[] = [];
	readonly #ended: Promise<void>;
	#markEnded: () => void = () => undefined;
	#wake: (() => void) | undefined;

	constructor() {
		this.#ended = new Promise((resolve) => {
			this.#markEnded = resolve;
		});
	}

	push(item: Arrived): void {
		this.#items.push(item);
		if (!('event' in item)) this.#markEnded();
		this.#wake?.();
	}

	async next(): Promise<Arrived> {
		for (;;) {
			const item = this.#items.shift();
			if (item !== undefined) return item;
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}

	ended(): Promise<void> {
		return this.#ended;
	}
}

/** Ends a page that stays silent past its time. */
class Stopwatch {
	readonly #page: EnginePage;
	readonly #modelName: string;
	#timer: NodeJS.Timeout | undefined;

	constructor(page: EnginePage, modelName: string) {
		this.#page = page;
		this.#modelName = modelName;
	}

	within(ms: number, reproach: string): void {
		this.cancel();
		this.#timer = setTimeout(() => {
			const error = new EngineError('generation-timeout', `${this.#modelName}: the page ${reproach}, and was ended`, {
				hint: 'Give a generation more time with --deadline, or use a smaller model.',
			});
			void this.#page.end(error);
		}, ms);
	}

	cancel(): void {
		clearTimeout(this.#timer);
	}
}
