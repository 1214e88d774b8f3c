import { z } from 'zod';
import type { AppUnderTest } from '../../eval/app.ts';
import type { SuiteDefinition } from '../../eval/suite/define-suite.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { Runner } from '../../model/runner.ts';
import type { Config, DeclaredSuite, TargetConfig } from '../define.ts';
import type { ContentPlace } from '../field-path.ts';
import { declaredApp } from './app-schema.ts';
import { checkContent } from './config-issue.ts';
import { settings } from './settings-schema.ts';
import { text } from './text-field.ts';

/**
 * Checks a loaded config. The fields of a suite kind and the options of a runner are left to them. Throws
 * {@link ConfigError} naming file, line where it is known, and field.
 */
export function readConfig(content: unknown, place: ContentPlace): Config {
	return checkContent(configSchema, content, place);
}

/** JSON Schema of a config without code, for editors. */
export function configJsonSchema(): JsonObject {
	return z.toJSONSchema(configSchema, {
		io: 'input',
		unrepresentable: 'any',
		// What only code can make has no place in a file.
		override: ({ jsonSchema }) => {
			if (jsonSchema.anyOf === undefined) return;
			jsonSchema.anyOf = jsonSchema.anyOf.filter((alternative) => Object.keys(alternative).length > 0);
		},
	}) as JsonObject;
}

const madeApp: z.ZodType<AppUnderTest> = z.custom<AppUnderTest>((value) => has(value, 'open'));
const madeSuite: z.ZodType<SuiteDefinition> = z.custom<SuiteDefinition>((value) => has(value, 'build'));
const madeRunner: z.ZodType<Runner> = z.custom<Runner>((value) => has(value, 'load'));

const declaredSuite: z.ZodType<DeclaredSuite> = z.looseObject({ kind: z.string().min(1).max(100) });

const target: z.ZodType<TargetConfig> = z.looseObject({
	runner: z
		.union([z.string().min(1), madeRunner], { error: 'must be the name of a runner, or a runner' })
		.describe('Engine.')
		.optional(),
	model: text('path.gguf, hf:user/repo:QUANT, a URL or a served name, as the runner takes it.'),
	name: text('How reports call it.'),
});

const configSchema: z.ZodType<Config> = z.strictObject(
	{
		app: z
			.union([madeApp, declaredApp], { error: 'must be an object with name, system and tools, or made by defineApp' })
			.optional(),
		suites: z
			.array(z.union([madeSuite, declaredSuite], { error: 'must be an object with a kind, or a suite' }))
			.min(1)
			.optional(),
		targets: z.array(target).min(1).optional(),
		allowOutside: z.boolean().describe("Whether files may lie outside of the config's folder.").optional(),
		...settings,
	},
	{ error: (issue) => (issue.code === 'invalid_type' ? 'must be an object with app, suites or targets' : undefined) },
);

/** Also of a class. */
function has(value: unknown, method: string): boolean {
	return (
		typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)[method] === 'function'
	);
}
