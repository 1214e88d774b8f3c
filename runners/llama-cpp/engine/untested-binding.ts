import { registerHooks } from 'node:module';

/** What node-llama-cpp imports to download and to build: a fifth of its modules. */
const UNUSED = /^import [^;]*? from "(?:ipull|ora|simple-git|slice-ansi|stdout-update)";$/gmu;

/*
 * node-llama-cpp tries its binding in a process of its own before it loads it, at each start, and has no option against it
 * (3.22.1, getLlama.js: `getShouldTestBinaryBeforeLoading`). The engine is a process of its own already.
 */
registerHooks({
	load(url, context, next) {
		if (url.endsWith('/testBindingBinary.js'))
			return { format: 'module', shortCircuit: true, source: 'export const testBindingBinary = async () => true;' };
		const loaded = next(url, context);
		const isOwn = url.includes('/node-llama-cpp/dist/');
		return isOwn ? { ...loaded, source: String(loaded.source).replace(UNUSED, '') } : loaded;
	},
});
