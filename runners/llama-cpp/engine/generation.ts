import { LlamaGrammarEvaluationState, type SequenceEvaluateOptions, type Token } from 'node-llama-cpp';
import { message } from '../../../src/base/message.ts';
import type { Piece } from '../../../src/model/completer.ts';
import type { Finish } from '../../../src/model/generation.ts';
import { type CompleteMessage, type EndMessage, EngineProblem, type PiecesMessage } from '../protocol.ts';
import type { SequencePool } from './context.ts';
import { type EvaluationPlan, isRepeated, planPrompt } from './evaluation-plan.ts';
import type { Weights } from './load.ts';
import type { Prefill } from './prefill-watch.ts';
import type { PromptState } from './prompt-state.ts';
import { StopScanner, TokenTextStream, type TokenTexts } from './token-text.ts';

/** A message costs the engine as much as a small model's token: pieces go out together. */
const SEND_EVERY_MS = 50;

/** Pieces on their way to the parent. */
class PieceBatch {
	readonly #id: number;
	readonly #send: (message: PiecesMessage) => void;
	#tokens: number[] = [];
	#texts: string[] = [];
	#atMs: number[] = [];
	#sentAt = Number.NEGATIVE_INFINITY;
	#count = 0;

	constructor(id: number, send: (message: PiecesMessage) => void) {
		this.#id = id;
		this.#send = send;
	}

	/** Pieces so far. */
	get count(): number {
		return this.#count;
	}

	add(pieces: readonly Required<Piece>[]): void {
		for (const piece of pieces) {
			this.#tokens.push(piece.token);
			this.#texts.push(piece.text);
			this.#atMs.push(piece.atMs);
			this.#count++;
		}
	}

	/** Appends text to the last piece, which must not have been sent. */
	completeLast(text: string): void {
		const last = this.#texts.length - 1;
		if (last >= 0) this.#texts[last] += text;
	}

	/** The first piece goes out at once, the others in company. */
	flushWhenDue(now: number): void {
		if (now - this.#sentAt < SEND_EVERY_MS) return;
		this.#sentAt = now;
		this.flush();
	}

	flush(): void {
		if (this.#tokens.length === 0) return;
		this.#send({ type: 'pieces', id: this.#id, tokens: this.#tokens, texts: this.#texts, atMs: this.#atMs });
		this.#tokens = [];
		this.#texts = [];
		this.#atMs = [];
	}
}

const MAX_SEED = 2 ** 32;

/** Every sampling option, given in full: the binding's own defaults cut the vocabulary and take the seed from the clock. */
async function evaluateOptions(
	{ sampling, grammar }: CompleteMessage,
	weights: Weights,
): Promise<SequenceEvaluateOptions> {
	const { temperature, seed, topK = 0, topP = 1 } = sampling;
	return {
		temperature,
		seed: Math.abs(Math.trunc(seed)) % MAX_SEED,
		topK,
		topP,
		minP: 0,
		yieldEogToken: true,
		...(grammar === undefined ? {} : { grammarEvaluationState: await grammarState(grammar, weights) }),
	};
}

async function grammarState(source: string, { llama, model }: Weights): Promise<LlamaGrammarEvaluationState> {
	try {
		return new LlamaGrammarEvaluationState({ model, grammar: await llama.createGrammar({ grammar: source }) });
	} catch (error) {
		throw new EngineProblem('protocol', message('engine.grammar-refused', { reason: String(error) }), source);
	}
}

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

/**
 * Works off one completion: prefill in fixed steps, then token by token. Times count from the call. Gives what speed its
 * prefill had, where it came to its end.
 */
export async function generate(
	request: CompleteMessage,
	interruption: Interruption,
	ports: GenerationPorts,
): Promise<Prefill | undefined> {
	const acceptedAt = performance.now();
	const interrupted = (): Finish | undefined => {
		if (interruption.aborted) return { unified: 'aborted', raw: 'abort' };
		const late = performance.now() - acceptedAt >= request.deadlineMs;
		return late ? { unified: 'deadline', raw: `${request.deadlineMs} ms` } : undefined;
	};
	const { weights, sequences, send } = ports;
	const plan = planPrompt(weights.model, request.parts, request.sharedChars, weights.ready.contextSize);
	return sequences.use(
		(state) => state.reusable(plan, request.reuse),
		async (state) => {
			if (request.evaluateAnew) state.forget();
			const run = new Generation(request, plan, acceptedAt, interrupted, { ...ports, state });
			const finish = await run.finish();
			send({
				type: 'end',
				id: request.id,
				finish,
				usage: run.usage(),
				prefillMs: run.prefillMs,
				totalMs: performance.now() - acceptedAt,
				...(isRepeated(plan, run.cached) && { repeated: true }),
			});
			return run.prefill();
		},
	);
}

type Ports = GenerationPorts & { readonly state: PromptState };

class Generation {
	readonly #request: CompleteMessage;
	readonly #plan: EvaluationPlan;
	readonly #acceptedAt: number;
	readonly #interrupted: () => Finish | undefined;
	readonly #ports: Ports;
	readonly #stops: StopScanner;
	readonly #batch: PieceBatch;
	/** Prompt tokens that were there already. */
	cached = 0;
	/** From the first evaluation to the first token; absent when it did not come to that. */
	prefillMs: number | undefined;

	constructor(
		request: CompleteMessage,
		plan: EvaluationPlan,
		acceptedAt: number,
		interrupted: () => Finish | undefined,
		ports: Ports,
	) {
		this.#request = request;
		this.#plan = plan;
		this.#acceptedAt = acceptedAt;
		this.#interrupted = interrupted;
		this.#ports = ports;
		this.#stops = new StopScanner(request.stop);
		this.#batch = new PieceBatch(request.id, ports.send);
	}

	usage(): EndMessage['usage'] {
		return {
			promptTokens: this.#plan.tokens.length,
			cachedPromptTokens: this.cached,
			outputTokens: this.#batch.count,
		};
	}

	prefill(): Prefill | undefined {
		const { cuts, tokens } = this.#plan;
		const steps = cuts.filter((cut) => cut > this.cached).length;
		const { prefillMs: ms } = this;
		return ms === undefined ? undefined : { tokens: tokens.length - this.cached, steps, ms };
	}

	async finish(): Promise<Finish> {
		const options = await evaluateOptions(this.#request, this.#ports.weights);
		const prefillFrom = performance.now();
		const { cached, lastStep } = await this.#ports.sequences.prefill(
			this.#ports.state,
			this.#plan,
			this.#request.reuse,
			() => this.#interrupted() === undefined,
		);
		this.cached = cached;
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
			if (!this.#request.ignoreEnd && weights.endsGeneration(token)) {
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
		if (generated >= this.#request.maxTokens) return { unified: 'length', raw: 'max-tokens' };
		// One token further, and the binding would drop the beginning of the prompt to make room.
		const full = this.#plan.tokens.length + generated >= this.#ports.state.sequence.contextSize;
		return full ? { unified: 'length', raw: 'context-full' } : undefined;
	}
}
