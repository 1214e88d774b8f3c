import type { JsonValue } from '../base/json.ts';
import type { Config } from './define.ts';
import { ConfigFolder } from './folder.ts';
import { type ContentPlace, fieldPath, type LineOf, placeOf } from './issue.ts';

/** An effective config field and its source. */
export interface FieldOrigin {
	/** Such as `suites[0].decision.hits`. */
	readonly field: string;
	/** A value made by code is its name in parentheses, a secret `(hidden)`. */
	readonly value: JsonValue;
	/** `default`, `flag` or `file:line`. */
	readonly from: string;
}

interface FieldSources {
	/** By field. */
	readonly defaults: Readonly<Record<string, unknown>>;
	readonly config: unknown;
	readonly place: ContentPlace;
	/** By field. */
	readonly flags: Readonly<Record<string, unknown>>;
}

/** Effective fields: a flag overrides the config, the config a default. */
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
	const made = path.length > 0 && isMadeByCode(value);
	if (made || (entries.length === 0 && path.length > 0))
		return [{ path, value: made ? `(${nameOf(value)})` : Array.isArray(value) ? [] : {} }];
	return entries.flatMap(([key, inner]) => fieldsOf(inner, [...path, key]));
}

function isMadeByCode(value: object): boolean {
	if (Array.isArray(value)) return false;
	const prototype = Object.getPrototypeOf(value);
	const isPlain = prototype === Object.prototype || prototype === null;
	return !isPlain || Object.values(value).some((field) => typeof field === 'function');
}

function nameOf(value: object): string {
	return 'name' in value && typeof value.name === 'string' ? value.name : value.constructor.name;
}

const SECRET = /api_?key|secret|password|authorization|bearer|^token$/iu;

/** Includes environment and headers of an MCP server. */
function isSecret(path: readonly PropertyKey[]): boolean {
	const servers = path.indexOf('mcpServers');
	const field = servers === -1 ? undefined : path[servers + 2];
	return field === 'env' || field === 'headers' || path.some((key) => SECRET.test(String(key)));
}

function rowOf({ path, value }: Field, from: string): FieldOrigin {
	return { field: fieldPath(path), value: isSecret(path) ? '(hidden)' : value, from };
}

/** A config and its place. */
interface PlacedConfig {
	readonly config: Config;
	readonly file: string;
	/** Absolute. */
	readonly folder: string;
	readonly lineOf?: LineOf;
}

/** Settings that are paths. */
export type PathSetting = 'out' | 'gate' | 'baseline';

/** Absolute path of a setting. Throws {@link ConfigError} if it is outside the config's folder and that is not allowed. */
export function settingPath(placed: PlacedConfig, setting: PathSetting): string | undefined {
	const path = placed.config[setting];
	return path === undefined ? undefined : pathWithin(placed, path, setting);
}

/** {@link settingPath} of a path within a setting. */
export function pathWithin(placed: PlacedConfig, path: string, setting: PathSetting | 'policy'): string {
	const { allowOutside } = placed.config;
	return new ConfigFolder({ ...placed, allowOutside }).pathOf(path, [setting]);
}
