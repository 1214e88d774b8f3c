import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { packageRoot, readTextFile } from '../base/read-file.ts';
import { type FileIdentity, parseCorpusManifest, parsePromptManifest } from './manifest.ts';

interface LoadedData<T> {
	readonly contents: T;
	readonly identity: FileIdentity;
}

interface LoadedPrompt {
	/** NFC, without the line break at its end. */
	readonly text: string;
	readonly identity: FileIdentity;
}

/** Reads the text of a data file; throws ConfigError naming the file, line, field and what to do. */
export type DataParser<T> = (text: string, source: string) => T;

/** Reads a built-in data file by its name in `corpus/manifest.json`. Throws {@link ConfigError}. */
export function loadOwnCorpus<T>(name: string, parse: DataParser<T>): LoadedData<T> {
	return loadCorpus(ownCorpusFile(name), parse);
}

/** Path of a built-in data file, by its name in `corpus/manifest.json`. */
export function ownCorpusFile(name: string): string {
	return ownFile('corpus', name);
}

/** Reads a data file. Throws {@link ConfigError}. */
export function loadCorpus<T>(file: string, parse: DataParser<T>): LoadedData<T> {
	const { text, sha256 } = readTextFile(file, MAX_BYTES);
	return { contents: parse(text, file), identity: identify(file, sha256) };
}

/** Reads a built-in prompt by its name in `prompts/manifest.json`. Throws {@link ConfigError}. */
export function loadOwnPrompt(name: string): LoadedPrompt {
	return loadPrompt(ownPromptFile(name));
}

/** Path of a built-in prompt, by its name in `prompts/manifest.json`. */
export function ownPromptFile(name: string): string {
	return ownFile('prompts', name);
}

/** Reads a prompt. Throws {@link ConfigError}. */
export function loadPrompt(file: string): LoadedPrompt {
	const { text, sha256 } = readTextFile(file, MAX_BYTES);
	if (text.trim() === '') throw new ConfigError(message('file.empty', { source: file }));
	return { text: text.trimEnd(), identity: identify(file, sha256) };
}

interface ManifestEntry extends FileIdentity {
	readonly file: string;
}

type Folder = 'corpus' | 'prompts';

/** More than the characters that a corpus may have. */
const MAX_BYTES = 256 * 1024 * 1024;

function ownFile(folder: Folder, name: string): string {
	const path = join(packageRoot(), folder);
	const entry = entriesOf(folder, join(path, 'manifest.json')).find((candidate) => candidate.name === name);
	if (entry === undefined) {
		throw new ConfigError(message('corpus.unlisted', { manifest: join(path, 'manifest.json'), name }));
	}
	return join(path, entry.file);
}

/** Identity of a file, by the manifest in its folder if there is one. Throws {@link ConfigError}. */
export function identifyData(file: string): FileIdentity {
	return identify(file, readTextFile(file, MAX_BYTES).sha256);
}

function identify(file: string, sha256: string): FileIdentity {
	const manifest = join(dirname(file), 'manifest.json');
	const entry = (['corpus', 'prompts'] as const)
		.flatMap((folder) => foreignEntries(folder, manifest))
		.find((candidate) => candidate.file === basename(file));
	if (entry === undefined) return { name: basename(file), version: 'unversioned', sha256 };
	return { name: entry.name, version: entry.sha256 === sha256 ? entry.version : `${entry.version}+edited`, sha256 };
}

/** A user's folder may have a manifest.json of another kind. */
function foreignEntries(folder: Folder, manifest: string): readonly ManifestEntry[] {
	try {
		return existsSync(manifest) ? entriesOf(folder, manifest) : [];
	} catch (thrown) {
		if (thrown instanceof ConfigError) return [];
		throw thrown;
	}
}

function entriesOf(folder: Folder, manifest: string): readonly ManifestEntry[] {
	const { text } = readTextFile(manifest, MAX_BYTES);
	return folder === 'prompts' ? parsePromptManifest(text, manifest) : parseCorpusManifest(text, manifest);
}
