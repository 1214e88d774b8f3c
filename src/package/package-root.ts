import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of gemmark's own package.json: the checkout, or the installed package (from `dist/`). */
export function packageRoot(): string {
	let folder = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(folder, 'package.json'))) {
		const parent = dirname(folder);
		if (parent === folder) throw new Error('gemmark runs outside of its package');
		folder = parent;
	}
	return folder;
}

/** Version of gemmark. */
export function packageVersion(): string {
	return (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
