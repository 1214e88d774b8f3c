import { z } from 'zod';
import type { SuiteKind } from '../../src/index.ts';
import { type DialogsSuiteOptions, dialogsSuite } from './dialogs-suite.ts';

/** `kind: dialogs` of a config. */
export const dialogsKind: SuiteKind<DialogsSuiteOptions & { readonly corpus: string }> = {
	kind: 'dialogs',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: dialogs)."),
		corpus: z
			.string()
			.min(1)
			.describe('Turns of dialogs: a JSONL, JSON or YAML file with id, turn, tools, history, input, expected, answer.'),
		tools: z.string().min(1).optional().describe('JSON file of the tools that samples name (OpenAI functions).'),
		system: z.string().min(1).optional().describe("File with the system prompt (default: the app's)."),
		strings: z
			.enum(['korean', 'spaceless'])
			.optional()
			.describe('How texts of arguments are compared (default: korean); spaceless as in FunctionChat-Bench.'),
	}),
	create: dialogsSuite,
};
