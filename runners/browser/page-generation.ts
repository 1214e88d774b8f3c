import type { Finish, Usage } from '../../src/index.ts';
import { Arrivals } from '../supervisor/arrivals.ts';
import { Watchdog } from '../supervisor/watchdog.ts';
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

type Arrived = { readonly event: PageEvent } | { readonly generated: PageGenerated };

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
	const arrivals = new Arrivals<Arrived>();
	const watchdog = new Watchdog(`${modelName}: the page`, (error) => void page.end(error));
	let startedAt: number | undefined;
	let stoppedBy: Finish | undefined;
	const stop = (finish: Finish): void => {
		stoppedBy ??= finish;
		watchdog.within(graceMs, 'did not stop when asked to');
		page.call('abort', [run]).catch(() => undefined);
	};
	const abort = (): void => stop({ unified: 'aborted', raw: 'abort' });
	const deadline = setTimeout(() => stop({ unified: 'deadline', raw: `${deadlineMs} ms` }), deadlineMs);
	const stopListening = page.listen(
		(event) => {
			if (event.run !== run) return;
			if (stoppedBy === undefined) watchdog.within(idleMs, `said nothing for ${idleMs} ms`);
			arrivals.push({ event }, false);
		},
		(error) => arrivals.fail(error),
	);
	signal?.addEventListener('abort', abort, { once: true });
	let ended = false;
	try {
		watchdog.within(idleMs, `said nothing for ${idleMs} ms`);
		page.call('generate', [run, request]).then(
			(generated) => arrivals.push({ generated }, true),
			(error) => arrivals.fail(error),
		);
		while (!ended) {
			const arrived = await arrivals.next().catch((error: unknown) => {
				ended = true;
				throw error;
			});
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
		watchdog.cancel();
		stopListening();
		signal?.removeEventListener('abort', abort);
	}
}

function endOf(generated: PageGenerated, stoppedBy: Finish | undefined): GenerationEnd {
	return stoppedBy !== undefined && generated.finish.unified === 'aborted'
		? { ...generated, finish: stoppedBy }
		: generated;
}
