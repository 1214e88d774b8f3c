/** The surface that needs `node:*`, beside {@link ./index.ts}. Hand-written, alphabetical by file. */

export { packageRoot, readRegularFile } from './base/read-file.ts';
export { type DeclaredApp, type DeclaredAppOptions, declaredApp } from './config/app/declared-app.ts';
export { type CorpusRow, type CorpusRows, readCorpusRows } from './config/corpus/corpus-rows.ts';
export { CONFIG_NAMES, findConfig } from './config/find-config.ts';
export { ConfigFolder, type ConfigFolderOptions, type FieldContent, type NamedFile } from './config/folder.ts';
export { type LoadConfigOptions, type LoadedConfig, loadConfig } from './config/load-config.ts';
export { configJsonSchema, readConfig } from './config/schema.ts';
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
export { fileSha256, identifyFile } from './download/cache.ts';
export { checkModelFile } from './gguf/check.ts';
export type { GgufHeader } from './gguf/header.ts';
export { GEMMA_TOKENS, readTemplateFile, type TemplateFile } from './gguf/template.ts';
export { readLogFile } from './log/read-log.ts';
