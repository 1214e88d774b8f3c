import {
	defineSuite,
	explainSuggestion,
	type FrameDetail,
	type FramePattern,
	frameDetail,
	frameSystemSection,
	givenOptions,
	type JsonObject,
	missingEvidence,
	type Samples,
	type ScoreContext,
	type Scorer,
	type Solution,
	type SolveContext,
	type StructuredModel,
	type SuiteDefinition,
	structuredConversation,
	type Turn,
} from '../../src/index.ts';
import { DEFAULT_TIMEOUT_MS, requireTimeout, withTimeout } from './app-timeout.ts';
import { parseFramePatterns } from './frame-patterns.ts';
import { patternWarnings } from './pattern-warnings.ts';
import { type FrameSample, frameSample } from './sample.ts';
import { SuggestionFacts } from './suggestion-facts.ts';
import { suggestionMessages } from './suggestion-messages.ts';

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

/** What every wish of the suite is asked with. */
interface Asking {
	readonly patterns: readonly FramePattern[];
	readonly template: string | undefined;
	readonly timeoutMs: number;
}

async function solveFrame(
	sample: FrameSample,
	arm: string,
	context: SolveContext,
	{ patterns, template, timeoutMs }: Asking,
): Promise<Solution> {
	const answer: { response?: JsonObject; error?: string } = {};
	const model = structuredConversation((tool) =>
		context.openConversation({
			tools: [tool],
			sharedUserText: frameSystemSection(template),
			deadlineMs: timeoutMs,
			...(arm === 'constrained' && { constrainTo: tool.name }),
		}),
	);
	const timed = withTimeout(model, timeoutMs, context.generations);
	const logged = new SuggestionFacts();
	const { input: rawText, habitType, anchorHint } = sample;
	const { failure, candidates } = await explainSuggestion(
		{ rawText, habitType, anchorHint },
		{
			llm: watched(timed, answer),
			framePatterns: patterns,
			// For an engine that heeds neither deadline nor abort: what it is at must end before the next sample begins.
			timeoutMs: Math.max(context.deadlineMs, timeoutMs) + DEADLINE_SLACK_MS,
			template,
			log: (entry) => logged.add(entry),
			signal: context.signal,
		},
	);
	const suggestion = logged.entries();
	return {
		messages: suggestionMessages(sample.input, context.generations, candidates),
		facts: {
			...(answer.response !== undefined && { response: answer.response }),
			...(failure !== undefined && { failure }),
			...(failure === 'timeout' && timed.timedOut() && { timeoutMs }),
			...(suggestion !== undefined && { suggestion }),
		},
		...(answer.error !== undefined && failure === 'engine' && { error: answer.error }),
	};
}

const DEADLINE_SLACK_MS = 5000;

/** Keeps what the model answered, so that it can be judged again. */
function watched(model: StructuredModel, answer: { response?: JsonObject; error?: string }): StructuredModel {
	return {
		async generateStructured(prompt, tool, options) {
			try {
				answer.response = await model.generateStructured(prompt, tool, options);
				return answer.response;
			} catch (error) {
				answer.error = error instanceof Error ? error.message : String(error);
				throw error;
			}
		},
	};
}

function frameScorers(patterns: readonly FramePattern[]): readonly Scorer<FrameSample>[] {
	const details = new WeakMap<Turn, FrameDetail>();
	const detailOf = (sample: FrameSample, turn: Turn): FrameDetail => {
		const detail = details.get(turn) ?? frameDetail(sample, turn.facts, patterns);
		details.set(turn, detail);
		return detail;
	};
	const scorer = (
		own: Pick<Scorer<FrameSample>, 'name' | 'title'> & Partial<Pick<Scorer<FrameSample>, 'kind' | 'main'>>,
		judge: (detail: FrameDetail) => ReturnType<Scorer['score']>,
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
			{ name: 'valid', title: { en: 'a valid L2/L3 candidate', ko: '유효한 L2/L3 후보가 있음' }, main: true },
			({ valid, reason }) => (valid ? true : { value: false, reason }),
		),
		scorer(
			{ name: 'candidates', kind: 'number', title: { en: 'accepted candidates', ko: '채택된 후보 수' } },
			({ accepted }) => accepted,
		),
		scorer(
			{ name: 'candidatesReturned', kind: 'number', title: { en: 'returned candidates', ko: '모델이 낸 후보 수' } },
			({ candidates }) => candidates.length,
		),
	];
}

/** The suggestion took longer than the app waits: that is an outcome of the app, not a generation that was cut. */
function appTimedOut({ facts, generations }: Turn): boolean {
	if (facts.failure !== 'timeout') return false;
	return facts.timeoutMs !== undefined || generations.at(-1)?.finish.unified === 'aborted';
}

const KNOWN: Readonly<Record<keyof FrameSuiteOptions, true>> = {
	name: true,
	corpus: true,
	patterns: true,
	prompt: true,
	timeoutMs: true,
};
