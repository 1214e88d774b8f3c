import { readConfig } from '../src/config/config-schema.ts';
import type { Config } from '../src/config/define.ts';
import { findConfig } from '../src/config/find-config.ts';
import { type LoadedConfig, loadConfig } from '../src/config/load-config.ts';

/** A config that was read and checked, with the place of each field. */
export interface OpenedConfig extends Omit<LoadedConfig, 'content'> {
	readonly config: Config;
}

/**
 * The config at `path`, or the one found upwards from `folder`; undefined where there is none. Throws ConfigError naming
 * file, line and field.
 */
export async function openConfig(
	path: string | undefined,
	folder: string = process.cwd(),
): Promise<OpenedConfig | undefined> {
	const found = path ?? findConfig(folder);
	if (found === undefined) return undefined;
	const { content, ...place } = await loadConfig(found);
	return { ...place, config: readConfig(content, place) };
}
