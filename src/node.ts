/** The surface that needs `node:*`, beside {@link ./index.ts}. Hand-written, alphabetical by file. */
export {
	type LoadedData,
	type LoadedPrompt,
	loadCorpus,
	loadOwnCorpus,
	loadOwnPrompt,
	loadPrompt,
	ownCorpusFile,
	ownPromptFile,
} from './corpus/corpus-files.ts';
export { fileSha256 } from './download/file-hash.ts';
export { identifyFile } from './download/identify-file.ts';
export { checkModelFile } from './gguf/check-model-file.ts';
export type { GgufHeader } from './gguf/gguf-header.ts';
export { readLogFile } from './log/log-file.ts';
export { packageRoot } from './package/package-root.ts';
