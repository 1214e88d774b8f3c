import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/read-file.ts';

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

/** Path of the bundled file of that name; absent where there is none, or a file here is called so. */
export function bundledModelNamed(name: string): string | undefined {
	const path = join(bundledModelFolder(), name);
	return /^mini-\w+\.gguf$/u.test(name) && !existsSync(name) && existsSync(path) ? path : undefined;
}

/** Whether these are the bytes of a bundled file, whatever it is called. */
export function isBundledModel(sha256: string | undefined): boolean {
	if (sha256 === undefined) return false;
	const manifest = JSON.parse(readFileSync(join(bundledModelFolder(), 'manifest.json'), 'utf8')) as Manifest;
	return manifest.files.some((file) => file.sha256 === sha256.toLowerCase());
}

interface Manifest {
	readonly files: readonly { readonly sha256: string }[];
}
