import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../errors/gemmark-error.ts';
import { shownPath } from './shown-path.ts';

/** What a config may be called, in each folder one of them. */
export const CONFIG_NAMES: readonly string[] = ['yaml', 'yml', 'json', 'ts', 'mjs', 'js'].map(
	(ending) => `gemmark.config.${ending}`,
);

/**
 * The config of the folder, or of the nearest one above it within the same repository. Absent where there is none.
 * Throws {@link ConfigError} where a folder has two.
 */
export function findConfig(from: string): string | undefined {
	let folder = resolve(from);
	for (;;) {
		const found = CONFIG_NAMES.map((name) => join(folder, name)).filter(isFile);
		const [file, other] = found;
		if (file !== undefined && other !== undefined) {
			throw new ConfigError(`${shownPath(file)}: ${shownPath(other)} is a config too`, {
				hint: 'Keep one of them, or name it with --config.',
			});
		}
		const above = dirname(folder);
		if (file !== undefined || above === folder || existsSync(join(folder, '.git'))) return file;
		folder = above;
	}
}

function isFile(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
