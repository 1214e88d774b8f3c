import { registerHooks } from 'node:module';

/**
 * What node-llama-cpp imports to download, to build, to look for a GPU, to chat and to embed: half of its modules. The engine
 * calls none of it; its process is started again without these hooks where it ends before it has loaded the binding.
 */
const UNUSED =
	/^import [^;]*? from "(?:ipull|ora|simple-git|slice-ansi|stdout-update|.*\/(?:detectAvailableComputeLayers|getLlamaClasses|LlamaDecisionContext|LlamaEmbeddingContext|LlamaJsonSchemaGrammar|LlamaRankingContext|spawnCommand|withProgressLog)\.js)";$/gmu;

/** Of its index, what the engine uses. */
const INDEX = `export { getLlama } from './bindings/getLlama.js';
export { LlamaLogLevel } from './bindings/types.js';
export { LlamaGrammarEvaluationState } from './evaluator/LlamaGrammarEvaluationState.js';
export { getModuleVersion } from './utils/getModuleVersion.js';`;

/*
 * node-llama-cpp tries its binding in a process of its own before it loads it, at each start, and has no option against it
 * (3.22.1, getLlama.js: `getShouldTestBinaryBeforeLoading`). The engine is a process of its own already.
 */
registerHooks({
	load(url, context, next) {
		const [, file] = url.split('/node-llama-cpp/dist/');
		if (file === 'index.js') return { format: 'module', shortCircuit: true, source: INDEX };
		if (file === 'bindings/utils/testBindingBinary.js')
			return { format: 'module', shortCircuit: true, source: 'export const testBindingBinary = async () => true;' };
		const loaded = next(url, context);
		return file === undefined ? loaded : { ...loaded, source: String(loaded.source).replace(UNUSED, '') };
	},
});
