import { z } from 'zod';
import { decisionOption, type SuiteKind } from '../../src/index.ts';
import { type PrefixSuiteOptions, prefixSuite } from './prefix-suite.ts';

/** `kind: prefix` of a config. */
export const prefixKind: SuiteKind<PrefixSuiteOptions & { readonly corpus: string }> = {
	kind: 'prefix',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: prefix)."),
		corpus: z.string().min(1).describe('Prompts: a JSONL, JSON, YAML or CSV file with id, input and expected calls.'),
		decision: decisionOption.optional(),
	}),
	create: prefixSuite,
};
