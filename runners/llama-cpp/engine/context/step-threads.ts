import { type NativeContext, replaceMethods } from './native-context.ts';

/** How many threads evaluate what. The numbers a context computes do not depend on them. */
export interface StepThreads {
	/** One token of each sequence: bound by memory, where more threads soon get in each other's way. */
	readonly decode: number;
	/** Many tokens at once: bound by arithmetic, of which every core takes its share. */
	readonly prefill: number;
}

/** Lets each batch be evaluated by the threads of its kind; the binding has one number for both. */
export function setStepThreads(native: NativeContext, { decode, prefill }: StepThreads, sequences: number): void {
	if (decode === prefill) return;
	const addToBatch = native.addToBatch.bind(native);
	const decodeBatch = native.decodeBatch.bind(native);
	let tokens = 0;
	replaceMethods(native, {
		addToBatch(...input) {
			tokens += input[2].length;
			return addToBatch(...input);
		},
		decodeBatch() {
			native.setThreads(tokens > sequences ? prefill : decode);
			tokens = 0;
			return decodeBatch();
		},
	});
}
