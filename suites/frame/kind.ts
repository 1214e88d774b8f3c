import { z } from 'zod';
import type { SuiteKind } from '../../src/index.ts';
import { type FrameSuiteOptions, frameSuite } from './frame-suite.ts';

/** `kind: frame` of a config. */
export const frameKind: SuiteKind<FrameSuiteOptions & { readonly corpus: string; readonly patterns: string }> = {
	kind: 'frame',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: frame)."),
		corpus: z.string().min(1).describe('Wishes: a JSONL, JSON, YAML or CSV file with id, raw_text and habit_type.'),
		patterns: z.string().min(1).describe('JSON file with the frame patterns.'),
		prompt: z.string().min(1).optional().describe("File with the frame prompt (default: gemmark's own)."),
	}),
	create: frameSuite,
};
