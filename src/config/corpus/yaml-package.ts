import { createRequire } from 'node:module';

/** The package, loaded with the first file: commands that read none would load its 72 modules for nothing. */
export function yaml(): typeof import('yaml') {
	return createRequire(import.meta.url)('yaml');
}
