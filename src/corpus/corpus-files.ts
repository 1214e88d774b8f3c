import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../base/errors.ts';
import { packageRoot, readRegularFile } from '../base/read-file.ts';
import { type FileIdentity, parseCorpusManifest, parsePromptManifest } from './manifest.ts';

export interface LoadedData<T> {
	readonly contents: T;
	readonly identity: FileIdentity;
}

export interface LoadedPrompt {
	/** NFC, without the line break at its end. */
	readonly text: string;
	readonly identity: FileIdentity;
}

/** Reads the text of a data file; throws ConfigError naming the file, line, field and what to do. */
export type DataParser<T> = (text: string, source: string) => T;

/** Reads a data file of gemmark's own by its name in `corpus/manifest.json`. Throws {@link ConfigError}. */
export function loadOwnCorpus<T>(name: string, parse: DataParser<T>): LoadedData<T> {
	return loadCorpus(ownCorpusFile(name), parse);
}

/** Path of a data file of gemmark's own, by its name in `corpus/manifest.json`. */
export function ownCorpusFile(name: string): string {
	return ownFile('corpus', name);
}

/** Reads a data file. Throws {@link ConfigError}. */
export function loadCorpus<T>(file: string, parse: DataParser<T>): LoadedData<T> {
	const bytes = readBytes(file);
	return { contents: parse(decode(bytes, file), file), identity: identify(file, bytes) };
}

/** Reads a prompt of gemmark's own by its name in `prompts/manifest.json`. Throws {@link ConfigError}. */
export function loadOwnPrompt(name: string): LoadedPrompt {
	return loadPrompt(ownPromptFile(name));
}

/** Path of a prompt of gemmark's own, by its name in `prompts/manifest.json`. */
export function ownPromptFile(name: string): string {
	return ownFile('prompts', name);
}

/** Reads a prompt. Throws {@link ConfigError}. */
export function loadPrompt(file: string): LoadedPrompt {
	const bytes = readBytes(file);
	const text = decode(bytes, file)
		.replace(/^\uFEFF/, '')
		.replaceAll('\r\n', '\n')
		.normalize('NFC')
		.trimEnd();
	if (text === '') throw new ConfigError(`${file}: is empty`, { hint: 'Write the prompt into it.' });
	return { text, identity: identify(file, bytes) };
}

interface ManifestEntry extends FileIdentity {
	readonly file: string;
}

type Folder = 'corpus' | 'prompts';

function ownFile(folder: Folder, name: string): string {
	const path = join(packageRoot(), folder);
	const entry = entriesOf(folder, join(path, 'manifest.json')).find((candidate) => candidate.name === name);
	if (entry === undefined) {
		throw new ConfigError(`${join(path, 'manifest.json')}: lists no '${name}'`, {
			hint: 'Install gemmark again, or name a file of your own.',
		});
	}
	return join(path, entry.file);
}

/** Which file it is, by the manifest beside it where there is one. Throws {@link ConfigError}. */
export function identifyData(file: string): FileIdentity {
	return identify(file, readBytes(file));
}

function identify(file: string, bytes: Uint8Array): FileIdentity {
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const manifest = join(dirname(file), 'manifest.json');
	const entry = (['corpus', 'prompts'] as const)
		.flatMap((folder) => foreignEntries(folder, manifest))
		.find((candidate) => candidate.file === basename(file));
	if (entry === undefined) return { name: basename(file), version: 'unversioned', sha256 };
	return { name: entry.name, version: entry.sha256 === sha256 ? entry.version : `${entry.version}+edited`, sha256 };
}

/** A user's folder may hold a manifest.json of quite another kind. */
function foreignEntries(folder: Folder, manifest: string): readonly ManifestEntry[] {
	try {
		return existsSync(manifest) ? entriesOf(folder, manifest) : [];
	} catch (thrown) {
		if (thrown instanceof ConfigError) return [];
		throw thrown;
	}
}

function entriesOf(folder: Folder, manifest: string): readonly ManifestEntry[] {
	const text = decode(readBytes(manifest), manifest);
	return folder === 'prompts' ? parsePromptManifest(text, manifest) : parseCorpusManifest(text, manifest);
}

function readBytes(file: string): Uint8Array {
	try {
		return readRegularFile(file);
	} catch (cause) {
		throw new ConfigError(`${file}: cannot be read`, { hint: 'Check the path and its permissions.', cause });
	}
}

function decode(bytes: Uint8Array, file: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (cause) {
		throw new ConfigError(`${file}: is not UTF-8`, { hint: 'Save the file as UTF-8.', cause });
	}
}
