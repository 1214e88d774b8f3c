import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { packageRoot, readTextFile, shownPath } from '../base/read-file.ts';
import type { FileIdentity } from '../corpus/manifest.ts';
import { type DataText, MAX_DATA_BYTES, parseData } from './data-text.ts';
import { type ContentPlace, fieldPath, placeOf } from './issue.ts';

/** Whether a path, with its links resolved, is in the folder. It need not exist. */
export function liesWithin(folder: string, path: string): boolean {
	const way = relative(realpath(folder), realpath(path));
	return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The path with links resolved, as far as it exists. */
function realpath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		const above = resolve(path, '..');
		return above === path ? path : resolve(realpath(above), relative(above, path));
	}
}

export interface ConfigFolderOptions extends ContentPlace {
	/** Absolute. */
	readonly folder: string;
	/** Whether files may be outside of it (default: an error). */
	readonly allowOutside?: boolean;
}

/** A file of a config field. */
interface NamedFile {
	/** As shown to users. */
	readonly path: string;
	readonly text: string;
	readonly identity: FileIdentity;
}

/** Content of a data file, or inline in the config. */
export interface FieldContent {
	readonly content: unknown;
	readonly place: ContentPlace;
	/** Path of the content in the place. */
	readonly at: readonly PropertyKey[];
	/** Of a data file, its name. */
	readonly name?: string;
}

/** The folder of a config. Records the files it read, for the run's identity. */
export class ConfigFolder {
	readonly #options: ConfigFolderOptions;
	readonly #files = new Map<string, FileIdentity>();

	constructor(options: ConfigFolderOptions) {
		this.#options = options;
	}

	/** Files read so far, in order. */
	get files(): readonly FileIdentity[] {
		return [...this.#files.values()];
	}

	/** Whether a path exists. */
	has(path: string): boolean {
		try {
			return statSync(resolve(this.#options.folder, path), { throwIfNoEntry: false }) !== undefined;
		} catch {
			// Not a valid path.
			return false;
		}
	}

	/** Absolute path of a field's file. Throws {@link ConfigError} if it is outside the folder and not a corpus or prompt of gemmark. */
	pathOf(path: string, field: readonly PropertyKey[]): string {
		const { folder, allowOutside } = this.#options;
		const absolute = resolve(folder, path);
		if (allowOutside !== true && !liesWithin(folder, absolute) && !isBuiltIn(absolute)) {
			throw new ConfigError(message('config.outside', { place: this.#place(field), path, folder: shownPath(folder) }));
		}
		return absolute;
	}

	/** Throws {@link ConfigError} naming field and file. */
	read(path: string, field: readonly PropertyKey[]): NamedFile {
		const absolute = this.pathOf(path, field);
		if (!this.has(path)) {
			throw new ConfigError(message('config.no-file', { place: this.#place(field), path: shownPath(absolute) }));
		}
		const shown = shownPath(absolute);
		const { text, sha256 } = readTextFile(shown, MAX_DATA_BYTES);
		const name = relative(this.#options.folder, absolute).split(sep).join('/');
		const identity = { name, version: 'unversioned', sha256 };
		this.#files.set(absolute, identity);
		return { path: shown, text, identity };
	}

	/** The content of a field: a YAML or JSON file, or inline. */
	contentOf(value: unknown, field: readonly PropertyKey[]): FieldContent {
		if (typeof value !== 'string') return { content: value, place: this.#options, at: field };
		const { path, text, identity } = this.read(value, field);
		const { content, lineOf }: DataText = parseData(text, path);
		return { content, place: { file: path, lineOf }, at: [], name: identity.name };
	}

	#place(field: readonly PropertyKey[]): string {
		return `${placeOf(this.#options, field)}: ${fieldPath(field)}`;
	}
}

function isBuiltIn(path: string): boolean {
	return ['corpus', 'prompts'].some((folder) => liesWithin(join(packageRoot(), folder), path));
}
