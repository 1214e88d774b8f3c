/** gemmark in promptfoo, and promptfoo's files from and to gemmark's. */
export { exportedEval } from './export/exported-eval.ts';
export { type ImportedProject, importedProject } from './import/imported-project.ts';
export { default as GemmarkProvider, type ProviderSettings } from './provider.ts';
export type { ProviderOptions } from './provider-options.ts';
export { default as gemmarkTests } from './tests.ts';
