import { z } from 'zod';
import {
	camelFields,
	DIALOG_TURNS,
	type DialogSample,
	expectedCallSchema,
	type HistoryMessage,
	idField,
	type JsonObject,
	type JsonValue,
	type ToolDeclaration,
} from '../../src/index.ts';

const object = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;
const name = z.string().min(1).max(200);
const text = z.string().max(200_000);

const tool: z.ZodType<ToolDeclaration> = z.strictObject({ name, description: text, parameters: object });
const message: z.ZodType<HistoryMessage> = z.discriminatedUnion('role', [
	z.strictObject({ role: z.literal('user'), content: text.min(1) }),
	z.strictObject({
		role: z.literal('assistant'),
		content: text,
		tool_calls: z
			.array(
				z.strictObject({
					id: name,
					type: z.literal('function'),
					function: z.strictObject({ name, arguments: object }),
				}),
			)
			.optional(),
	}),
	z.strictObject({ role: z.literal('tool'), tool_call_id: name, name, content: object }),
]) as z.ZodType<HistoryMessage>;
const possible = z.strictObject({
	tool: name,
	arguments: z.record(z.string(), z.array(z.json() as z.ZodType<JsonValue>)),
});

export const dialogSample: z.ZodType<DialogSample> = z.preprocess(
	camelFields,
	z
		.strictObject({
			id: idField,
			turn: z.enum(DIALOG_TURNS),
			system: text.optional(),
			tools: z
				.array(z.union([name, tool]))
				.min(1)
				.max(200),
			history: z.array(message).optional(),
			input: text.min(1),
			called: z
				.array(z.strictObject({ tool: name, arguments: object, response: object }))
				.min(1)
				.optional(),
			expected: z.array(expectedCallSchema).default([]),
			order: z.enum(['given', 'any']).optional(),
			possible: z.union([z.literal('any'), z.array(possible).min(1)]).optional(),
			answer: z.array(z.array(name).min(1)).optional(),
			category: name.optional(),
			distractors: z.enum(['close', 'random']).optional(),
		})
		.refine(({ turn, expected, possible: or }) => (turn === 'call') === (expected.length > 0 || or !== undefined), {
			path: ['expected'],
			error: 'must hold the calls that are right for a turn of the kind call, and none for any other',
		}),
) as z.ZodType<DialogSample>;
