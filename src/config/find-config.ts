import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { noteRead, shownPath } from '../base/read-file.ts';

/** File names of a config; a folder may have one of them. */
export const CONFIG_NAMES: readonly string[] = ['yaml', 'yml', 'json', 'ts', 'mts', 'mjs', 'js'].map(
	(ending) => `gemmark.config.${ending}`,
);

/**
 * The config of the folder or of the nearest one above it in the same repository; without a repository, of the folder only.
 * Throws {@link ConfigError} if a folder has two, one with an unsupported ending, one that is a folder, or one that another user
 * owns, because it may be a program.
 */
export function findConfig(from: string): string | undefined {
	for (const folder of searched(resolve(from))) {
		const found = CONFIG_NAMES.map((name) => join(folder, name)).filter(isThere);
		const [file, other] = found;
		if (file === undefined) {
			rejectUnsupported(folder);
			continue;
		}
		if (other !== undefined) {
			throw new ConfigError(message('config.two', { file: shownPath(file), other: shownPath(other) }));
		}
		if (statSync(file).isDirectory()) throw new ConfigError(message('config.is-folder', { file: shownPath(file) }));
		requireOwner(file);
		return file;
	}
	return undefined;
}

/** Rejects a name such as `gemmark.config.cjs` instead of evaluating the default. */
function rejectUnsupported(folder: string): void {
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

/** The user may not be allowed to list a folder above. */
function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** The folder and those above it, up to the repository's. */
function searched(folder: string): readonly string[] {
	const folders = [folder];
	for (let last = folder; !existsSync(join(last, '.git')); folders.push(last)) {
		const above = dirname(last);
		if (above === last) return [folder];
		last = above;
	}
	return folders;
}

/** A shared folder may have files and links of other users. */
function requireOwner(file: string): void {
	const user = process.getuid?.();
	const foreign = [lstatSync(file).uid, statSync(file).uid].find((uid) => uid !== user && uid !== 0);
	if (user === undefined || foreign === undefined) return;
	throw new ConfigError(message('config.foreign-owner', { file: shownPath(file), user: foreign }));
}

/** A config that is made later is noticed. */
function isThere(path: string): boolean {
	noteRead(path);
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats !== undefined && (stats.isFile() || stats.isDirectory());
}
