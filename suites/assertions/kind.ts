import { z } from 'zod';
import type { SuiteKind } from '../../src/index.ts';
import { type AssertionsSuiteOptions, assertionsSuite } from './assertions-suite.ts';

/** `kind: assertions` of a config. */
export const assertionsKind: SuiteKind<AssertionsSuiteOptions & { readonly corpus: string }> = {
	kind: 'assertions',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: assertions)."),
		corpus: z.string().min(1).describe('Samples: a JSONL, JSON or YAML file with id, input and assert.'),
		leftOut: z
			.int()
			.min(1)
			.optional()
			.describe('At how many places of a promptfooconfig something is not asked here: the run warns of it.'),
		javascript: z.boolean().optional().describe('Whether code of javascript assertions may run (default: no).'),
	}),
	create: assertionsSuite,
};
