import { z } from 'zod';
import type { LocalizedText } from '../../text/localized-text.ts';
import type { Decision, DecisionPath } from './decision.ts';

/** A decision as people write it down: the threshold, and what its two outcomes are called. */
export interface DecisionOption {
	/** Default: the suite's main rate. */
	readonly score?: string | undefined;
	/** As many prompts ... */
	readonly hits: number;
	/** ... of as many take the first path. */
	readonly of: number;
	/** Two outcomes by name, the one of a reached threshold first. */
	readonly paths?: Readonly<Record<string, PathOption>> | undefined;
}

/** An outcome as people write it down. */
export interface PathOption {
	readonly title: LocalizedText;
	readonly meaning?: LocalizedText | undefined;
	/** A Markdown template, or the path of one: a line that ends in `.md`, say. */
	readonly record?: string | undefined;
	readonly policy?: 'push' | 'discard' | undefined;
}

const localizedText: z.ZodType<LocalizedText> = z.union([
	z.string().min(1),
	z.strictObject({ en: z.string().min(1), ko: z.string().min(1) }),
]);

const WHOLE = 'must be a whole number of at least 1';

const pathOption: z.ZodType<PathOption> = z.strictObject({
	title: localizedText,
	meaning: localizedText.optional().describe('What follows, for a person who must act on it.'),
	record: z
		.string()
		.min(1)
		.optional()
		.describe('Markdown template that is written when the path is taken: a file, or its text.'),
	policy: z
		.enum(['push', 'discard'])
		.optional()
		.describe('Prefix policy that `--policy from:RUN` takes from this outcome.'),
});

/** The `decision` of a suite in a config. */
export const decisionOption: z.ZodType<DecisionOption> = z
	.strictObject({
		score: z.string().min(1).optional().describe("The rate that is counted (default: the suite's main one)."),
		hits: z.int(WHOLE).min(1, WHOLE).describe('So many prompts ...'),
		of: z.int(WHOLE).min(1, WHOLE).describe('... of so many take the first path.'),
		paths: z
			.record(z.string().min(1).max(40), pathOption)
			.refine((paths) => Object.keys(paths).length === 2, 'must be two paths, that of a reached threshold first')
			// JavaScript sorts such names to the front: the second path could become the first.
			.refine(
				(paths) => !Object.keys(paths).some((name) => /^\d+$/u.test(name)),
				'must have names that are no whole numbers',
			)
			.optional(),
	})
	.refine(({ hits, of }) => hits <= of, { path: ['hits'], error: 'must be at most `of`' });

/** The decision with its record templates read. The option is checked before: two paths, whole numbers. */
export function readDecision(option: DecisionOption, score: string, readText: (path: string) => string): Decision {
	const { hits, of, paths = DEFAULT_PATHS } = option;
	const [first, second] = Object.entries(paths).map(
		([name, path]): DecisionPath => ({ name, ...readPath(path, readText) }),
	);
	if (first === undefined || second === undefined) throw new Error('a decision has two paths');
	return { score, threshold: { hits, of }, paths: [first, second] };
}

function readPath({ title, meaning, record, policy }: PathOption, readText: (path: string) => string): PathOption {
	return {
		title,
		...(meaning !== undefined && { meaning }),
		...(record !== undefined && { record: isPath(record) ? readText(record) : record }),
		...(policy !== undefined && { policy }),
	};
}

/** One line that ends as a file's name does, and has nothing to fill in; any other text is the template itself. */
function isPath(record: string): boolean {
	return /^[^\n]*\.[a-z][a-z0-9]{0,9}$/iu.test(record) && !record.includes('{{');
}

const DEFAULT_PATHS: Readonly<Record<string, PathOption>> = {
	pass: { title: { en: 'the threshold is reached', ko: '기준을 넘었습니다' } },
	fail: { title: { en: 'the threshold is not reached', ko: '기준에 못 미쳤습니다' } },
};
