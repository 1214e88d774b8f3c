import { join } from 'node:path';
import { packageRoot } from '../package/package-root.ts';

/** The bundled miniature that runs when no `--model` is named. Its verdicts are about itself, not about Gemma. */
export const BUNDLED_MODEL_NAME = 'mini-q8_0.gguf';

/** Folder of the bundled miniature's files. */
export function bundledModelFolder(): string {
	return join(packageRoot(), 'models', 'mini');
}

/** Path of the bundled miniature. */
export function bundledModel(): string {
	return join(bundledModelFolder(), BUNDLED_MODEL_NAME);
}
