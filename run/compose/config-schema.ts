import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../src/base/json.ts';
import { configJsonSchema } from '../../src/config/schema.ts';
import { splitOption } from '../../src/training/split.ts';
import { SUITE_KINDS, suiteKind } from './compose.ts';
import { DEFAULT_RUNNER, type DeclaredRunner, declareRunners } from './runners.ts';

/**
 * JSON Schema of a config without code, with the options of each suite kind and runner that come with gemmark: for
 * editors, and published as `docs/config.schema.json`.
 */
export async function composedConfigSchema(): Promise<JsonObject> {
	const schema = configJsonSchema();
	const { properties } = schema;
	if (!isJsonObject(properties)) throw new Error('a config is an object');
	const kinds = await Promise.all(SUITE_KINDS.map(suiteSchema));
	const runners = (await declareRunners()).map((runner) => targetSchema(runner, targetFields(properties.targets)));
	return {
		...schema,
		title: 'gemmark.config.yaml',
		properties: {
			$schema: { type: 'string' },
			...properties,
			suites: { ...(properties.suites as JsonObject), items: { oneOf: kinds } },
			targets: { ...(properties.targets as JsonObject), items: { oneOf: runners } },
		},
	};
}

async function suiteSchema(name: string): Promise<JsonObject> {
	const kind = await suiteKind(name);
	if (kind === undefined) throw new Error(`there is no suite kind ${name}`);
	const { $schema: _, ...options } = z.toJSONSchema(kind.options, {
		io: 'input',
		unrepresentable: 'any',
	}) as JsonObject;
	const { properties, required = [] } = options;
	const { $schema: __, ...split } = z.toJSONSchema(splitOption, { io: 'input', unrepresentable: 'any' }) as JsonObject;
	return {
		...options,
		properties: { kind: { const: name }, ...(properties as JsonObject), split },
		required: ['kind', ...(required as readonly string[])],
	};
}

/** Fields that a target has beside its runner's options. */
function targetFields(targets: unknown): JsonObject {
	const items = isJsonObject(targets as JsonObject) ? (targets as JsonObject).items : undefined;
	return isJsonObject(items) && isJsonObject(items.properties) ? items.properties : {};
}

function targetSchema({ name, options }: DeclaredRunner, { runner: _, ...fields }: JsonObject): JsonObject {
	return {
		type: 'object',
		properties: { runner: { const: name }, ...fields, ...fieldsOf(options) },
		...(name === DEFAULT_RUNNER ? {} : { required: ['runner'] }),
		additionalProperties: false,
	};
}

/** Without what a runner says of its flags. */
function fieldsOf(options: DeclaredRunner['options']): JsonObject {
	return Object.fromEntries(
		[...options].map(([name, { flag: _flag, off: _off, value: _value, ...schema }]) => [name, schema as JsonObject]),
	);
}
