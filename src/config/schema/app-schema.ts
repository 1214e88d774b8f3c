import { z } from 'zod';
import type { JsonObject } from '../../json/json-value.ts';
import { mcpServersFile, mcpServersSchema } from '../../mcp/mcp-server.ts';
import type { ToolDefinition } from '../../tool/definition.ts';
import type { AppConfig } from '../define.ts';
import { text } from './text-field.ts';

const object: z.ZodType<JsonObject> = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject>;
const listedTool: z.ZodType<ToolDefinition<undefined> | JsonObject> = z.custom<ToolDefinition<undefined> | JsonObject>(
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

/** An app in data: its texts, tools, answers and budgets. */
export const declaredApp: z.ZodType<AppConfig> = z
	.strictObject({
		name: z.string().min(1).max(100).describe('How reports call the app.'),
		version: text("Of the app; absent: 'unversioned'."),
		language: z.enum(['ko', 'en', 'any']).describe('Which text rules judge what the model says.').optional(),
		system: z.string().min(1).describe('System prompt: a file, or the text itself.'),
		tools: z
			.union([z.string().min(1), z.array(listedTool), object], { error: 'must be a file, or a list of tools' })
			.describe("OpenAI functions, an MCP tools/list answer or BFCL's form.")
			.optional(),
		answers: fileOr(object, 'Canned results by tool and arguments.'),
		mcpServers: mcpServersSchema.describe('MCP servers whose tools the app has, as other hosts write them.').optional(),
		mcp: z
			.union([z.string().min(1), mcpServersFile], { error: 'must be a file, or an object with mcpServers' })
			.describe('Or the file that has them: { "mcpServers": { ... } }.')
			.optional(),
		state: fileOr(object, 'What every sample starts with.'),
		budgets: z
			.array(
				z.strictObject({
					metric: z.enum(['timeToFirstTokenMs', 'timeToCallMs', 'endToEndMs']).describe('Measured time.'),
					atMost: z.number('must be milliseconds').min(1).max(3_600_000).describe('Longest time promised, ms.'),
					suites: z
						.array(z.string())
						.describe('Suites that ask for it: SUITE, SUITE[GROUP=VALUE] or SUITE[GROUP!=VALUE]; absent: all.')
						.optional(),
					state: z.enum(['cold', 'warm']).describe('Absent: both.').optional(),
					title: z
						.union([z.string(), z.object({ en: z.string(), ko: z.string() })], 'must be text, or { en, ko }')
						.describe('What is promised, in a word or two.')
						.optional(),
				}),
			)
			.describe('What the app promises its users of times; reports hold a run against nothing else.')
			.optional(),
		destructive: z.array(z.string()).describe("Tools that run only after the user's yes.").optional(),
	})
	.refine(({ tools, mcp, mcpServers }) => (tools ?? mcp ?? mcpServers) !== undefined, {
		path: ['tools'],
		error: 'is missing',
	})
	.refine(({ mcp, mcpServers }) => mcp === undefined || mcpServers === undefined, {
		path: ['mcp'],
		error: 'stands beside mcpServers: write one of them',
	})
	.refine(({ answers, tools }) => answers === undefined || tools !== undefined, {
		path: ['answers'],
		error: 'answers for tools, and there are none',
	});
