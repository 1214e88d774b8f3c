import { z } from 'zod';
import { jsonObject, type Parsed, text } from '../base/border.ts';
import { type JsonObject, sameJson } from '../base/json.ts';
import type { ParsedSpan } from '../dialects/dialect.ts';
import { dialectNamed } from '../dialects/dialects.ts';
import { openedCall } from '../dialects/syntax/opened-call.ts';

/** A tool that was declared to the model, as far as it is known. */
export interface KnownTool extends Parsed<typeof knownTool> {}

/** `parameters`: JSON Schema. */
export const knownTool = z.looseObject({ name: text, parameters: jsonObject.optional() });

/** Whether no call can depend on parameters that are not known. */
export function knowsParameters(tools: readonly KnownTool[] | undefined): boolean {
	return tools?.every(({ parameters }) => parameters !== undefined) ?? false;
}

/** A call as an engine hands it to the app. */
export interface FateCall {
	readonly name: string;
	readonly arguments: JsonObject;
}

/** What an engine makes of one generation. */
export interface EngineAnswer {
	readonly calls: readonly FateCall[];
	/** The other extreme of what the calls may be, where it depends on parameters that are not known; `calls` are those without any. */
	readonly orCalls?: readonly FateCall[];
	/** What the user reads. */
	readonly shown: string;
	/** Of what is shown, calls in a form that is not the model's own; absent: those of the model are looked for. */
	readonly leaked?: string;
	/** What the engine's own history keeps; absent where the app keeps it. */
	readonly saved?: string;
	/** What was shown and is not kept. */
	readonly lost?: string;
	/** Why the engine fails the turn; `shown` came before. */
	readonly error?: string;
	/** What is odd about it, in one sentence. */
	readonly note?: string;
}

/** One engine's rules for reading what a model wrote, and where they were read. */
export interface EngineReader {
	/** Word for metrics and columns, `[a-z0-9-]+`. */
	readonly engine: string;
	/** Name for people. */
	readonly title: string;
	/** Version or commit that the rules are of. */
	readonly version: string;
	/** Repository and files that they were read from, and when. */
	readonly source: string;
	/**
	 * Plays one generation, its token texts in order. Without `tools` every name counts as declared, by a tool whose
	 * parameters are not known. Undefined where the engine's rules for the dialect are not known here, or brackets nest
	 * deeper than any call's. Never throws: what fails in the engine is `error`.
	 */
	read(pieces: readonly string[], dialect: string, tools?: readonly KnownTool[]): Fate | undefined;
}

/** An engine's rules as its file states them; outcomes follow from comparison with gemmark's lenient reading. */
interface EngineRules extends Omit<EngineReader, 'read'> {
	answer(pieces: readonly string[], dialect: string, tools: readonly KnownTool[] | undefined): EngineAnswer | undefined;
}

export function engineFate({ answer, ...identity }: EngineRules): EngineReader {
	return {
		...identity,
		read(pieces, dialect, tools) {
			if (nestsTooDeep(pieces)) return undefined;
			const given = answer(pieces, dialect, tools);
			return given === undefined ? undefined : fateOf(given, attemptsIn(pieces, dialect), tools);
		},
	};
}

/** A call, or what was meant as one, in a generation's raw text. */
type Attempt = Extract<ParsedSpan, { readonly type: 'call' | 'malformed' }>;

/** What gemmark's lenient reading takes for calls, read or not. */
export function attemptsIn(pieces: readonly string[], dialect: string): readonly Attempt[] {
	const before = known.get(pieces);
	if (before?.dialect === dialect) return before.attempts;
	const parser = dialectNamed(dialect).parser('lenient');
	const attempts = [...parser.push(pieces.join('')), ...parser.end()].filter(
		(span): span is Attempt => span.type === 'call' || span.type === 'malformed',
	);
	known.set(pieces, { dialect, attempts });
	return attempts;
}

/** Every engine asks for the same generation. */
const known = new WeakMap<readonly string[], { readonly dialect: string; readonly attempts: readonly Attempt[] }>();

/** Deeper than any call means it, and deep enough to end a reader that recurses. */
const MAX_DEPTH = 200;

/** Whether brackets nest deeper than any call's. */
function nestsTooDeep(pieces: readonly string[]): boolean {
	const before = knownDeep.get(pieces) ?? isDeep(pieces.join(''));
	knownDeep.set(pieces, before);
	return before;
}

const knownDeep = new WeakMap<readonly string[], boolean>();

function isDeep(text: string): boolean {
	let depth = 0;
	for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
		depth += bracket === '{' || bracket === '[' ? 1 : -1;
		if (depth > MAX_DEPTH) return true;
	}
	return false;
}

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
export type EngineOutcome = (typeof FATE_OUTCOMES)[number];

export interface Fate extends EngineAnswer {
	readonly outcome: EngineOutcome;
	/** What the user reads of calls; empty where nothing leaks. */
	readonly leaked: string;
}

/** What became of a generation, by comparison of what the engine makes of it with what gemmark's lenient reading takes for calls. */
function fateOf(given: EngineAnswer, attempts: readonly Attempt[], tools: readonly KnownTool[] = []): Fate {
	const leaked = given.leaked ?? leakedIn(given.shown, attempts, tools);
	const orCalls = given.orCalls && !sameCalls(given.orCalls, given.calls) ? given.orCalls : undefined;
	return { ...given, orCalls, leaked, outcome: outcomeOf(given, orCalls, leaked, attempts) };
}

function outcomeOf(
	given: EngineAnswer,
	orCalls: readonly FateCall[] | undefined,
	leaked: string,
	attempts: readonly Attempt[],
): EngineOutcome {
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
): EngineOutcome {
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
