/** The surface that needs `node:*`, beside {@link ./index.ts}. Hand-written, alphabetical by file. */
export {
	type FileIdentity,
	type LoadedCorpus,
	type LoadedPrompt,
	loadCorpus,
	loadPrompt,
	type PromptName,
} from './corpus/corpus-files.ts';
