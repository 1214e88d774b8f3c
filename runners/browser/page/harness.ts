import type {
	PageAnswer,
	PageGenerated,
	PageHarness,
	PageLoaded,
	PageLoadRequest,
	PagePiece,
	PageProbe,
	PageRequest,
} from '../page-protocol.ts';
import type { EventOutbox } from './event-outbox.ts';
import { type PageEngine, PageFailure } from './page-engine.ts';
import { probePage } from './probe.ts';

/** The page's side of the protocol, the same for every engine. */
export class Harness implements PageHarness {
	readonly #engine: PageEngine;
	readonly #outbox: EventOutbox;
	readonly #aborts = new Map<number, AbortController>();

	constructor(engine: PageEngine, outbox: EventOutbox) {
		this.#engine = engine;
		this.#outbox = outbox;
	}

	probe(): Promise<PageAnswer<PageProbe>> {
		return answer(probePage);
	}

	load(request: PageLoadRequest): Promise<PageAnswer<PageLoaded>> {
		return answer(async () => {
			const loaded = await this.#engine.load(request, (progress) =>
				this.#outbox.send(-1, { type: 'progress', progress }),
			);
			await this.#outbox.flush();
			return loaded;
		});
	}

	generate(run: number, request: PageRequest): Promise<PageAnswer<PageGenerated>> {
		return answer(async () => {
			const startedAt = performance.now();
			const abort = new AbortController();
			this.#aborts.set(run, abort);
			this.#outbox.send(run, { type: 'start' });
			try {
				const sink = {
					piece: (text: string, as?: PagePiece['as']) =>
						this.#outbox.piece(run, { text, t: performance.now(), ...(as === undefined ? {} : { as }) }),
					alive: () => this.#outbox.send(run, { type: 'alive' }),
				};
				const generated = await this.#engine.generate(request, sink, abort.signal);
				return { ...generated, totalMs: performance.now() - startedAt };
			} finally {
				this.#aborts.delete(run);
				await this.#outbox.flush();
			}
		});
	}

	abort(run: number): Promise<PageAnswer<null>> {
		return answer(async () => {
			this.#aborts.get(run)?.abort();
			return null;
		});
	}

	dispose(): Promise<PageAnswer<null>> {
		return answer(async () => {
			await this.#engine.dispose();
			return null;
		});
	}
}

async function answer<Value>(work: () => Promise<Value>): Promise<PageAnswer<Value>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		const failure = error instanceof PageFailure ? error.failure : 'protocol';
		return { ok: false, failure, message: error instanceof Error ? error.message : String(error) };
	}
}
