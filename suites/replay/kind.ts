import { z } from 'zod';
import type { SuiteKind } from '../../src/index.ts';
import { type ReplaySuiteOptions, replaySuite } from './replay-suite.ts';

/** `kind: replay` of a config. */
export const replayKind: SuiteKind<ReplaySuiteOptions & { readonly corpus: string }> = {
	kind: 'replay',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: replay)."),
		corpus: z
			.string()
			.min(1)
			.describe(
				'Conversations: a JSONL, JSON, YAML or CSV file with id, before, prefix, call, closing, input, expected.',
			),
	}),
	create: replaySuite,
};
