import type { EngineFailure } from '../../errors/gemmark-error.ts';
import { OWN_CODE } from '../evaluate/own-code.ts';
import type { LoggedGeneration, Transcript } from '../sample.ts';
import { TOO_LARGE, UNCONFIRMED, UNLOGGABLE } from '../sample.ts';
import { endsInOpenCall } from '../turn/open-call.ts';
import type { Turn } from '../turn/turn.ts';
import { doubtOfPrefix } from './doubtful-prefix.ts';
import type { UnscoredCause } from './score.ts';
import { isBlank, swallowsText } from './swallowed-text.ts';
import { holdsUnreadCall, tellsTokens } from './unread-call.ts';

/** The engine's word for the end of a captured generation: none, for an app does not tell it. */
export const CAPTURED = 'captured';

/** Whether an app that was captured tells of it. */
export function isCaptured({ finish }: LoggedGeneration): boolean {
	return finish.raw === CAPTURED;
}

/** Failures of a transcript that tells of something else, or in two ways: nothing of the turn can be judged. */
export const CAPTURE_FAILURES = { foreign: 'foreign', contradictory: 'contradictory' } as const;

/** Why nothing at all can be said of a turn, whatever a scorer needs. */
export function unjudged({ failure }: Turn): UnscoredCause | undefined {
	return failure === undefined ? undefined : UNJUDGED.get(failure);
}

const UNJUDGED: ReadonlyMap<string, UnscoredCause> = new Map([
	[OWN_CODE, 'own-code-failed'],
	[TOO_LARGE, 'too-large'],
	[UNLOGGABLE, 'engine-failed'],
	[UNCONFIRMED, 'unconfirmed'],
	[CAPTURE_FAILURES.foreign, 'foreign'],
	[CAPTURE_FAILURES.contradictory, 'contradictory'],
]);

/**
 * Why a turn does not show what a score rests on; undefined where it does. A generation that was cut still
 * shows its first call once that is complete, and with it the text before. Asked once of a turn, however many scorers ask.
 */
export function missingEvidence(turn: Turn, needs: 'turn' | 'first-call'): UnscoredCause | undefined {
	// What messages alone tell of a call, no generation shows.
	const untilCall = needs === 'first-call' && turn.callGeneration !== undefined;
	const known = untilCall ? knownUntilCall : knownOfTurn;
	const before = known.get(turn) ?? { cause: causeOfTurn(turn, untilCall) };
	known.set(turn, before);
	return before.cause;
}

interface KnownCause {
	readonly cause: UnscoredCause | undefined;
}
const knownOfTurn = new WeakMap<Turn, KnownCause>();
const knownUntilCall = new WeakMap<Turn, KnownCause>();

function causeOfTurn(turn: Turn, untilCall: boolean): UnscoredCause | undefined {
	const whole = unjudged(turn);
	if (whole !== undefined) return whole;
	const shown = untilCall ? turn.generations.slice(0, (turn.callGeneration ?? 0) + 1) : turn.generations;
	if (!shown.every(isWholePrompt)) return 'cut-context-full';
	const doubt = turn.call === undefined ? undefined : doubtOfPrefix(turn);
	if (doubt !== undefined) return doubt;
	if (untilCall) return causeOfCutCall(turn);
	if (turn.generations.some((generation) => holdsUnreadCall(generation, turn.tools))) return 'unreadable';
	if (turn.failure !== undefined) return causeOfFailure(turn.failure);
	if (turn.generations.length === 0) return turn.error === undefined ? 'not-recorded' : 'engine-failed';
	// The app goes on behind a call, also where its generation was cut: further calls may be missing.
	for (const generation of turn.generations) {
		const cause = causeOfGeneration(generation, turn.error);
		if (cause !== undefined) return cause;
	}
	return undefined;
}

/** Whether the model saw all of the prompt, as far as its runner tells. */
export function isWholePrompt({ finish }: LoggedGeneration): boolean {
	return !LOST_PROMPT.test(finish.raw);
}

/** How a runner says that the model saw a part of its prompt only: then even a whole call answers something else. */
const LOST_PROMPT = /^context: prompt cut/u;

/** Why a whole transcript is not all that the model would have written, by its first generation that is not; undefined where it is. */
export function causeOfTranscript({
	failure,
	error,
	generations,
}: Pick<Transcript, 'failure' | 'error' | 'generations'>): UnscoredCause | undefined {
	if (failure !== undefined) return UNJUDGED.get(failure) ?? causeOfFailure(failure);
	for (const generation of generations) {
		const cause = causeOfGeneration(generation, error);
		if (cause !== undefined) return cause;
	}
	return undefined;
}

/** Why one generation is not all that the model would have written; undefined where it is. `error` is its turn's. */
export function causeOfGeneration(generation: LoggedGeneration, error?: string): UnscoredCause | undefined {
	if (mayBeCutInCall(generation)) return 'not-recorded';
	const cause = causeOfFinish(generation.finish, error);
	if (cause !== undefined) return cause;
	if (isCaptured(generation) && isBlank(generation)) return 'not-recorded';
	if (isEmptyAnswer(generation)) return 'engine-failed';
	return swallowsText(generation) || dropsItsCall(generation) ? 'swallowed-by-engine' : undefined;
}

