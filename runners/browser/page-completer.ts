import type { Completer, CompletionEvent, CompletionRequest } from '../../src/index.ts';
import { abortedEnd } from '../supervisor/engine-ends.ts';
import { Turns } from '../supervisor/turns.ts';
import type { EnginePage } from './engine-page.ts';
import { generateInPage } from './page-generation.ts';
import type { PageCompletion } from './page-protocol.ts';
import type { PageSession } from './page-session.ts';

export interface PageCompleterOptions {
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

	async *complete(request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const release = await this.#turns.take();
		try {
			if (request.signal?.aborted) {
				yield abortedEnd(0);
				return;
			}
			yield* this.#run(await this.#session.page(), request);
		} finally {
			release();
		}
	}

	/** A page that was ended under way, by an abort or a disposal, ends the generation. */
	async *#run(page: EnginePage, request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const acceptedAt = performance.now();
		try {
			yield* this.#generate(page, request);
		} catch (error) {
			if (!this.#session.isDisposed && request.signal?.aborted !== true) throw error;
			yield abortedEnd(performance.now() - acceptedAt);
		}
	}

	async *#generate(page: EnginePage, request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const { graceMs, idleMs, promptCache } = this.#options;
		const { deadlineMs, signal } = request;
		const items = generateInPage(page, this.#session.modelName, completionOf(request, promptCache), {
			deadlineMs,
			graceMs,
			idleMs,
			...(signal === undefined ? {} : { signal }),
		});
		for await (const item of items) {
			if (item.type === 'pieces') {
				yield item;
				continue;
			}
			const { finish, usage, prefillMs, totalMs } = item;
			yield {
				type: 'end',
				finish,
				usage,
				source: 'engine',
				...(prefillMs === undefined ? {} : { prefillMs }),
				totalMs,
			};
		}
	}
}

function completionOf(request: CompletionRequest, promptCache: boolean): PageCompletion {
	const { parts, sharedChars, stop, maxTokens, sampling, grammar } = request;
	return {
		type: 'completion',
		prompt: parts.map((part) => part.text).join(''),
		sharedChars,
		promptCache,
		stop,
		maxTokens,
		sampling,
		...(grammar === undefined ? {} : { grammar }),
	};
}
