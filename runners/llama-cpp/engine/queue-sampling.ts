import type { LlamaContext } from 'node-llama-cpp';

/** What of the binding's inside is used, as of node-llama-cpp 3.22. */
interface NativeContext {
	addToBatch(sequence: number, position: number, tokens: Uint32Array, withLogits: Uint32Array): Uint32Array;
	decodeBatch(): Promise<void>;
	sampleToken(...input: readonly unknown[]): Promise<unknown>;
}

/**
 * Gives the engine's thread a token's evaluation and its sampling at once. The binding waits for the first before it
 * asks for the second: a hop to Node's thread and back, a tenth of a small model's token. It needs a pool of one
 * thread, which works off what it is given in order. The tokens are the same; a binding built otherwise is left as it is.
 */
export function queueSampling(context: LlamaContext): void {
	const owner = context as unknown as { _ctx?: unknown };
	const native = owner._ctx;
	if (process.env.UV_THREADPOOL_SIZE !== '1' || !isNativeContext(native)) return;
	let samplingFollows = false;
	let evaluation: Promise<void> | undefined;
	const ahead: NativeContext = {
		addToBatch(...input) {
			samplingFollows = input[3].length > 0;
			return native.addToBatch(...input);
		},
		async decodeBatch() {
			const evaluating = native.decodeBatch();
			if (!samplingFollows) return evaluating;
			// Who samples hears of a failure.
			evaluating.catch(() => undefined);
			evaluation = evaluating;
		},
		async sampleToken(...input) {
			const evaluating = evaluation;
			evaluation = undefined;
			const [token] = await Promise.all([native.sampleToken(...input), evaluating]);
			return token;
		},
	};
	owner._ctx = new Proxy(native, {
		get(target, key) {
			const value: unknown = Reflect.get(key in ahead ? ahead : target, key);
			return typeof value === 'function' && !(key in ahead) ? value.bind(target) : value;
		},
	});
}

function isNativeContext(value: unknown): value is NativeContext {
	const native = value as Partial<NativeContext> | undefined;
	return (['addToBatch', 'decodeBatch', 'sampleToken'] as const).every((name) => typeof native?.[name] === 'function');
}
