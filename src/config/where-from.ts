import type { JsonValue } from '../base/json.ts';
import type { Config } from './define.ts';
import { ConfigFolder } from './folder.ts';
import { type ContentPlace, fieldPath, type LineOf, placeOf } from './issue.ts';

/** One field of what holds, and who said so. */
export interface FieldOrigin {
	/** Such as `suites[0].decision.hits`. */
	readonly field: string;
	/** What code made is shown by its name in brackets, a secret as `(hidden)`. */
	readonly value: JsonValue;
	/** `default`, `flag`, or where it was written: `file:line`. */
	readonly from: string;
}

interface FieldSources {
	/** By field. */
	readonly defaults: Readonly<Record<string, unknown>>;
	readonly config: unknown;
	readonly place: ContentPlace;
	/** By field. What was not given is absent or undefined. */
	readonly flags: Readonly<Record<string, unknown>>;
}

/** What holds, field by field: a flag before the config, the config before a default. */
export function whereFrom({ defaults, config, place, flags }: FieldSources): readonly FieldOrigin[] {
	const given = fieldsOf(flags, []);
	const written = fieldsOf(config, []);
	const flagged = new Set(given.map(({ path }) => path[0]));
	const configured = new Set(written.map(({ path }) => path[0]));
	return [
		...written.filter(({ path }) => !flagged.has(path[0])).map((field) => rowOf(field, placeOf(place, field.path))),
		...given.map((field) => rowOf(field, 'flag')),
		...fieldsOf(defaults, [])
			.filter(({ path }) => !flagged.has(path[0]) && !configured.has(path[0]))
			.map((field) => rowOf(field, 'default')),
	];
}

interface Field {
	readonly path: readonly PropertyKey[];
	readonly value: JsonValue;
}

function fieldsOf(value: unknown, path: readonly PropertyKey[]): readonly Field[] {
	if (value === undefined) return [];
	if (typeof value === 'function') return [{ path, value: `(${value.name || 'function'})` }];
	if (typeof value !== 'object' || value === null) return [{ path, value: value as JsonValue }];
	if (Array.isArray(value) && value.length > 0) return value.flatMap((item, index) => fieldsOf(item, [...path, index]));
	const entries = Object.entries(value);
	const made = path.length > 0 && madeByCode(value);
	if (made || (entries.length === 0 && path.length > 0))
		return [{ path, value: made ? `(${nameOf(value)})` : Array.isArray(value) ? [] : {} }];
	return entries.flatMap(([key, inner]) => fieldsOf(inner, [...path, key]));
}

function madeByCode(value: object): boolean {
	const prototype = Object.getPrototypeOf(value);
	if (Array.isArray(value)) return false;
	return (prototype !== Object.prototype && prototype !== null) || Object.values(value).some(isFunction);
}

function isFunction(value: unknown): boolean {
	return typeof value === 'function';
}

function nameOf(value: object): string {
	return 'name' in value && typeof value.name === 'string' ? value.name : value.constructor.name;
}

const SECRET = /api_?key|secret|password|authorization|bearer|^token$/iu;

/** Also what an MCP server is given: any of it may be a key. */
function isSecret(path: readonly PropertyKey[]): boolean {
	const servers = path.indexOf('mcpServers');
	const field = servers === -1 ? undefined : path[servers + 2];
	return field === 'env' || field === 'headers' || path.some((key) => SECRET.test(String(key)));
}

function rowOf({ path, value }: Field, from: string): FieldOrigin {
	return { field: fieldPath(path), value: isSecret(path) ? '(hidden)' : value, from };
}

/** A config and where it stands. */
interface PlacedConfig {
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
