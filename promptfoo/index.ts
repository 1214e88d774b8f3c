/** gemmark in promptfoo, and promptfoo's files as gemmark's. */
export { type ImportedProject, importedProject } from './import/project.ts';
export type { ProviderOptions } from './provider.ts';
export { default as GemmarkProvider, type ProviderSettings } from './provider.ts';
export { default as gemmarkTests } from './tests.ts';
