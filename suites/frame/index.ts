import { z } from 'zod';
import { type Message, message } from '../../src/base/message.ts';
import { defineSuite, type SuiteDefinition, type SuiteKind } from '../../src/eval/define/define-suite.ts';
import type { Samples } from '../../src/eval/define/suite-options.ts';
import { missingEvidence } from '../../src/eval/evidence/turn-evidence.ts';
import type { ScoreContext, Scorer } from '../../src/eval/suite.ts';
import type { Turn } from '../../src/eval/turn.ts';
import type { FramePattern, HabitType } from '../../src/frame/candidates.ts';
import { type FrameDetail, frameDetail } from '../../src/frame/judge.ts';
import { DEFAULT_TIMEOUT_MS, TIMEOUT_S } from '../../src/frame/suggest.ts';
import { givenOptions } from '../../src/text/given-options.ts';
import { type FrameSample, frameSample, parseFramePatterns } from './sample.ts';
import { requireTimeout, solveFrame } from './solver.ts';

export type { FrameSample } from './sample.ts';

/** Options of {@link frameSuite}. */
export interface FrameSuiteOptions {
	/** Default `frame`. */
	readonly name?: string;
	readonly corpus: Samples<FrameSample>;
	/** Catalog, few-shot pool and known examples: inline, or a file. */
	readonly patterns: string | readonly FramePattern[];
	/** File with the frame prompt; default: the built-in one. */
	readonly prompt?: string;
	/** The app's timeout of a suggestion: 1,000 to 30,000 (default 10,000). */
	readonly timeoutMs?: number;
}

/**
 * Whether the model's frames are usable. The prompt demands one call of `emit_frame_candidates`, decoded freely or
 * constrained to the tool's schema. Scores: `clean` (at least one candidate has the shape of its level) with its reason,
 * `valid` (the app would show one, be it with a warning), `candidates` accepted, `cleanCandidates` and
 * `candidatesReturned`. A suggestion after the app's timeout is invalid (`timeout`). Throws
 * ConfigError for a timeout out of range.
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
				version: '9',
				title: { en: 'Habit frames', ko: '습관 프레임' },
				view: 'frames',
				samples: corpus,
				schema: frameSample,
				variants: [{ name: 'free' }, { name: 'constrained', needsGrammar: true }],
				solve: (sample, solving, variant) =>
					solveFrame(sample, variant, solving, { patterns: known, template: template?.text, timeoutMs }),
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

/** Whether a candidate is valid, and the numbers of accepted and returned ones; cached per frame. */
function frameScorers(patterns: readonly FramePattern[]): readonly Scorer<FrameSample>[] {
	/** A call that was right and came after the app had given up. */
	const lateOf = (sample: FrameSample, { facts, calls: [call] }: Turn): Message | undefined =>
		facts.failure === 'timeout' &&
		call !== undefined &&
		frameDetail(sample, { response: call.arguments }, patterns).clean
			? message('score.timeout-right')
			: undefined;
	const details = new WeakMap<Turn, FrameDetail & { readonly late?: Message }>();
	const detailOf = (sample: FrameSample, turn: Turn): FrameDetail & { readonly late?: Message } => {
		const detail = details.get(turn) ?? { ...frameDetail(sample, turn.facts, patterns), late: lateOf(sample, turn) };
		details.set(turn, detail);
		return detail;
	};
	const scorer = (
		own: Pick<Scorer<FrameSample>, 'name' | 'title'> & Partial<Pick<Scorer<FrameSample>, 'kind' | 'main'>>,
		judge: (detail: FrameDetail & { readonly late?: Message }) => ReturnType<Scorer['score']>,
	): Scorer<FrameSample> => ({
		...own,
		needs: 'own',
		score(sample: FrameSample, turn: Turn, _context: ScoreContext) {
			const missing = appTimedOut(turn) ? undefined : missingEvidence(turn, 'first-call');
			return missing === undefined ? judge(detailOf(sample, turn)) : { unscored: missing, detail: turn.error };
		},
	});
	return [
		scorer(
			{ name: 'clean', title: { en: 'clean L2/L3 frame', ko: '경고 없는 L2/L3 프레임' }, main: true },
			({ clean, reason, late }) => (clean ? true : { value: false, reason, detail: late }),
		),
		scorer({ name: 'valid', title: { en: 'shown by the app (valid)', ko: '앱에 표시(valid)' } }, ({ valid, reason }) =>
			valid ? true : { value: false, reason },
		),
		scorer(
			{ name: 'candidates', kind: 'number', title: { en: 'accepted candidates', ko: '채택된 후보 수' } },
			({ accepted }) => accepted,
		),
		scorer(
			{
				name: 'cleanCandidates',
				kind: 'number',
				title: { en: 'candidates without a warning', ko: '경고 없는 후보 수' },
			},
			({ cleanCandidates }) => cleanCandidates,
		),
		scorer(
			{ name: 'candidatesReturned', kind: 'number', title: { en: 'returned candidates', ko: '반환된 후보 수' } },
			({ candidates }) => candidates.length,
		),
	];
}

/** A suggestion after the timeout is an outcome of the app, not a cut generation. */
function appTimedOut({ facts, generations }: Turn): boolean {
	if (facts.failure !== 'timeout') return false;
	return facts.timeoutMs !== undefined || generations.at(-1)?.finish.unified === 'aborted';
}

/** Warns of habit types without patterns: their wishes are asked without an example. */
export function patternWarnings(
	suite: string,
	samples: readonly FrameSample[],
	patterns: readonly FramePattern[],
): readonly Message[] {
	const wished = new Set<HabitType>(samples.map(({ habitType }) => habitType));
	const bare = [...wished].filter((type) => !patterns.some(({ habitType = type }) => habitType === type)).sort();
	return bare.map((type) => message('run.no-pattern', { suite, type }));
}

/** Options of `kind: frame`. */
interface FrameKindOptions {
	readonly name?: string;
	readonly corpus: string;
	readonly patterns: string;
	readonly prompt?: string;
	/** Seconds. */
	readonly timeout?: number;
}

const SECONDS = `must be a number from ${TIMEOUT_S.from} to ${TIMEOUT_S.to}`;

/** `kind: frame` of a config. */
export const frameKind: SuiteKind<FrameKindOptions> = {
	kind: 'frame',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: frame)."),
		corpus: z.string().min(1).describe('Wishes: a JSONL, JSON, YAML or CSV file with id, raw_text and habit_type.'),
		patterns: z.string().min(1).describe('JSON file with the frame patterns.'),
		prompt: z.string().min(1).optional().describe('File with the frame prompt (default: the built-in one).'),
		timeout: z
			.number(SECONDS)
			.min(TIMEOUT_S.from, SECONDS)
			.max(TIMEOUT_S.to, SECONDS)
			.optional()
			.describe('Seconds that the app waits for a suggestion (default: 10); later ones are not valid.'),
	}),
	create: ({ timeout, ...options }) =>
		frameSuite({ ...options, timeoutMs: timeout === undefined ? undefined : timeout * 1000 }),
};
