import type { Token } from 'node-llama-cpp';
import type { Finish } from '../../../src/index.ts';
import type { CompleteMessage, EndMessage, PiecesMessage } from '../protocol.ts';
import type { SequencePool } from './context/sequence-pool.ts';
import type { Weights } from './load-weights.ts';
import { PieceBatch } from './piece-batch.ts';
import { evaluateOptions } from './prompt/evaluate-options.ts';
import type { EvaluationPlan } from './prompt/evaluation-plan.ts';
import type { PromptState } from './prompt/prompt-state.ts';
import { planPrompt } from './prompt/tokenise-parts.ts';
import { StopScanner } from './stop-scanner.ts';
import { TokenTextStream, type TokenTexts } from './token-text.ts';

/** What a generation works with. */
export interface GenerationPorts {
	readonly weights: Weights;
	readonly sequences: SequencePool;
	readonly texts: TokenTexts;
	readonly send: (message: PiecesMessage | EndMessage) => void;
}

/** Set from outside to end what is under way, at its next token or step. */
export interface Interruption {
	aborted: boolean;
}

/** Works off one completion: prefill in fixed steps, then token by token. Times count from the call. */
export async function generate(
	message: CompleteMessage,
	interruption: Interruption,
	ports: GenerationPorts,
): Promise<void> {
	const acceptedAt = performance.now();
	const interrupted = (): Finish | undefined => {
		if (interruption.aborted) return { unified: 'aborted', raw: 'abort' };
		const late = performance.now() - acceptedAt >= message.deadlineMs;
		return late ? { unified: 'deadline', raw: `${message.deadlineMs} ms` } : undefined;
	};
	const { weights, sequences, send } = ports;
	const plan = planPrompt(weights.model, message.parts, message.sharedChars, weights.ready.contextSize);
	await sequences.use(
		(state) => state.reusable(plan, message.promptCache),
		async (state) => {
			if (message.evaluateAnew) state.forget();
			const run = new Generation(message, plan, acceptedAt, interrupted, { ...ports, state });
			const finish = await run.finish();
			send({
				type: 'end',
				id: message.id,
				finish,
				usage: run.usage(),
				...(run.prefillMs === undefined ? {} : { prefillMs: run.prefillMs }),
				totalMs: performance.now() - acceptedAt,
			});
		},
	);
}

type Ports = GenerationPorts & { readonly state: PromptState };

class Generation {
	readonly #message: CompleteMessage;
	readonly #plan: EvaluationPlan;
	readonly #acceptedAt: number;
	readonly #interrupted: () => Finish | undefined;
	readonly #ports: Ports;
	readonly #stops: StopScanner;
	readonly #batch: PieceBatch;
	#cached = 0;
	/** From the first evaluation to the first token; absent when it did not come to that. */
	prefillMs: number | undefined;

	constructor(
		message: CompleteMessage,
		plan: EvaluationPlan,
		acceptedAt: number,
		interrupted: () => Finish | undefined,
		ports: Ports,
	) {
		this.#message = message;
		this.#plan = plan;
		this.#acceptedAt = acceptedAt;
		this.#interrupted = interrupted;
		this.#ports = ports;
		this.#stops = new StopScanner(message.stop);
		this.#batch = new PieceBatch(message.id, ports.send);
	}

	usage(): EndMessage['usage'] {
		return {
			promptTokens: this.#plan.tokens.length,
			cachedPromptTokens: this.#cached,
			outputTokens: this.#batch.count,
		};
	}

	async finish(): Promise<Finish> {
		const options = await evaluateOptions(this.#message, this.#ports.weights);
		const prefillFrom = performance.now();
		const { cached, lastStep } = await this.#ports.state.prefill(
			this.#plan,
			this.#message.promptCache,
			() => this.#interrupted() === undefined,
		);
		this.#cached = cached;
		const cutShort = this.#interrupted();
		if (cutShort !== undefined || lastStep === undefined) return cutShort ?? { unified: 'aborted', raw: 'abort' };
		const finish = await this.#decode(this.#ports.state.generate(lastStep, options), prefillFrom);
		this.#ports.state.noteGeneration(this.#plan);
		this.#batch.flush();
		return finish;
	}

	async #decode(tokens: AsyncIterable<{ readonly token: Token }>, prefillFrom: number): Promise<Finish> {
		const { texts, weights } = this.#ports;
		const stream = new TokenTextStream(texts);
		let finish: Finish = { unified: 'unknown', raw: 'the engine stopped' };
		let generated = 0;
		for await (const { token } of tokens) {
			const now = performance.now();
			this.prefillMs ??= now - prefillFrom;
			if (!this.#message.ignoreEnd && weights.endsGeneration(token)) {
				finish = { unified: 'stop', raw: texts.of(token) };
				break;
			}
			this.#batch.add(this.#stops.push({ token, text: stream.push(token), atMs: now - this.#acceptedAt }));
			generated++;
			const ended = this.#stopFinish() ?? this.#lengthFinish(generated) ?? this.#interrupted();
			if (ended !== undefined) {
				finish = ended;
				break;
			}
			if (!stream.isUnfinished) this.#batch.flushWhenDue(now);
		}
		this.#batch.add(this.#stops.end());
		this.#batch.completeLast(stream.end());
		return finish;
	}

	#stopFinish(): Finish | undefined {
		const { found } = this.#stops;
		return found === undefined ? undefined : { unified: 'stop', raw: found };
	}

	#lengthFinish(generated: number): Finish | undefined {
		if (generated >= this.#message.maxTokens) return { unified: 'length', raw: 'max-tokens' };
		// One token further, and the binding would drop the beginning of the prompt to make room.
		const full = this.#plan.tokens.length + generated >= this.#ports.state.sequence.contextSize;
		return full ? { unified: 'length', raw: 'context-full' } : undefined;
	}
}
