import {
	explainSuggestion,
	type FramePattern,
	frameSystemSection,
	type JsonObject,
	type Solution,
	type SolveContext,
	type StructuredModel,
	structuredConversation,
} from '../../src/index.ts';
import { withTimeout } from './app-timeout.ts';
import type { FrameSample } from './sample.ts';
import { SuggestionFacts } from './suggestion-facts.ts';
import { suggestionMessages } from './suggestion-messages.ts';

/** What every wish of the suite is asked with. */
export interface Asking {
	readonly patterns: readonly FramePattern[];
	readonly template: string | undefined;
	readonly timeoutMs: number;
}

/** Has a wish suggested as the app does it, and keeps what the model answered, so that it can be judged again. */
export async function solveFrame(
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