/** The end of a generation in the middle of its call: half a name, or arguments that were still to come. */
function causeOfCutCall(turn: Turn): UnscoredCause | undefined {
	const generation = turn.generations[turn.callGeneration ?? 0];
	const last = generation?.events.at(-1);
	if (generation === undefined || last?.type !== 'call' || last.call.id !== turn.call?.id) return undefined;
	if (!endsInOpenCall(generation)) return undefined;
	return mayBeCutInCall(generation) ? 'not-recorded' : causeOfFinish(generation.finish, turn.error);
}

/** Whether an app tells a call without its end, and not whether its tokens were over there. */
function mayBeCutInCall(generation: LoggedGeneration): boolean {
	return isCaptured(generation) && generation.finish.unified === 'unknown' && endsInOpenCall(generation);
}

/**
 * A server that says it ends with a call, or ended at the token behind which answers to calls stand, and shows none. An
 * engine that tells its tokens shows what the model wrote; also that it wrote none.
 */
function dropsItsCall({ finish, events, tokens, usage }: LoggedGeneration): boolean {
	if (tellsTokens(tokens) || (tokens !== undefined && usage.outputTokens === 0)) return false;
	if (finish.unified !== 'tool-call' && !RESPONSE_OPENER.test(finish.raw)) return false;
	return !events.some(({ type }) => type === 'call' || type === 'malformed');
}

/** Of every dialect that stops there. */
const RESPONSE_OPENER = /<\|tool_response>|<start_function_response>|```tool_output/u;

/** A server's runner tells it: an empty list of tokens may also be our own engine's, at a first token that ends the turn. */
const EMPTY = 'empty answer';

/** An answer of an engine that tells no tokens, without a word, a call, a thought or a count: nothing that a model made. */
function isEmptyAnswer(generation: LoggedGeneration): boolean {
	const { finish, tokens, usage } = generation;
	if (finish.raw === EMPTY) return true;
	if (tokens !== undefined || finish.unified !== 'stop' || (usage.outputTokens ?? 0) > 0) return false;
	return isBlank(generation);
}

function causeOfFinish(finish: LoggedGeneration['finish'], error: string | undefined): UnscoredCause | undefined {
	switch (finish.unified) {
		case 'length':
			return finish.raw.includes('context') ? 'cut-context-full' : 'cut-length';
		case 'deadline':
			return 'cut-deadline';
		case 'aborted':
			return 'interrupted';
		case 'unknown':
			if (REFUSALS.has(finish.raw)) return 'refused-by-server';
			if (finish.raw === UNTOLD_ARGUMENTS) return 'swallowed-by-engine';
			// A captured app tells no reason; that its turn failed it tells.
			return finish.raw === CAPTURED && error === undefined ? undefined : 'engine-failed';
		case 'stop':
		case 'tool-call':
			return undefined;
	}
}

/** A refusal in place of an answer, and the word of OpenAI's API for a filter that cut it. */
const REFUSALS: ReadonlySet<string> = new Set(['refusal', 'content_filter']);

/** A server tells a call, and not the arguments that its tool needs. */
const UNTOLD_ARGUMENTS = 'call without arguments';

/** What more is known of why a turn shows nothing. */
export function missingDetail(
	{ generations, messages, error, failureDetail }: Turn,
	cause: UnscoredCause,
): string | undefined {
	const last = generations.at(-1);
	if (cause === 'cut-length') {
		const other = generations.find(({ finish }) => finish.limit !== undefined)?.finish.raw;
		if (other !== undefined) return other;
		if (last !== undefined && isAllThought(last)) return ALL_THOUGHT;
	}
	if (generations.some(({ finish }) => finish.raw === UNTOLD_ARGUMENTS)) return NO_ARGUMENTS;
	if (cause === 'not-recorded' && last === undefined && messages.length > 0) return failureDetail ?? MESSAGES_ALONE;
	if (cause === 'not-recorded' && generations.some(mayBeCutInCall)) return OPEN_CALL;
	return failureDetail ?? error ?? (generations.some(isEmptyAnswer) ? EMPTY_ANSWER : undefined);
}

const MESSAGES_ALONE =
	"no generation went through the solver's context, and only a scorer with needs: 'own' judges messages alone";

const OPEN_CALL = 'a call has no end, and the capture does not tell whether its generation was cut there';

const NO_ARGUMENTS = 'the server tells a call without the arguments that its tool needs';

const EMPTY_ANSWER = 'the answer is empty: no text, no call and no counted token';

export const ALL_THOUGHT = 'all tokens went into thought';

function isAllThought({ events, usage: { thoughtTokens, outputTokens } }: LoggedGeneration): boolean {
	const said = events.some(
		(event) => event.type !== 'thinking' && !(event.type === 'text' && event.text.trim() === ''),
	);
	if (said) return false;
	return (
		events.some(({ type }) => type === 'thinking') || (thoughtTokens !== undefined && thoughtTokens === outputTokens)
	);
}

function causeOfFailure(failure: string): UnscoredCause {
	return CAUSES.get(failure) ?? 'engine-failed';
}

const CAUSES: ReadonlyMap<string, UnscoredCause> = new Map<EngineFailure, UnscoredCause>([
	['context-overflow', 'cut-context-full'],
	['generation-timeout', 'cut-deadline'],
	['not-recorded', 'not-recorded'],
]);
