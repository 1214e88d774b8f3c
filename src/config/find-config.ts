import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../errors/gemmark-error.ts';
import { shownPath } from './shown-path.ts';

/** What a config may be called, in each folder one of them. */
export const CONFIG_NAMES: readonly string[] = ['yaml', 'yml', 'json', 'ts', 'mts', 'mjs', 'js'].map(
	(ending) => `gemmark.config.${ending}`,
);

/**
 * The config of the folder, or of the nearest one above it within the same repository; without a repository of the folder
 * alone. Absent where there is none. Throws {@link ConfigError} where a folder has two, or one that is no file or that
 * another user owns: it could be a program.
 */
export function findConfig(from: string): string | undefined {
	for (const folder of searched(resolve(from))) {
		const found = CONFIG_NAMES.map((name) => join(folder, name)).filter(isThere);
		const [file, other] = found;
		if (file === undefined) continue;
		if (other !== undefined) {
			throw new ConfigError(`${shownPath(file)}: ${shownPath(other)} is a config too`, {
				hint: 'Keep one of them, or name it with --config.',
			});
		}
		if (isFolder(file)) {
			throw new ConfigError(`${shownPath(file)}: is a folder, not a config`, {
				hint: 'Name the folder otherwise, or name a config with --config.',
			});
		}
		requireOwn(file);
		return file;
	}
	return undefined;
}

/** The folder, and those above it up to that of the repository. */
function searched(folder: string): readonly string[] {
	const folders = [folder];
	for (let last = folder; !existsSync(join(last, '.git')); folders.push(last)) {
		const above = dirname(last);
		if (above === last) return [folder];
		last = above;
	}
	return folders;
}

/** A folder that all users share may hold what any of them wrote, and links that any of them made. */
function requireOwn(file: string): void {
	const own = process.getuid?.();
	const foreign = [lstatSync(file).uid, statSync(file).uid].find((uid) => uid !== own && uid !== 0);
	if (own === undefined || foreign === undefined) return;
	throw new ConfigError(`${shownPath(file)}: belongs to another user (${foreign}), and is not read`, {
		hint: 'Where you trust it, name it with --config.',
	});
}

function isThere(path: string): boolean {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats !== undefined && (stats.isFile() || stats.isDirectory());
}

function isFolder(path: string): boolean {
	return statSync(path).isDirectory();
}
