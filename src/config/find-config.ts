import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../errors/gemmark-error.ts';
import { shownPath } from './shown-path.ts';

/** What a config may be called, in each folder one of them. */
export const CONFIG_NAMES: readonly string[] = ['yaml', 'yml', 'json', 'ts', 'mts', 'mjs', 'js'].map(
	(ending) => `gemmark.config.${ending}`,
);

/**
 * The config of the folder, or of the nearest one above it within the same repository. Absent where there is none.
 * Throws {@link ConfigError} where a folder has two, or one that is no file.
 */
export function findConfig(from: string): string | undefined {
	let folder = resolve(from);
	for (;;) {
		const found = CONFIG_NAMES.map((name) => join(folder, name)).filter(isThere);
		const [file, other] = found;
		if (file !== undefined && other !== undefined) {
			throw new ConfigError(`${shownPath(file)}: ${shownPath(other)} is a config too`, {
				hint: 'Keep one of them, or name it with --config.',
			});
		}
		if (file !== undefined && isFolder(file)) {
			throw new ConfigError(`${shownPath(file)}: is a folder, not a config`, {
				hint: 'Name the folder otherwise, or name a config with --config.',
			});
		}
		const above = dirname(folder);
		if (file !== undefined || above === folder || existsSync(join(folder, '.git'))) return file;
		folder = above;
	}
}

function isThere(path: string): boolean {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats !== undefined && (stats.isFile() || stats.isDirectory());
}

function isFolder(path: string): boolean {
	return statSync(path).isDirectory();
}
