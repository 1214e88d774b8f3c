import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { shownPath } from '../base/read-file.ts';

/** What a config may be called, in each folder one of them. */
export const CONFIG_NAMES: readonly string[] = ['yaml', 'yml', 'json', 'ts', 'mts', 'mjs', 'js'].map(
	(ending) => `gemmark.config.${ending}`,
);

/**
 * The config of the folder, or of the nearest one above it within the same repository; without a repository of the folder
 * alone. Absent where there is none. Throws {@link ConfigError} where a folder has two, one that is no file, that another
 * user owns (it could be a program), or whose ending is not read.
 */
export function findConfig(from: string): string | undefined {
	for (const folder of searched(resolve(from))) {
		const found = CONFIG_NAMES.map((name) => join(folder, name)).filter(isThere);
		const [file, other] = found;
		if (file === undefined) {
			refuseUnread(folder);
			continue;
		}
		if (other !== undefined) {
			throw new ConfigError(message('config.two', { file: shownPath(file), other: shownPath(other) }));
		}
		if (isFolder(file)) {
			throw new ConfigError(message('config.is-folder', { file: shownPath(file) }));
		}
		requireOwn(file);
		return file;
	}
	return undefined;
}

/** Who wrote `gemmark.config.cjs` must not have something else evaluated. */
function refuseUnread(folder: string): void {
	const name = namesIn(folder).find((one) => LIKE_A_CONFIG.test(one) && !SET_ASIDE.test(one));
	if (name === undefined) return;
	const module = /\.c(?:ts|js)$/u.exec(name)?.[0].replace('.c', '.m');
	const file = shownPath(join(folder, name));
	throw new ConfigError(
		module === undefined
			? message('config.unread-name', { file, names: CONFIG_NAMES })
			: message('config.commonjs', { file, name: `gemmark.config${module}` }),
	);
}

const LIKE_A_CONFIG = /^gemmark\.config\.[a-z\d]+$/iu;
const SET_ASIDE = /\.(?:bak|backup|old|orig|off|disabled|example|sample|template|tmp|swp|d)$/iu;

/** A folder above may be one that the user cannot list. */
function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
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
	throw new ConfigError(message('config.foreign-owner', { file: shownPath(file), user: foreign }));
}

function isThere(path: string): boolean {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats !== undefined && (stats.isFile() || stats.isDirectory());
}

function isFolder(path: string): boolean {
	return statSync(path).isDirectory();
}
