import type { LlamaContext } from 'node-llama-cpp';

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

/** Puts methods of one's own before the binding's, which cannot be assigned. */
export function replaceMethods(native: NativeContext, methods: Partial<NativeContext>): void {
	for (const [name, value] of Object.entries(methods)) {
		Object.defineProperty(native, name, { value, configurable: true, writable: true });
	}
}

const METHODS = ['addToBatch', 'decodeBatch', 'sampleToken', 'setThreads'] as const;
