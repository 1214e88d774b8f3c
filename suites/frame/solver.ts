import { ConfigError } from '../../src/base/errors.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { message } from '../../src/base/message.ts';
import type { ChatMessage } from '../../src/chat/turn-loop.ts';
import { structuredConversation } from '../../src/eval/define/app-turn.ts';
import type { Solution, SolveContext } from '../../src/eval/suite.ts';
import type { FrameCandidate, FramePattern } from '../../src/frame/candidates.ts';
import { frameSystemSection } from '../../src/frame/prompt.ts';
import {
	explainSuggestion,
	GenerationTimeoutError,
	isSuggestTimeout,
	type StructuredModel,
	type SuggestLogEntry,
} from '../../src/frame/suggest.ts';
import type { GenerationRecord } from '../../src/model/generation.ts';
import type { FrameSample } from './sample.ts';

/** What all wishes of the suite share. */
interface Asking {
	readonly patterns: readonly FramePattern[];
	readonly template: string | undefined;
	readonly timeoutMs: number;
}

/** Suggests frames for a wish as the app does, and keeps the model's answer for rescoring. */
export async function solveFrame(
	sample: FrameSample,
	variant: string,
	context: SolveContext,
	{ patterns, template, timeoutMs }: Asking,
): Promise<Solution> {
	const answer: { response?: JsonObject; error?: string } = {};
	const model = structuredConversation((tool) =>
		context.openConversation({
			tools: [tool],
			sharedUserText: frameSystemSection(template),
			deadlineMs: timeoutMs,
			...(variant === 'constrained' && { constrainTo: tool.name }),
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
			// An engine that ignores deadline and abort must finish before the next sample.
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

/** Keeps the model's answer for rescoring. */
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

/** Throws ConfigError for a timeout out of range. */
export function requireTimeout(suite: string, timeoutMs: number): void {
	if (isSuggestTimeout(timeoutMs)) return;
	throw new ConfigError(message('suite.timeout', { suite, ms: timeoutMs }));
}

/** A model with the app's timeout; later answers are dropped. */
interface TimedModel extends StructuredModel {
	/** Whether the app had given up, also if no answer came. */
	timedOut(): boolean;
}

/**
 * Rejects answers after the timeout with GenerationTimeoutError. Measured on the generation's clock, so that a replay
 * agrees, whether or not the engine respects its deadline or an abort. Waits until the engine is idle, as the next
 * sample needs it.
 */
function withTimeout(model: StructuredModel, timeoutMs: number, generations: readonly GenerationRecord[]): TimedModel {
	let inTime = false;
	return {
		timedOut: () => !inTime,
		async generateStructured(prompt, tool, { signal }) {
			const patience = new AbortController();
			const timer = setTimeout(() => patience.abort(), timeoutMs + GRACE_MS);
			const isLate = (): boolean => cameLate(generations.at(-1), tool.name, timeoutMs) ?? patience.signal.aborted;
			try {
				const answer = await model.generateStructured(prompt, tool, {
					signal: AbortSignal.any([signal, patience.signal]),
				});
				inTime = !isLate();
				if (inTime) return answer;
			} catch (error) {
				inTime = !isLate();
				if (inTime) throw error;
			} finally {
				clearTimeout(timer);
			}
			throw new GenerationTimeoutError(`no answer within ${timeoutMs} ms`);
		},
	};
}

/** The engine's own deadline comes first; the abort is for engines that ignore it. */
const GRACE_MS = 1000;

/** Clocks differ: a timer or an engine may stop slightly early. */
const CLOCK_SLACK_MS = 100;

/** Whether the demanded call, or the end without one, was late; undefined without a generation. */
function cameLate(generation: GenerationRecord | undefined, toolName: string, timeoutMs: number): boolean | undefined {
	if (generation === undefined) return undefined;
	const { events, finish, timings } = generation;
	const called = events.find((event) => event.type === 'call' && event.call.name === toolName);
	if (called?.type === 'call') return called.atMs > timeoutMs;
	const ended = finish.unified === 'stop' || finish.unified === 'tool-call' || finish.unified === 'length';
	return timings.totalMs > (ended ? timeoutMs : timeoutMs - CLOCK_SLACK_MS);
}

/** Logs of a suggestion as facts of its transcript, without latency: facts are equal for equal seeds. */
class SuggestionFacts {
	readonly #entries: JsonObject[] = [];

	/** An answer may have many skipped candidates. A missing pattern is a warning of the whole run. */
	add({ event, failure, errorType, reason }: SuggestLogEntry): void {
		if (event === 'no-patterns' || this.#entries.length === MOST_ENTRIES) return;
		this.#entries.push({
			event,
			...(failure !== undefined && { failure }),
			...(errorType !== undefined && { errorType }),
			...(reason !== undefined && { reason }),
		});
	}

	/** Absent if nothing was logged. */
	entries(): readonly JsonObject[] | undefined {
		return this.#entries.length === 0 ? undefined : this.#entries;
	}
}

const MOST_ENTRIES = 50;

/** The suggestion as a readable conversation: the wish, the model's text, what the app would show. */
function suggestionMessages(
	wish: string,
	generations: readonly GenerationRecord[],
	shown: readonly FrameCandidate[],
): readonly ChatMessage[] {
	const messages: ChatMessage[] = [{ role: 'user', text: wish }];
	let text = '';
	const speak = (): void => {
		if (text.trim() !== '') messages.push({ role: 'model', text: text.trim() });
		text = '';
	};
	for (const event of generations.flatMap((generation) => generation.events)) {
		if (event.type === 'text') text += event.text;
		if (event.type === 'call') {
			speak();
			const frames = shown.map(({ level, framedText }) => ({ level, framed_text: framedText }));
			messages.push({ role: 'tool-call', call: event.call, result: { type: 'ok', data: { shown: frames } } });
		}
		if (event.type === 'malformed') {
			speak();
			messages.push({ role: 'malformed-call', reason: event.reason, raw: event.raw });
		}
	}
	speak();
	return messages;
}
