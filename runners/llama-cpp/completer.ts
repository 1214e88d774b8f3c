import { EngineError } from '../../src/base/errors.ts';
import { type Message, message } from '../../src/base/message.ts';
import type { Completer, CompletionEvent, CompletionRequest, Piece } from '../../src/model/completer.ts';
import { Watchdog } from '../../src/model/watchdog.ts';
import { Arrivals, abortedEnd, type KeptEngine, Turns } from '../supervisor/kept-engine.ts';
import { type EngineProcess, reportedError, unexpectedMessage } from './engine-process.ts';
import type { CompleteMessage, FromEngine, PiecesMessage, Reuse } from './protocol.ts';

interface CompleterOptions {
	readonly reuse: Reuse;
	readonly evaluateAnew: boolean;
	/** Requests at once; the others wait for their turn. */
	readonly sequences: number;
	/** How long past its deadline, or an abort, the engine may stay silent before it is killed: a prefill step must fit. */
	readonly graceMs: number;
}

/** Continues prompts in the engine's process, as many at a time as it has sequences. */
export class LlamaCppCompleter implements Completer {
	readonly #kept: KeptEngine<EngineProcess>;
	readonly #options: CompleterOptions;
	readonly #turns: Turns;
	#ids = 0;

	constructor(kept: KeptEngine<EngineProcess>, options: CompleterOptions) {
		this.#kept = kept;
		this.#options = options;
		this.#turns = new Turns(options.sequences);
	}

	async *complete(request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const release = await this.#turns.take();
		try {
			const engine = request.signal?.aborted ? undefined : await this.#living(request);
			if (engine === undefined || request.signal?.aborted) yield abortedEnd(0);
			else yield* this.#run(engine, request);
		} finally {
			release();
		}
	}

	/** Absent where its start was interrupted. */
	async #living({ signal }: CompletionRequest): Promise<EngineProcess | undefined> {
		try {
			return await this.#kept.living();
		} catch (error) {
			if (signal?.aborted) return undefined;
			throw error;
		}
	}

	async *#run(engine: EngineProcess, request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const id = this.#ids++;
		const { signal, deadlineMs } = request;
		const { graceMs } = this.#options;
		const { modelName: model } = this.#kept;
		const acceptedAt = performance.now();
		const arrivals = new Arrivals<FromEngine>();
		const stopListening = engine.listen(
			(answer) => {
				if ('id' in answer && answer.id === id) arrivals.push(answer, answer.type !== 'pieces');
			},
			(error) => arrivals.fail(error),
		);
		const watchdog = new Watchdog<Message>((said) => void engine.kill(new EngineError('generation-timeout', said)));
		const abort = (): void => {
			engine.send({ type: 'abort', id });
			watchdog.within(graceMs, message('engine.not-stopping', { model }));
		};
		signal?.addEventListener('abort', abort, { once: true });
		let ended = false;
		try {
			watchdog.within(deadlineMs + graceMs, message('engine.no-answer', { model, ms: deadlineMs }));
			engine.send(completeMessage(id, request, this.#options));
			while (!ended) {
				const event = this.#event(await arrivals.next());
				ended = event.type === 'end';
				yield event;
			}
		} catch (error) {
			ended = true;
			if (!this.#kept.isDisposed && !signal?.aborted) throw error;
			yield abortedEnd(performance.now() - acceptedAt);
		} finally {
			signal?.removeEventListener('abort', abort);
			if (!ended) {
				abort();
				await arrivals.ended();
			}
			watchdog.cancel();
			stopListening();
		}
	}

	#event(answer: FromEngine): CompletionEvent {
		switch (answer.type) {
			case 'pieces':
				return { type: 'pieces', pieces: piecesOf(answer) };
			case 'end': {
				const { id: _, ...end } = answer;
				return { ...end, source: 'engine' };
			}
			case 'failed':
				throw reportedError(answer, this.#kept.modelName);
			default:
				throw unexpectedMessage(this.#kept.modelName, answer.type);
		}
	}
}

function completeMessage(
	id: number,
	request: CompletionRequest,
	{ reuse, evaluateAnew }: CompleterOptions,
): CompleteMessage {
	// A signal cannot be sent to a process.
	const { signal: _, ...rest } = request;
	return { type: 'complete', id, ignoreEnd: false, ...rest, reuse, evaluateAnew };
}

function piecesOf({ tokens, texts, atMs }: PiecesMessage): readonly Piece[] {
	return texts.map((text, index) => {
		const token = tokens[index];
		return { ...(token === undefined || token < 0 ? {} : { token }), text, atMs: atMs[index] ?? 0 };
	});
}
