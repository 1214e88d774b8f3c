import { ConfigFolder } from './config-folder.ts';
import type { Config } from './define.ts';
import type { LineOf } from './field-path.ts';

/** A config and where it stands. */
export interface PlacedConfig {
	readonly config: Config;
	readonly file: string;
	/** Absolute. */
	readonly folder: string;
	readonly lineOf?: LineOf | undefined;
}

/** The settings that are a path by themselves; the run of a policy is one as well. */
export type PathSetting = 'out' | 'gate' | 'baseline';

/**
 * The absolute path that a setting names: it leads out of the config's folder only where the config allows it, as all
 * paths in it do. Throws {@link ConfigError} naming the field.
 */
export function settingPath(placed: PlacedConfig, setting: PathSetting): string | undefined {
	const path = placed.config[setting];
	return path === undefined ? undefined : pathWithin(placed, path, setting);
}

/** {@link settingPath} of a path that stands within a setting. */
export function pathWithin(placed: PlacedConfig, path: string, setting: PathSetting | 'policy'): string {
	const { allowOutside } = placed.config;
	return new ConfigFolder({ ...placed, allowOutside }).pathOf(path, [setting]);
}
