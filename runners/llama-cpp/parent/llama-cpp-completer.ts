import {
	type Completer,
	type CompletionEvent,
	type CompletionRequest,
	EngineError,
	type Piece,
} from '../../../src/index.ts';
import type { CompleteMessage, FromEngine, PiecesMessage } from '../protocol.ts';
import type { EngineKeeper } from './engine-keeper.ts';
import { type EngineProcess, toldError } from './engine-process.ts';
import { MessageQueue } from './message-queue.ts';
import { Watchdog } from './watchdog.ts';

export interface CompleterOptions {
	readonly sharePrefix: boolean;
	readonly evaluateAnew: boolean;
	/** Requests at once; the others wait for their turn. */
	readonly sequences: number;
	/** How long past its deadline, or an abort, the engine may stay silent before it is killed: a prefill step must fit. */
	readonly graceMs: number;
}

type Stopped = Extract<CompletionEvent, { type: 'end' }>;

/** Continues prompts in the engine's process, as many at a time as it has sequences. */
export class LlamaCppCompleter implements Completer {
	readonly #keeper: EngineKeeper;
	readonly #options: CompleterOptions;
	readonly #waiting: (() => void)[] = [];
	#free: number;
	#ids = 0;

	constructor(keeper: EngineKeeper, options: CompleterOptions) {
		this.#keeper = keeper;
		this.#options = options;
		this.#free = options.sequences;
	}

	async *complete(request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		await this.#turn();
		try {
			if (request.signal?.aborted) {
				yield abortedEnd(0);
				return;
			}
			const engine = await this.#keeper.engine();
			yield* this.#run(engine, request);
		} finally {
			this.#release();
		}
	}

	/** Waits until a sequence is free for it, behind everything asked before. */
	async #turn(): Promise<void> {
		if (this.#free > 0) this.#free -= 1;
		else await new Promise<void>((resolve) => this.#waiting.push(resolve));
	}

	#release(): void {
		const next = this.#waiting.shift();
		if (next === undefined) this.#free += 1;
		else next();
	}

	async *#run(engine: EngineProcess, request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const id = this.#ids++;
		const { signal, deadlineMs } = request;
		const acceptedAt = performance.now();
		const queue = new MessageQueue(id);
		const stopListening = engine.listen(
			(message) => queue.push(message),
			(error) => queue.fail(error),
		);
		const watchdog = new Watchdog(engine, this.#keeper.modelName, this.#options.graceMs);
		const abort = (): void => {
			engine.send({ type: 'abort', id });
			watchdog.within(0);
		};
		signal?.addEventListener('abort', abort, { once: true });
		let ended = false;
		try {
			watchdog.within(deadlineMs);
			engine.send(completeMessage(id, request, this.#options));
			while (!ended) {
				const event = this.#event(await queue.next());
				ended = event.type === 'end';
				yield event;
			}
		} catch (error) {
			ended = true;
			if (!this.#keeper.isDisposed && !signal?.aborted) throw error;
			yield abortedEnd(performance.now() - acceptedAt);
		} finally {
			signal?.removeEventListener('abort', abort);
			if (!ended) {
				abort();
				await queue.ended();
			}
			watchdog.cancel();
			stopListening();
		}
	}

	#event(message: FromEngine): CompletionEvent {
		switch (message.type) {
			case 'pieces':
				return { type: 'pieces', pieces: piecesOf(message) };
			case 'end': {
				const { finish, usage, prefillMs, totalMs } = message;
				return {
					type: 'end',
					finish,
					usage,
					source: 'engine',
					...(prefillMs === undefined ? {} : { prefillMs }),
					totalMs,
				};
			}
			case 'failed':
				throw toldError(message, this.#keeper.modelName);
			default:
				throw new EngineError(
					'protocol',
					`${this.#keeper.modelName}: the engine said ${message.type} while generating`,
				);
		}
	}
}

function completeMessage(
	id: number,
	request: CompletionRequest,
	{ sharePrefix, evaluateAnew }: CompleterOptions,
): CompleteMessage {
	const { parts, sharedChars, stop, maxTokens, ignoreEnd = false, sampling, grammar, deadlineMs } = request;
	return {
		type: 'complete',
		id,
		parts,
		sharedChars,
		sharePrefix,
		evaluateAnew,
		stop,
		maxTokens,
		ignoreEnd,
		sampling,
		...(grammar === undefined ? {} : { grammar }),
		deadlineMs,
	};
}

function piecesOf({ tokens, texts, atMs }: PiecesMessage): readonly Piece[] {
	return texts.map((text, index) => {
		const token = tokens[index];
		return { ...(token === undefined || token < 0 ? {} : { token }), text, atMs: atMs[index] ?? 0 };
	});
}

function abortedEnd(totalMs: number): Stopped {
	return { type: 'end', finish: { unified: 'aborted', raw: 'abort' }, usage: {}, source: 'wall-clock', totalMs };
}
