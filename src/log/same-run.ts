import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { LogHeader } from './record.ts';

/** Measured, chosen by a probe, or without influence on what is generated. */
const NO_IDENTITY = new Set([
	'threads',
	'threadsFrom',
	'timingsNotComparable',
	'promptCache',
	'sharePrefix',
	'backend',
]);

/**
 * The parts of two runs' identity that differ, the shard apart: everything that can change a sample. None when their
 * samples belong together.
 */
export function differingFields(one: LogHeader, other: LogHeader): readonly string[] {
	const [first, second] = [identityFields(one), identityFields(other)];
	return [...new Set([...first.keys(), ...second.keys()])].filter(
		(field) => canonicalJson(first.get(field) ?? null) !== canonicalJson(second.get(field) ?? null),
	);
}

/** Values by a name that people read. Whatever of the header is not named here as harmless belongs to it. */
function identityFields({ model, engine, settings, suites, app }: LogHeader): ReadonlyMap<string, JsonValue> {
	const { shard: _, ...chosen } = settings;
	const fields = new Map<string, unknown>([
		['model', model.sha256 ?? model.name],
		['template', model.templateSha256],
		...Object.entries(engine)
			.filter(([name]) => !NO_IDENTITY.has(name))
			.map(([name, value]) => [`engine ${name}`, value] as const),
		...Object.entries(chosen),
		['app', app && { name: app.name, version: app.version, files: (app.files ?? []).map(({ sha256 }) => sha256) }],
		['suites', suites.map(({ name }) => name)],
		...suites.flatMap(({ name, version, corpus, settings: own }) => [
			[`version of ${name}`, version] as const,
			[`corpus of ${name}`, [corpus.sha256, ...corpus.prompts.map(({ sha256 }) => sha256)]] as const,
			...Object.entries(own ?? {}).map(([option, value]) => [`${option} of ${name}`, value] as const),
		]),
	]);
	return new Map(
		Array.from(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, plain(value)] as const])),
	);
}

function plain(value: unknown): JsonValue {
	return JSON.parse(JSON.stringify(value)) as JsonValue;
}
