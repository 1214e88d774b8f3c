import { type NativeContext, replaceMethods } from './native-context.ts';

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
