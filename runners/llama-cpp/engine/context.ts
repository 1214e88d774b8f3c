import type { LlamaContext, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp';
import { message } from '../../../src/base/message.ts';
import type { KvCacheType } from '../../../src/model/runner.ts';
import { EngineProblem, type LoadMessage, type Reuse } from '../protocol.ts';
import { type EvaluationPlan, STEP_TOKENS } from './evaluation-plan.ts';
import type { PromptState } from './prompt-state.ts';

/** What changes the numbers a context computes, apart from its threads, which do not. */
interface ContextOptions extends Pick<LoadMessage, 'adapter'> {
	readonly contextSize: number;
	readonly flashAttention: boolean;
	readonly kvCacheType: KvCacheType;
}

export async function createContext(
	model: LlamaModel,
	options: ContextOptions & { readonly threads: StepThreads; readonly sequences?: number; readonly spare?: number },
): Promise<LlamaContext> {
	const { adapter, contextSize, flashAttention, kvCacheType, threads, sequences = 1, spare = 0 } = options;
	const type = kvCacheType.toUpperCase() as Uppercase<KvCacheType>;
	const context = await model.createContext({
		contextSize,
		lora: adapter && { adapters: [adapter] },
		flashAttention,
		experimentalKvCacheKeyType: type,
		experimentalKvCacheValueType: type,
		threads: threads.decode,
		batchSize: STEP_TOKENS * sequences,
		sequences: sequences + spare,
		// Gemma's sliding window could otherwise not be rewound to the end of the shared beginning.
		swaFullCache: true,
		failedCreationRemedy: false,
		// With one sequence at work a batch is full at once; waiting for more is wasted work.
		batching: { dispatchSchedule: sequences === 1 ? (dispatch) => dispatch() : 'nextCycle' },
	});
	const native = nativeContext(context);
	if (native !== undefined) {
		setStepThreads(native, threads, sequences);
		if (sequences === 1) queueSampling(native);
	}
	return context;
}

/** What of the binding's inside is used, as of node-llama-cpp 3.22. */
export interface NativeContext {
	/** `tokens` of one sequence join the batch; of those at `withLogits` the next token can be sampled. */
	addToBatch(sequence: number, position: number, tokens: Uint32Array, withLogits: Uint32Array): Uint32Array;
	/** Evaluates the batch. */
	decodeBatch(): Promise<void>;
	sampleToken(...input: readonly unknown[]): Promise<unknown>;
	/** Of all that is evaluated from now on. */
	setThreads(threads: number): void;
}

/** The native object below a context, whose methods may be replaced; absent where the binding is built otherwise. */
export function nativeContext(context: LlamaContext): NativeContext | undefined {
	const native = (context as unknown as { readonly _ctx?: Partial<NativeContext> })._ctx;
	const has = METHODS.every((name) => typeof native?.[name] === 'function');
	return has ? (native as NativeContext) : undefined;
}

/** Replaces methods of the binding, which cannot be assigned. */
function replaceMethods(native: NativeContext, methods: Partial<NativeContext>): void {
	for (const [name, value] of Object.entries(methods)) {
		Object.defineProperty(native, name, { value, configurable: true, writable: true });
	}
}

/**
 * Evaluates given tokens one at a time, each with its logits, and chooses none; afterwards they are gone. For measuring: the
 * sequence learns nothing of it.
 */
export async function decodeOnly(
	sequence: LlamaContextSequence,
	tokens: readonly Token[],
	threads: number,
	onToken: () => void,
): Promise<void> {
	const native = nativeContext(sequence.context);
	const { _sequenceId: id } = sequence as unknown as { readonly _sequenceId: number };
	if (native === undefined) throw new EngineProblem('protocol', message('engine.no-probabilities', {}));
	// Not the replaced methods: nothing samples what they would wait for.
	const bare = Object.getPrototypeOf(native) as BareContext;
	const start = sequence.nextTokenIndex;
	native.setThreads(threads);
	for (const [index, token] of tokens.entries()) {
		bare.initBatch.call(native, 1);
		bare.addToBatch.call(native, id, start + index, Uint32Array.of(token), Uint32Array.of(0));
		await bare.decodeBatch.call(native);
		onToken();
	}
	bare.removeTokenCellsFromSequence.call(native, id, start, start + tokens.length);
}

interface BareContext extends NativeContext {
	initBatch(tokens: number): void;
	removeTokenCellsFromSequence(sequence: number, start: number, end: number): boolean;
}

const METHODS = ['addToBatch', 'decodeBatch', 'sampleToken', 'setThreads'] as const;

/**
 * Gives the engine's thread a token's evaluation and its sampling at once. The binding waits for the first before it
 * asks for the second: a hop to Node's thread and back, a tenth of a small model's token. It needs a pool of one
 * thread, which works off what it is given in order. The tokens are the same.
 */
export function queueSampling(native: NativeContext): void {
	if (process.env.UV_THREADPOOL_SIZE !== '1') return;
	const addToBatch = native.addToBatch.bind(native);
	const decodeBatch = native.decodeBatch.bind(native);
	const sampleToken = native.sampleToken.bind(native);
	let samplingFollows = false;
	let evaluation: Promise<void> | undefined;
	replaceMethods(native, {
		addToBatch(...input) {
			samplingFollows = input[3].length > 0;
			return addToBatch(...input);
		},
		async decodeBatch() {
			const evaluating = decodeBatch();
			if (!samplingFollows) return evaluating;
			// Who samples hears of a failure.
			evaluating.catch(() => undefined);
			evaluation = evaluating;
		},
		async sampleToken(...input) {
			const evaluating = evaluation;
			evaluation = undefined;
			const [token] = await Promise.all([sampleToken(...input), evaluating]);
			return token;
		},
	});
}

/**
 * How many threads evaluate what, from the next batch on: a probe changes them. The numbers a context computes do not
 * depend on them.
 */
export interface StepThreads {
	/** One token of each sequence: bound by memory, where more threads soon get in each other's way. */
	decode: number;
	/** Many tokens at once: bound by arithmetic, of which every core takes its share. */
	prefill: number;
}

/** Lets each batch be evaluated by the threads of its kind; the binding has one number for both. */
export function setStepThreads(native: NativeContext, threads: StepThreads, sequences: number): void {
	const addToBatch = native.addToBatch.bind(native);
	const decodeBatch = native.decodeBatch.bind(native);
	let tokens = 0;
	replaceMethods(native, {
		addToBatch(...input) {
			tokens += input[2].length;
			return addToBatch(...input);
		},
		decodeBatch() {
			native.setThreads(tokens > sequences ? threads.prefill : threads.decode);
			tokens = 0;
			return decodeBatch();
		},
	});
}

type Prompt = [plan: EvaluationPlan, reuse: Reuse, mayGoOn: () => boolean];

/** Fewer tokens are evaluated again sooner than copied. */
const WORTH_COPYING = 16;

interface Waiting {
	readonly reusable: (state: PromptState) => number;
	readonly grant: (state: PromptState | undefined) => void;
}

/**
 * The sequences of a context, `most` of them lent at a time, each to one request, first come first served. Those that are not
 * lent keep what prompts may begin with.
 */
export class SequencePool {
	readonly #free: PromptState[];
	readonly #waiting: Waiting[] = [];
	readonly #most: number;
	#lent = 0;
	readonly #atWork = new Set<Promise<unknown>>();
	readonly #states: readonly PromptState[];
	#prefill: Promise<unknown> = Promise.resolve();

	constructor(states: readonly PromptState[], most: number = states.length) {
		this.#most = most;
		this.#states = states;
		this.#free = [...states];
	}

	/** As {@link PromptState.prefill}, one prompt at a time: the next one has what it shares with those before it. */
	async prefill(state: PromptState, ...prompt: Prompt): ReturnType<PromptState['prefill']> {
		const before = this.#prefill;
		const own = Promise.withResolvers<void>();
		this.#prefill = own.promise;
		await before;
		try {
			return await state.prefill(...prompt, this.#states);
		} finally {
			own.resolve();
		}
	}

	/** Runs a job on a free sequence, of several the one of which `reusable` tokens are most. */
	async use<T>(reusable: (state: PromptState) => number, job: (state: PromptState) => Promise<T>): Promise<T> {
		const state =
			this.#lent < this.#most
				? this.#take(reusable)
				: await new Promise<PromptState | undefined>((grant) => this.#waiting.push({ reusable, grant }));
		if (state === undefined) throw new RangeError('no sequence is free');
		const work = job(state);
		this.#atWork.add(work);
		try {
			return await work;
		} catch (error) {
			// After a failure of the engine the sequence is in an unknown state; an EngineProblem is thrown before it changes.
			if (!(error instanceof EngineProblem)) state.forget();
			throw error;
		} finally {
			this.#atWork.delete(work);
			this.#lent -= 1;
			this.#free.push(state);
			const next = this.#waiting.shift();
			next?.grant(this.#take(next.reusable));
		}
	}

	/** Resolves when every job that was begun has ended. */
	async idle(): Promise<void> {
		while (this.#atWork.size > 0) await Promise.allSettled(this.#atWork);
	}

	#take(reusable: (state: PromptState) => number): PromptState | undefined {
		// Between one and none there is nothing to compare, which would read every token the sequence holds.
		this.#lent += 1;
		if (this.#free.length < 2) return this.#free.pop();
		const found = this.#free.map((state) => ({ state, tokens: reusable(state) }));
		const most = Math.max(...found.map(({ tokens }) => tokens));
		const best = found.filter(({ tokens }) => tokens === most);
		// One that loses nothing takes over what others have more of. Else the one that was lent longest ago makes room.
		const [whole] = found
			.filter(({ state, tokens }) => state.length - tokens <= WORTH_COPYING)
			.toSorted((one, other) => other.tokens - one.tokens);
		const state = (whole ?? found.find((one) => best.length > 1 || one !== best[0]))?.state;
		if (state !== undefined) this.#free.splice(this.#free.indexOf(state), 1);
		return state;
	}
}
