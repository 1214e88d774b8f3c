import { isJsonObject, type JsonObject } from '../base/json.ts';
import { english, message, type Said } from '../base/message.ts';
import type { EvaluatedRun } from '../eval/header.ts';
import { OWN_CODE, type SampleResult } from '../eval/sample.ts';
import type { Score } from '../eval/score.ts';
import { countReasons } from '../stats/counts.ts';
import { appWords, type BadResult } from '../text/app-words.ts';
import type { ToolResult } from '../tool/tool.ts';

/** Failures of the user's code: a tool's handler, a scorer or a suite. */
export interface OwnFailure {
	readonly what: 'tool' | 'scorer' | 'suite';
	/** Of the tool, the scorer or the suite. */
	readonly name: string;
	/** Of a scorer. */
	readonly suite?: string;
	/** Failures, of the calls that reached the handler, or the samples of the scorer or suite. */
	readonly count: number;
	readonly of: number;
	/** The most frequent failure, in one line. */
	readonly said: Said;
	/** Number of other failures. */
	readonly otherWays: number;
}

/** Every tool, scorer and suite of the run that failed, the most frequent first. */
export function ownFailures({ header, samples }: EvaluatedRun): readonly OwnFailure[] {
	const tools = failuresOf('tool', samples.flatMap(toolOutcomes));
	// Counting is skipped for the usual run without failures.
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

/** One call of a handler, scorer or suite, with its failure. */
interface Outcome {
	readonly name: string;
	readonly said?: Said;
}

function failuresOf(what: OwnFailure['what'], outcomes: readonly Outcome[], suite?: string): readonly OwnFailure[] {
	return [...Map.groupBy(outcomes, ({ name }) => name)].flatMap(([name, own]) => {
		const failed = own.flatMap(({ said }) => said ?? []);
		const ways = countReasons(failed.map((said) => english(said)));
		const said = failed.find((one) => english(one) === ways[0]?.reason);
		if (said === undefined) return [];
		return [{ what, name, suite, count: failed.length, of: own.length, said, otherWays: ways.length - 1 }];
	});
}

/** Calls that did not reach their handler do not count. */
function toolOutcomes({ transcript: { messages = [], facts } }: SampleResult): readonly Outcome[] {
	const logged = Map.groupBy(dispatchErrors(facts), ({ tool }) => tool);
	return messages.flatMap((message): readonly Outcome[] => {
		if (message.role !== 'tool-call' || !isHandled(message.result)) return [];
		const { call, result } = message;
		if (!isFailure(result)) return [{ name: call.name }];
		if (result.code !== 'handler_error') return [{ name: call.name, said: oneLine(result.reason) }];
		return [{ name: call.name, said: logged.get(call.name)?.shift()?.said ?? reasonOf(result) }];
	});
}

function isHandled(result: ToolResult): boolean {
	return result.type === 'ok' || (result.type === 'error' && !REFUSED.has(result.code));
}

/** An error that the handler returned is a rule of the app, not a failure. */
function isFailure(result: ToolResult): result is ToolResult & { readonly type: 'error' } {
	return result.type === 'error' && (result.code === 'handler_error' || result.kind === 'exception');
}

const REFUSED: ReadonlySet<string> = new Set(['unknown_tool', 'validation']);

/** Without a dispatcher entry: the text the model read, without the app's words around it. */
function reasonOf({ reason, kind }: Extract<ToolResult, { readonly type: 'error' }>): Said {
	for (const words of [appWords('ko'), appWords('en')]) {
		if (!reason.startsWith(words.toolFailed(''))) continue;
		const why = reason.slice(words.toolFailed('').length);
		const bad = BAD_RESULTS.find((one) => words.badResults[one] === why);
		if (bad !== undefined) return message(`tool.${bad}`, {});
		if (kind === 'exception') return message('score.code-threw', { thrown: oneLine(why) });
	}
	return oneLine(reason);
}

const BAD_RESULTS = Object.keys(appWords('en').badResults) as BadResult[];

interface LoggedError {
	readonly tool: string;
	readonly said: Said | undefined;
}

/** Handler failures that the app's dispatcher logged, in order, in more detail than the model reads. */
function dispatchErrors({ dispatch }: JsonObject): readonly LoggedError[] {
	if (!Array.isArray(dispatch)) return [];
	return dispatch.filter(isJsonObject).flatMap(({ event, tool, error, problem }): LoggedError[] => {
		if (event !== 'tool_error' || typeof tool !== 'string') return [];
		if (typeof problem === 'string') return [{ tool, said: badResultOf(problem) }];
		const thrown = typeof error === 'string' ? oneLine(error) : '';
		const said = thrown === '' ? undefined : message('score.code-threw', { thrown });
		return [{ tool, said }];
	});
}

function badResultOf(problem: string): Said {
	const words = appWords('en').badResults;
	const bad = BAD_RESULTS.find((one) => problem === words[one] || problem.startsWith(`${words[one]}: `));
	if (bad === undefined) return oneLine(problem);
	const detail = oneLine(problem.slice(words[bad].length + 2));
	return message(`tool.${bad}`, detail === '' ? {} : { detail });
}

/** Drops the sample's id from the failure, so that equal failures are counted together. */
function wholeOutcome({ suite, sampleId, transcript: { failure, failureDetail = OWN_CODE } }: SampleResult): Outcome {
	if (failure !== OWN_CODE) return { name: suite };
	const sample = `suite ${suite}: sample ${sampleId}: `;
	const within = (place: string): string => (place.startsWith(sample) ? place.slice(sample.length) : place);
	if (typeof failureDetail === 'string') return { name: suite, said: oneLine(within(failureDetail)) };
	const { code, params } = failureDetail;
	const { place } = params;
	return {
		name: suite,
		said: { code, params: typeof place === 'string' ? { ...params, place: within(place) } : params },
	};
}

function scorerOutcomes(scores: SampleResult['scores']): readonly Outcome[] {
	return Object.entries(scores).flatMap(([name, score]) => {
		if (score.unscored === undefined) return [{ name }];
		if (!isFailedScorer(score)) return [];
		const { detail = score.unscored } = score;
		return [{ name, said: typeof detail === 'string' ? oneLine(detail) : detail }];
	});
}

function isFailedScorer({ unscored }: Score): boolean {
	return unscored === 'scorer-failed';
}

function oneLine(text: string): string {
	const line = text
		.slice(0, 4 * MAX_CHARS)
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS).toWellFormed()}…` : line;
}

const MAX_CHARS = 200;
