import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { EnvironmentError } from '../../../src/index.ts';
import type { ServedFiles } from './page-server.ts';

/** An installed engine package. */
export interface EnginePackage {
	readonly folder: string;
	readonly version: string;
}

/**
 * Finds an optional peer, or a package that `from` (a file of another package) depends on. Throws
 * {@link EnvironmentError} when it is not installed.
 */
export function findPackage(name: string, from: string = import.meta.url): EnginePackage {
	const require = createRequire(from);
	// Asked for by folder, because not every package exports its package.json.
	for (const folder of require.resolve.paths(name) ?? []) {
		const file = join(folder, name, 'package.json');
		if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue;
		const { version } = require(file) as { version: string };
		return { folder: join(folder, name), version };
	}
	throw new EnvironmentError(`The package ${name} is not installed`, {
		hint: `npm install ${name} playwright-core, beside gemmark.`,
	});
}

/** Every script, WASM and JSON file of a folder, listed one by one under a URL prefix that ends with a slash. */
export function servedFolder(prefix: string, folder: string): ServedFiles {
	const files: Record<string, string> = {};
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile() || !/\.(?:js|mjs|wasm|json)$/.test(entry.name)) continue;
		const file = join(entry.parentPath, entry.name);
		files[
			prefix +
				file
					.slice(folder.length + 1)
					.split(sep)
					.join('/')
		] = file;
	}
	return files;
}
