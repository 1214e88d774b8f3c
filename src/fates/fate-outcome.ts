import { openedCall } from '../dialects/opened/opened-call.ts';
import { sameJson } from '../json/json-value.ts';
import type { Attempt } from './call-attempts.ts';
import type { EngineAnswer, FateCall, KnownTool } from './engine-answer.ts';

export const FATE_OUTCOMES = [
	/** The app gets every call as the model wrote it, and the user sees nothing of it. */
	'call',
	/** The app gets as many calls, with another name or other arguments. */
	'changed-arguments',
	/** There is no call, and the user reads what the model said. */
	'text-shown',
	/** The user reads a call, or a part of one, as text; the app may get it as well. */
	'leaked',
	/** A call is neither handed to the app nor shown. */
	'swallowed',
	/** It depends on the parameters of a tool, and these are not known. */
	'not-known',
	/** The engine fails the turn. */
	'error',
	/** There is no call, and no words either. */
	'nothing',
] as const;
/** What an app would have got of one generation. */
export type FateOutcome = (typeof FATE_OUTCOMES)[number];

export interface Fate extends EngineAnswer {
	readonly outcome: FateOutcome;
	/** What the user reads of calls; empty where nothing leaks. */
	readonly leaked: string;
}

/** What became of a generation, by comparison of what the engine makes of it with what our own lenient reading takes for calls. */
export function fateOf(given: EngineAnswer, attempts: readonly Attempt[], tools: readonly KnownTool[] = []): Fate {
	const leaked = given.leaked ?? leakedIn(given.shown, attempts, tools);
	const orCalls = given.orCalls && !sameCalls(given.orCalls, given.calls) ? given.orCalls : undefined;
	return { ...given, orCalls, leaked, outcome: outcomeOf(given, orCalls, leaked, attempts) };
}

function outcomeOf(
	given: EngineAnswer,
	orCalls: readonly FateCall[] | undefined,
	leaked: string,
	attempts: readonly Attempt[],
): FateOutcome {
	if (given.error !== undefined) return 'error';
	if (leaked !== '') return 'leaked';
	const outcome = outcomeOfCalls(given, given.calls, attempts);
	if (orCalls === undefined) return outcome;
	// Between two extremes that both change a call there may be one that does not.
	const sure = outcome !== 'changed-arguments' && outcomeOfCalls(given, orCalls, attempts) === outcome;
	return sure ? outcome : 'not-known';
}

function outcomeOfCalls(
	{ shown }: EngineAnswer,
	calls: readonly FateCall[],
	attempts: readonly Attempt[],
): FateOutcome {
	const read = attempts.filter((attempt) => attempt.type === 'call');
	if (calls.length > 0) {
		if (calls.length < attempts.length) return 'swallowed';
		// What only the engine can read has nothing to be compared with.
		return read.length < attempts.length || read.length === 0 || sameCalls(calls, read) ? 'call' : 'changed-arguments';
	}
	if (attempts.length > 0) return 'swallowed';
	return shown.trim() === '' ? 'nothing' : 'text-shown';
}

function sameCalls(given: readonly FateCall[], read: readonly FateCall[]): boolean {
	return given.length === read.length && given.every((call, index) => sameCall(call, read[index]));
}

function sameCall(given: FateCall, read: FateCall | undefined): boolean {
	return given.name === read?.name && sameJson(given.arguments, read.arguments);
}

/** What special tokens leave of a call where an engine shows it without them. */
const CALL_TEXT = /<\|?tool_call\|?>|<(?:start|end)_function_call>|\bcall:[\w.-]+ ?[{(][^\n]*/u;

/** A call in another family's form is none to the model's own, and to the user it is. */
function leakedIn(shown: string, attempts: readonly Attempt[], tools: readonly KnownTool[]): string {
	const whole = attempts.map(({ raw }) => raw.trim()).filter((raw) => raw !== '' && shown.includes(raw));
	if (whole.length > 0) return whole.join('');
	const names = tools.map(({ name }) => name);
	return CALL_TEXT.exec(shown)?.[0] ?? openedCall(shown, names) ?? '';
}
