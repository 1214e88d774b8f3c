/** The surface that needs `node:*`, beside {@link ./index.ts}. Hand-written, alphabetical by file. */
export {
	type FileIdentity,
	type LoadedCorpus,
	type LoadedPrompt,
	loadCorpus,
	loadPrompt,
	type PromptName,
} from './corpus/corpus-files.ts';
export { readLogFile } from './log/log-file.ts';
export { checkModelFile } from './model-file/check-model-file.ts';
export { fileSha256 } from './model-file/file-hash.ts';
export type { GgufHeader } from './model-file/gguf-header.ts';
export { identifyFile } from './model-file/identify-file.ts';
export { packageRoot } from './package-root.ts';
