/** The surface that needs `node:*`, beside {@link ./index.ts}. Hand-written, alphabetical by file. */

export { type DeclaredApp, type DeclaredAppOptions, declaredApp } from './config/app/declared-app.ts';
export { ConfigFolder, type ConfigFolderOptions, type FieldContent, type NamedFile } from './config/config-folder.ts';
export { type CorpusRow, type CorpusRows, readCorpusRows } from './config/corpus/corpus-rows.ts';
export { CONFIG_NAMES, findConfig } from './config/find-config.ts';
export { type LoadConfigOptions, type LoadedConfig, loadConfig } from './config/load-config.ts';
export { configJsonSchema, readConfig } from './config/schema/config-schema.ts';
export { type FieldOrigin, type FieldSources, whereFrom } from './config/where-from.ts';
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
export { readRegularFile } from './files/read-regular.ts';
export { checkModelFile } from './gguf/check-model-file.ts';
export type { GgufHeader } from './gguf/gguf-header.ts';
export { readTemplateFile } from './gguf/read-template-file.ts';
export { GEMMA_TOKENS, type TemplateFile } from './gguf/template-file.ts';
export { readLogFile } from './log/file/log-file.ts';
export { packageRoot } from './package/package-root.ts';
