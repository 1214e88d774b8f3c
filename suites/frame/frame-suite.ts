import {
	type CorpusIdentity,
	explainSuggestion,
	type FramePattern,
	frameDetail,
	frameSystemSection,
	type JsonObject,
	type Score,
	type Solution,
	type SolveContext,
	type StructuredModel,
	type Suite,
	structuredConversation,
	type Transcript,
} from '../../src/index.ts';
import { type FrameSample, frameSampleFromLog, frameSampleToLog } from './frame-sample.ts';
import { suggestionMessages } from './suggestion-messages.ts';

export interface FrameSuiteOptions {
	readonly samples: readonly FrameSample[];
	readonly corpus: CorpusIdentity;
	/** The catalog: few-shot pool and known examples. */
	readonly patterns: readonly FramePattern[];
	/** Text of the frame prompt; seed 003's where absent. */
	readonly template?: string;
}

/**
 * Are the model's frames usable (seed 003)? The prompt demands one call of `emit_frame_candidates`, decoded freely or
 * constrained to the tool's schema. Scores: `valid` (at least one accepted L2 or L3 candidate) with its reason,
 * `candidates` accepted and `candidatesReturned`.
 */
export function frameSuite(options: FrameSuiteOptions): Suite<FrameSample> {
	const { samples, corpus, patterns } = options;
	return {
		name: 'frame',
		version: '1',
		corpus,
		samples,
		arms: [{ name: 'free' }, { name: 'constrained', needsGrammar: true }],
		solve: (sample, arm, context) => solveFrame(sample, arm, context, options),
		score: (sample, transcript) => scoreFrame(sample, transcript, patterns),
		toLog: frameSampleToLog,
		fromLog: frameSampleFromLog,
	};
}

async function solveFrame(
	sample: FrameSample,
	arm: string,
	context: SolveContext,
	{ patterns, template }: FrameSuiteOptions,
): Promise<Solution> {
	const answer: { response?: JsonObject; error?: string } = {};
	const model = structuredConversation((tool) =>
		context.openConversation({
			tools: [tool],
			sharedUserText: frameSystemSection(template),
			...(arm === 'constrained' ? { constrainTo: tool.name } : {}),
		}),
	);
	const { failure, candidates } = await explainSuggestion(
		{
			rawText: sample.input,
			habitType: sample.habitType,
			...(sample.anchorHint === undefined ? {} : { anchorHint: sample.anchorHint }),
		},
		{
			llm: watched(model, answer),
			framePatterns: patterns,
			// The engine's own deadline comes first; this one is for engines that heed none.
			timeoutMs: context.deadlineMs + DEADLINE_SLACK_MS,
			...(template === undefined ? {} : { template }),
			...(context.signal === undefined ? {} : { signal: context.signal }),
		},
	);
	return {
		messages: suggestionMessages(sample.input, context.generations, candidates),
		facts: {
			...(answer.response === undefined ? {} : { response: answer.response }),
			...(failure === undefined ? {} : { failure }),
		},
		...(answer.error === undefined || failure !== 'engine' ? {} : { error: answer.error }),
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

function scoreFrame(
	sample: FrameSample,
	transcript: Transcript,
	patterns: readonly FramePattern[],
): Readonly<Record<string, Score>> {
	const { valid, reason, accepted, candidates } = frameDetail(frameSampleToLog(sample), transcript, patterns);
	return {
		valid: valid ? { value: true } : { value: false, ...(reason === undefined ? {} : { reason }) },
		candidates: { value: accepted },
		candidatesReturned: { value: candidates.length },
	};
}
