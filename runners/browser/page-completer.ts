import { EngineError } from '../../src/base/errors.ts';
import { type Message, message } from '../../src/base/message.ts';
import type { Completer, CompletionEvent, CompletionRequest } from '../../src/model/completer.ts';
import type { Finish } from '../../src/model/generation.ts';
import { Watchdog } from '../../src/model/watchdog.ts';
import { Arrivals, abortedEnd, Turns } from '../supervisor/kept-engine.ts';
import type { EnginePage } from './engine-page.ts';
import type { PageCompletion, PageEvent, PageGenerated, PagePiece, PageRequest } from './page-protocol.ts';
import type { PageSession } from './page-session.ts';

interface PageCompleterOptions {
	readonly promptCache: boolean;
	readonly graceMs: number;
	readonly idleMs: number;
}

/** A prefill step of the slowest machine must fit: 256 tokens of a Gemma E2B take half a minute in WASM. */
export const GRACE_MS = 60_000;
export const IDLE_MS = 180_000;

/** Continues prompts in a page, one at a time. */
export class PageCompleter implements Completer {
	readonly #session: PageSession;
	readonly #options: PageCompleterOptions;
	readonly #turns = new Turns();

	constructor(session: PageSession, options: PageCompleterOptions) {
		this.#session = session;
		this.#options = options;
	}

	/** A page that was ended by an abort or a disposal ends the generation. */
	async *complete(request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const { promptCache, ...limits } = this.#options;
		const { deadlineMs, signal } = request;
		const release = await this.#turns.take();
		const acceptedAt = performance.now();
		try {
			if (signal?.aborted) return void (yield abortedEnd(0));
			const page = await this.#session.living();
			try {
				const asked = completionOf(request, promptCache);
				for await (const item of generateInPage(page, this.#session.modelName, asked, {
					...limits,
					deadlineMs,
					signal,
				})) {
					yield item.type === 'pieces' ? item : { ...item, source: 'engine' };
				}
			} catch (error) {
				if (!this.#session.isDisposed && signal?.aborted !== true) throw error;
				yield abortedEnd(performance.now() - acceptedAt);
			}
		} finally {
			release();
		}
	}
}

function completionOf(request: CompletionRequest, promptCache: boolean): PageCompletion {
	const { parts, sharedChars, stop, maxTokens, sampling, grammar } = request;
	const prompt = parts.map((part) => part.text).join('');
	const asked = { prompt, sharedChars, promptCache, stop, maxTokens, sampling };
	return { type: 'completion', ...asked, grammar };
}

interface GenerationLimits {
	readonly deadlineMs: number;
	readonly signal?: AbortSignal;
	/** How long after an abort or the deadline the page may be silent before the browser is ended. */
	readonly graceMs: number;
	/** Longest silence of a working page. */
	readonly idleMs: number;
}

/** `atMs` counts from the acceptance of the request. */
export type GeneratedPiece = Omit<PagePiece, 't'> & { readonly atMs: number };

type PageGenerationItem =
	| { readonly type: 'pieces'; readonly pieces: readonly GeneratedPiece[] }
	| ({ readonly type: 'end' } & PageGenerated);

let runs = 0;

/** One generation in a page: its pieces as they arrive, then its end. Throws the failure of the page or its engine. */
export async function* generateInPage(
	page: EnginePage,
	modelName: string,
	request: PageRequest,
	{ signal, deadlineMs, graceMs, idleMs }: GenerationLimits,
): AsyncGenerator<PageGenerationItem, void, undefined> {
	const run = runs++;
	const arrivals = new Arrivals<PageEvent | PageGenerated>();
	const watchdog = new Watchdog((said: Message) => void page.end(new EngineError('generation-timeout', said)));
	let startedAt: number | undefined;
	let stoppedBy: Finish | undefined;
	const silent = message('browser.silent', { model: modelName, ms: idleMs });
	const expect = (): void => watchdog.within(idleMs, silent);
	const stop = (finish: Finish): void => {
		stoppedBy ??= finish;
		watchdog.within(graceMs, message('browser.not-stopped', { model: modelName }));
		page.call('abort', [run]).catch(() => undefined);
	};
	const abort = (): void => stop({ unified: 'aborted', raw: 'abort' });
	const deadline = setTimeout(() => stop({ unified: 'deadline', raw: `${deadlineMs} ms` }), deadlineMs);
	const stopListening = page.listen(
		(event) => {
			if (event.run !== run) return;
			if (stoppedBy === undefined) expect();
			arrivals.push(event, false);
		},
		(error) => arrivals.fail(error),
	);
	signal?.addEventListener('abort', abort, { once: true });
	let ended = false;
	try {
		expect();
		page.call('generate', [run, request]).then(
			(generated) => arrivals.push(generated, true),
			(error) => arrivals.fail(error),
		);
		while (!ended) {
			const arrived = await arrivals.next().catch((error: unknown) => {
				ended = true;
				throw error;
			});
			if ('finish' in arrived) {
				ended = true;
				const { finish } = arrived;
				yield { type: 'end', ...arrived, finish: finish.unified === 'aborted' ? (stoppedBy ?? finish) : finish };
			} else if (arrived.type === 'start') startedAt = arrived.t;
			else if (arrived.type === 'delta') {
				const from = startedAt ?? arrived.t;
				yield { type: 'pieces', pieces: arrived.pieces.map(({ t, ...piece }) => ({ ...piece, atMs: t - from })) };
			}
		}
	} finally {
		// A reader that leaves early leaves an engine that is ready for the next request.
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
