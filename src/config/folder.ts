import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { packageRoot, readTextFile, shownPath } from '../base/read-file.ts';
import type { FileIdentity } from '../corpus/manifest.ts';
import { type DataText, MAX_DATA_BYTES, parseData } from './data-text.ts';
import { type ContentPlace, fieldPath, placeOf } from './issue.ts';

/** Whether a path lies in the folder, and what it links to does. It need not be there. */
export function liesWithin(folder: string, path: string): boolean {
	const way = relative(realpath(folder), realpath(path));
	return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a path really leads; of one that is not there, where its nearest folder does. */
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
	/** Whether files may lie outside of it (default: an error). */
	readonly allowOutside?: boolean | undefined;
}

/** A file that a field of the config names. */
interface NamedFile {
	/** As people read it. */
	readonly path: string;
	readonly text: string;
	readonly identity: FileIdentity;
}

/** A data file, or what stands in the config itself. */
export interface FieldContent {
	readonly content: unknown;
	readonly place: ContentPlace;
	/** Where in the place the content stands. */
	readonly at: readonly PropertyKey[];
	/** Of a data file, its name. */
	readonly name?: string | undefined;
}

/** The folder that a config's paths are relative to. Remembers what was read, because a run's identity holds it. */
export class ConfigFolder {
	readonly #options: ConfigFolderOptions;
	readonly #files = new Map<string, FileIdentity>();

	constructor(options: ConfigFolderOptions) {
		this.#options = options;
	}

	/** Files that were read, in that order. */
	get files(): readonly FileIdentity[] {
		return [...this.#files.values()];
	}

	/** Whether a path names something that is there, wherever it lies. */
	has(path: string): boolean {
		try {
			return statSync(resolve(this.#options.folder, path), { throwIfNoEntry: false }) !== undefined;
		} catch {
			// Too long for a name, or with characters that none has.
			return false;
		}
	}

	/**
	 * The absolute path of a file that the field names. Throws {@link ConfigError} where it lies outside of the folder,
	 * itself or what it links to; gemmark's own corpora and prompts may, wherever it is installed.
	 */
	pathOf(path: string, field: readonly PropertyKey[]): string {
		const { folder, allowOutside } = this.#options;
		const absolute = resolve(folder, path);
		if (allowOutside !== true && !liesWithin(folder, absolute) && !isOwn(absolute)) {
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

	/** The content of a field that is a YAML or JSON file, or holds its content itself. */
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

function isOwn(path: string): boolean {
	return ['corpus', 'prompts'].some((own) => liesWithin(join(packageRoot(), own), path));
}
