import { dirname, resolve } from 'node:path';
import type { CodeFile } from '../corpus/file-identity.ts';
import { shownPath } from '../files/shown-path.ts';
import { readTextFile } from '../files/text-file.ts';
import { configCode } from './config-code.ts';
import { importConfig } from './config-module.ts';
import { MAX_DATA_BYTES, parseData } from './corpus/data-text.ts';
import type { LineOf } from './field-path.ts';

/** A config as it was written, not yet checked. */
export interface LoadedConfig {
	/** As people read it: relative to the working folder where it lies within. */
	readonly file: string;
	/** Absolute; what the config's paths are relative to. */
	readonly folder: string;
	readonly content: unknown;
	/** Of a module: its own file first. */
	readonly code?: readonly CodeFile[];
	/** Of YAML and JSON; a module does not tell. */
	readonly lineOf?: LineOf;
}

export interface LoadConfigOptions {
	/** Longest that a module may take, milliseconds (default 10,000). */
	readonly timeoutMs?: number;
}

/** Reads YAML or JSON, or runs a module. Throws {@link ConfigError} naming file and, where it is known, line. */
export async function loadConfig(path: string, { timeoutMs = 10_000 }: LoadConfigOptions = {}): Promise<LoadedConfig> {
	const absolute = resolve(path);
	const file = shownPath(absolute);
	const folder = dirname(absolute);
	const { text } = readTextFile(file, MAX_DATA_BYTES);
	if (isModule(file)) {
		const [content] = await importConfig(file, timeoutMs);
		return { file, folder, content, code: configCode(absolute) };
	}
	return { file, folder, ...parseData(text, file) };
}

/** Whether a config is code of the operator's, which runs during an evaluation. */
export function isModule(file: string): boolean {
	return /\.[cm]?[jt]s$/u.test(file);
}
