import { isJsonObject, type JsonObject } from '../base/json.ts';
import { english } from '../base/message.ts';
import type { EvaluatedRun } from '../eval/run.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { Score } from '../eval/score.ts';
import { OWN_CODE } from '../eval/user-code.ts';
import { countReasons } from '../stats/counts.ts';
import { appWords, type BadResult } from '../text/app-words.ts';
import type { ToolResult } from '../tool/tool.ts';

/** A tool's handler, a scorer, or what asks a suite's samples, that failed: an operator's code, nothing that the model did. */
export interface OwnFailure {
	readonly what: 'tool' | 'scorer' | 'suite';
	/** Of the tool, the scorer or the suite. */
	readonly name: string;
	/** Of a scorer. */
	readonly suite?: string | undefined;
	/** How often it failed, of so many calls that reached the handler, or samples that scorer or suite was asked of. */
	readonly count: number;
	readonly of: number;
	/** What it threw most often, or what was wrong with what it gave; one line. */
	readonly said: string;
	/** Other things that it failed with. */
	readonly otherWays: number;
}

/** Every tool and scorer of the run that failed, and suite with samples that did as a whole, the most frequent first. */
export function ownFailures({ header, samples }: EvaluatedRun): readonly OwnFailure[] {
	const tools = failuresOf('tool', samples.flatMap(toolOutcomes));
	// Nearly no run has any: then nothing is counted.
	const scorers = header.suites.flatMap(({ name }) => {
		const own = samples.filter(({ suite }) => suite === name);
		if (!own.some(({ scores }) => Object.values(scores).some(isFailedScorer))) return [];
		return failuresOf(
			'scorer',
			own.flatMap(({ scores }) => scorerOutcomes(scores)),
			name,
		);
	});
	const failed = samples.some(({ transcript }) => transcript.failure === OWN_CODE);
	const suites = failed ? failuresOf('suite', samples.map(wholeOutcome)) : [];
	return [...tools, ...scorers, ...suites].sort((one, other) => other.count - one.count);
}

/** One call of a handler, of a scorer, or of what asks a sample. `said` stands where it failed. */
interface Outcome {
	readonly name: string;
	readonly said?: string | undefined;
}

function failuresOf(what: OwnFailure['what'], outcomes: readonly Outcome[], suite?: string): readonly OwnFailure[] {
	return [...Map.groupBy(outcomes, ({ name }) => name)].flatMap(([name, own]) => {
		const reasons = countReasons(own.map(({ said }) => said));
		const [most] = reasons;
		if (most === undefined) return [];
		const count = reasons.reduce((sum, reason) => sum + reason.count, 0);
		return [{ what, name, suite, count, of: own.length, said: most.reason, otherWays: reasons.length - 1 }];
	});
}

/** Calls that were refused before their handler, or by the user, tell nothing of it. */
function toolOutcomes({ transcript: { messages = [], facts } }: SampleResult): readonly Outcome[] {
	const told = Map.groupBy(dispatchErrors(facts), ({ tool }) => tool);
	return messages.flatMap((message): readonly Outcome[] => {
		if (message.role !== 'tool-call' || !isHandled(message.result)) return [];
		const { call, result } = message;
		if (!isFailure(result)) return [{ name: call.name }];
		if (result.code !== 'handler_error') return [{ name: call.name, said: oneLine(result.reason) }];
		const own = told.get(call.name)?.shift();
		return [{ name: call.name, said: oneLine(own?.said ?? reasonOf(result)) }];
	});
}

function isHandled(result: ToolResult): boolean {
	return result.type === 'ok' || (result.type === 'error' && !REFUSED.has(result.code));
}

/** An error that the handler answered with is a rule of the app, and no failure. */
function isFailure(result: ToolResult): result is ToolResult & { readonly type: 'error' } {
	return result.type === 'error' && (result.code === 'handler_error' || result.kind === 'exception');
}

const REFUSED: ReadonlySet<string> = new Set(['unknown_tool', 'validation']);

/** Of a log without more, what the model read, less the words of the app's language around it. */
function reasonOf({ reason, kind }: Extract<ToolResult, { readonly type: 'error' }>): string {
	for (const words of [appWords('ko'), appWords('en')]) {
		const why = reason.startsWith(words.toolFailed('')) ? reason.slice(words.toolFailed('').length) : undefined;
		const bad = Object.entries(words.badResults).find(([, said]) => said === why)?.[0] as BadResult | undefined;
		if (bad !== undefined) return appWords('en').badResults[bad];
		if (why !== undefined && kind === 'exception') return `throws ${why}`;
	}
	return reason;
}

/** What the app's dispatcher told of its failing handlers, in order: more than the model and the user may read. */
function dispatchErrors({ dispatch }: JsonObject): { readonly tool: string; readonly said: string | undefined }[] {
	if (!Array.isArray(dispatch)) return [];
	return dispatch.filter(isJsonObject).flatMap(({ event, tool, error, problem }) => {
		if (event !== 'tool_error' || typeof tool !== 'string') return [];
		if (typeof problem === 'string') return [{ tool, said: problem }];
		return [{ tool, said: typeof error === 'string' && error.trim() !== '' ? `throws ${error}` : undefined }];
	});
}

/** What failed is the same in every sample: its place in the suite is left out. */
function wholeOutcome({ suite, sampleId, transcript: { failure, failureDetail = OWN_CODE } }: SampleResult): Outcome {
	const place = `suite ${suite}: sample ${sampleId}: `;
	if (failure !== OWN_CODE) return { name: suite };
	const said = english(failureDetail);
	return {
		name: suite,
		said: oneLine(said.startsWith(place) ? said.slice(place.length) : said),
	};
}

function scorerOutcomes(scores: SampleResult['scores']): readonly Outcome[] {
	return Object.entries(scores).flatMap(([name, score]) => {
		if (score.unscored === undefined) return [{ name }];
		return isFailedScorer(score) ? [{ name, said: oneLine(english(score.detail ?? score.unscored)) }] : [];
	});
}

function isFailedScorer({ unscored }: Score): boolean {
	return unscored === 'scorer-failed';
}

function oneLine(text: string): string {
	const line = text
		.slice(0, 4 * MOST_CHARS)
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS).toWellFormed()}…` : line;
}

const MOST_CHARS = 200;
