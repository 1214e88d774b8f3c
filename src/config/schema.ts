import { z } from 'zod';
import { numberOrShare } from '../base/border.ts';
import type { JsonObject } from '../base/json.ts';
import type { AppUnderTest } from '../eval/app.ts';
import type { SuiteDefinition } from '../eval/define/define-suite.ts';
import { choiceFields, sentence } from '../eval/settings.ts';
import { mcpServersFile, mcpServersSchema } from '../mcp/config.ts';
import type { Runner } from '../model/runner.ts';
import type { Margins } from '../summary/compare/answer.ts';
import { FAILURE_FORMS, type ToolDefinition } from '../tool/tool.ts';
import type { AppConfig, Config, DeclaredSuite, TargetConfig } from './define.ts';
import { type ContentPlace, checkContent } from './issue.ts';
import { sweepSchema } from './sweep.ts';

function text(description: string): z.ZodOptional<z.ZodString> {
	return z.string().min(1).max(4096).describe(description).optional();
}

const object = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject>;
const listedTool = z.custom<ToolDefinition<undefined> | JsonObject>(
	(value) => typeof value === 'object' && value !== null,
	'must be a tool',
);

function fileOr(inline: z.ZodType<JsonObject>, description: string): z.ZodOptional<z.ZodType<string | JsonObject>> {
	const error = 'must be a file, or an object';
	return z
		.union([z.string().min(1), inline], { error })
		.describe(description)
		.optional();
}

const declaredApp: z.ZodType<AppConfig> = z
	.strictObject({
		name: z.string().min(1).max(100).describe('Name of the app in reports.'),
		version: text("Of the app; absent: 'unversioned'."),
		language: z.enum(['ko', 'en', 'any']).describe('Language of the text rules.').optional(),
		system: z.string().min(1).describe('System prompt: a file, or the text itself.'),
		failureForm: z
			.enum(FAILURE_FORMS)
			.describe('Failures of all tools reach the model as `{error, tool_name, status, type}`.')
			.optional(),
		tools: z
			.union([z.string().min(1), z.array(listedTool), object], { error: 'must be a file, or a list of tools' })
			.describe("OpenAI functions, an MCP tools/list answer or BFCL's form.")
			.optional(),
		answers: fileOr(object, 'Canned results by tool and arguments.'),
		mcpServers: mcpServersSchema.describe('MCP servers with tools of the app, in the form of other hosts.').optional(),
		mcp: z
			.union([z.string().min(1), mcpServersFile], { error: 'must be a file, or an object with mcpServers' })
			.describe('File with MCP servers: { "mcpServers": { ... } }.')
			.optional(),
		state: fileOr(object, 'Initial state of every sample.'),
		engine: z
			.string()
			.min(1)
			.max(100)
			.describe('Engine that the app ships with, such as flutter-gemma: reports show how it handles the calls.')
			.optional(),
		budgets: z
			.array(
				z.strictObject({
					metric: z.enum(['timeToFirstTokenMs', 'timeToCallMs', 'endToEndMs']).describe('Measured time.'),
					atMost: z.number('must be milliseconds').min(1).max(3_600_000).describe('Time limit, ms.'),
					suites: z
						.array(z.string())
						.describe('Suites that it applies to: SUITE, SUITE[GROUP=VALUE] or SUITE[GROUP!=VALUE]; absent: all.')
						.optional(),
					state: z.enum(['cold', 'warm']).describe('Absent: both.').optional(),
					title: z
						.union([z.string(), z.object({ en: z.string(), ko: z.string() })], 'must be text, or { en, ko }')
						.describe('Short name of the limit.')
						.optional(),
				}),
			)
			.describe('Time limits of the app, checked in reports.')
			.optional(),
		excludeTools: z.array(z.string()).describe('Tools of `tools` to exclude. Their schemas are not read.').optional(),
		destructive: z.array(z.string()).describe("Tools that need the user's confirmation.").optional(),
	})
	.refine(({ tools, mcp, mcpServers }) => (tools ?? mcp ?? mcpServers) !== undefined, {
		path: ['tools'],
		error: 'is missing',
	})
	.refine(({ mcp, mcpServers }) => mcp === undefined || mcpServers === undefined, {
		path: ['mcp'],
		error: 'cannot be combined with mcpServers',
	})
	.refine(({ answers, tools }) => answers === undefined || tools !== undefined, {
		path: ['answers'],
		error: 'requires tools',
	});

/** Help of `--lang`. */
export const REPORT_LANG = 'language of the reports and of their summary in the terminal; CSV and JUnit are English';

/** Settings of `gemmark run` that do not change what it does. */
const places = {
	gate: text('File of thresholds.'),
	baseline: text('Run that the gate compares with.'),
	out: text('Folder of the run.'),
	lang: z.enum(['en', 'ko']).describe(sentence(REPORT_LANG)).optional(),
};

/**
 * Checks a loaded config, without the fields of suite kinds and runners. Throws {@link ConfigError} naming file, field and, if
 * known, line.
 */
export function readConfig(content: unknown, place: ContentPlace): Config {
	return checkContent(configSchema, content, place);
}

/** JSON Schema of a config without code, for editors. */
export function configJsonSchema(): JsonObject {
	return z.toJSONSchema(configSchema, {
		io: 'input',
		unrepresentable: 'any',
		// Values made by code cannot be in a file.
		override: ({ zodSchema: { _zod: union }, jsonSchema }) => {
			if (union.def.type !== 'union' || jsonSchema.anyOf === undefined) return;
			const { options } = union.def;
			jsonSchema.anyOf = jsonSchema.anyOf.filter((_, index) => options[index]?._zod.def.type !== 'custom');
		},
	}) as JsonObject;
}

const madeApp = z.custom<AppUnderTest>((value) => has(value, 'open'));
const madeSuite = z.custom<SuiteDefinition>((value) => has(value, 'build'));
const madeRunner = z.custom<Runner>((value) => has(value, 'load'));

const declaredSuite: z.ZodType<DeclaredSuite> = z.looseObject({ kind: z.string().min(1).max(100) });

const target: z.ZodType<TargetConfig> = z.looseObject({
	runner: z
		.union([z.string().min(1), madeRunner], { error: 'must be the name of a runner, or a runner' })
		.describe('Engine.')
		.optional(),
	model: text('path.gguf, hf:user/repo:QUANT, a URL or a served name, as the runner takes it.'),
	name: text('How reports call it.'),
	step: z.int().min(0).describe('Of a checkpoint: its step in training.').optional(),
});

const INSIDE = 'must be above 0 and below 1, or a share such as 10%';
const margin = numberOrShare.pipe(z.number().gt(0, INSIDE).lt(1, INSIDE));
/** Acceptable losses: one of all suites, or by suite. */
export const marginsField: z.ZodType<Margins> = z.union([margin, z.record(z.string(), margin)], {
	error: 'must be above 0 and below 1, a share such as 10%, or one by suite',
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
		sweep: sweepSchema(target).describe('What `gemmark sweep` tries.').optional(),
		compare: z
			.strictObject({
				margin: marginsField.describe('Acceptable loss of prompts, such as 10%, or by suite.').optional(),
			})
			.optional(),
		allowOutside: z.boolean().describe("Whether files may be outside the config's folder.").optional(),
		...choiceFields,
		...places,
	},
	{ error: (issue) => (issue.code === 'invalid_type' ? 'must be an object with app, suites or targets' : undefined) },
);

/** Whether it has the method, possibly from a class. */
function has(value: unknown, method: string): boolean {
	return (
		typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)[method] === 'function'
	);
}
