import { defineSuite, type FramePattern, givenOptions, type Samples, type SuiteDefinition } from '../../src/index.ts';
import { DEFAULT_TIMEOUT_MS, requireTimeout } from './app-timeout.ts';
import { parseFramePatterns } from './frame-patterns.ts';
import { frameScorers } from './frame-scorers.ts';
import { solveFrame } from './frame-solver.ts';
import { patternWarnings } from './pattern-warnings.ts';
import { type FrameSample, frameSample } from './sample.ts';

/** What {@link frameSuite} takes. */
export interface FrameSuiteOptions {
	/** Default `frame`. */
	readonly name?: string | undefined;
	readonly corpus: Samples<FrameSample>;
	/** The catalog, few-shot pool and known examples: inline, or a file. */
	readonly patterns: string | readonly FramePattern[];
	/** File with the frame prompt; gemmark's own where absent. */
	readonly prompt?: string | undefined;
	/** How long the app waits for a suggestion: 1,000 to 30,000 (default 10,000). */
	readonly timeoutMs?: number | undefined;
}

/**
 * Are the model's frames usable? The prompt demands one call of `emit_frame_candidates`, decoded freely or constrained
 * to the tool's schema. Scores: `valid` (at least one accepted L2 or L3 candidate) with its reason, `candidates`
 * accepted and `candidatesReturned`. A suggestion that is later than the app waits is not valid, by the reason `timeout`.
 * Throws ConfigError for a timeout that no app has.
 */
export function frameSuite(options: FrameSuiteOptions): SuiteDefinition {
	const {
		name = 'frame',
		corpus,
		patterns,
		prompt,
		timeoutMs = DEFAULT_TIMEOUT_MS,
	} = givenOptions(options, 'frameSuite', KNOWN);
	requireTimeout(name, timeoutMs);
	return {
		name,
		build(context) {
			const pool = typeof patterns === 'string' ? context.readText(patterns) : undefined;
			const known =
				pool === undefined ? (patterns as readonly FramePattern[]) : parseFramePatterns(pool.text, String(patterns));
			const template = prompt === undefined ? undefined : context.readText(prompt);
			const files = [template?.identity, pool?.identity].filter((identity) => identity !== undefined);
			return defineSuite<FrameSample>({
				name,
				version: '6',
				title: { en: 'Habit frames', ko: '습관 프레임' },
				view: 'frames',
				samples: corpus,
				schema: frameSample,
				arms: [{ name: 'free' }, { name: 'constrained', needsGrammar: true }],
				solve: (sample, solving, arm) =>
					solveFrame(sample, arm, solving, { patterns: known, template: template?.text, timeoutMs }),
				scorers: frameScorers(known),
				files,
				settings: { timeoutMs },
				warnings: (samples) => patternWarnings(name, samples, known),
				usesApp: false,
			}).build(context);
		},
	};
}

const KNOWN: Readonly<Record<keyof FrameSuiteOptions, true>> = {
	name: true,
	corpus: true,
	patterns: true,
	prompt: true,
	timeoutMs: true,
};
