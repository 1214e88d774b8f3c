import { z } from 'zod';
import type { SuiteKind } from '../../src/index.ts';
import { TIMEOUT_S } from './app-timeout.ts';
import { frameSuite } from './frame-suite.ts';

/** Options of `kind: frame`. */
export interface FrameKindOptions {
	readonly name?: string | undefined;
	readonly corpus: string;
	readonly patterns: string;
	readonly prompt?: string | undefined;
	/** Seconds. */
	readonly timeout?: number | undefined;
}

const SECONDS = `must be a number from ${TIMEOUT_S.from} to ${TIMEOUT_S.to}`;

/** `kind: frame` of a config. */
export const frameKind: SuiteKind<FrameKindOptions> = {
	kind: 'frame',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: frame)."),
		corpus: z.string().min(1).describe('Wishes: a JSONL, JSON, YAML or CSV file with id, raw_text and habit_type.'),
		patterns: z.string().min(1).describe('JSON file with the frame patterns.'),
		prompt: z.string().min(1).optional().describe("File with the frame prompt (default: gemmark's own)."),
		timeout: z
			.number(SECONDS)
			.min(TIMEOUT_S.from, SECONDS)
			.max(TIMEOUT_S.to, SECONDS)
			.optional()
			.describe('Seconds that the app waits for a suggestion (default: 10); a later one is not valid.'),
	}),
	create: ({ timeout, ...options }) =>
		frameSuite({ ...options, timeoutMs: timeout === undefined ? undefined : timeout * 1000 }),
};
