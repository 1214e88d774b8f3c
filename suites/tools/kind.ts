import { z } from 'zod';
import type { SuiteKind } from '../../src/index.ts';
import { type ToolsSuiteOptions, toolsSuite } from './tools-suite.ts';

/** `kind: tools` of a config. */
export const toolsKind: SuiteKind<ToolsSuiteOptions & { readonly corpus: string }> = {
	kind: 'tools',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: tools)."),
		corpus: z.string().min(1).describe('Samples: a JSONL, JSON, YAML or CSV file with id, input and expected calls.'),
	}),
	create: toolsSuite,
};
