import { registerHooks } from 'node:module';

/*
 * node-llama-cpp tries its binding in a process of its own before it loads it, at each start, and has no option against it
 * (3.22.1, getLlama.js: `getShouldTestBinaryBeforeLoading`). The engine is a process of its own already.
 */
registerHooks({
	load: (url, context, next) =>
		url.endsWith('/testBindingBinary.js')
			? { format: 'module', shortCircuit: true, source: 'export const testBindingBinary = async () => true;' }
			: next(url, context),
});
