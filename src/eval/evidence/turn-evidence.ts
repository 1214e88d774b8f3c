import type { EngineFailure } from '../../base/errors.ts';
import { message, type Said } from '../../base/message.ts';
import { FINISH_WORDS, wasCutOff } from '../../model/generation.ts';
import { type LoggedGeneration, OWN_CODE, TOO_LARGE, type Transcript, UNCONFIRMED, UNLOGGABLE } from '../sample.ts';
import type { UnscoredCause } from '../score.ts';
import { endsInOpenCall, type Turn } from '../turn.ts';
import {
	causeOfFinish,
	causeOfGeneration,
	endsInOpener,
	holdsUnreadCall,
	isEmptyAnswer,
	isWholePrompt,
	leaksCall,
	mayBeCutInCall,
	reportsTokens,
} from './generation-evidence.ts';

/** Failures of a transcript that answers another prompt, or contradicts itself. */
export const CAPTURE_FAILURES = { foreign: 'foreign', contradictory: 'contradictory' } as const;

/** Whether no call in a transcript answers the sample's prompt. */
export function isForeign({ failure }: Transcript): boolean {
	return failure === CAPTURE_FAILURES.foreign || failure === CAPTURE_FAILURES.contradictory;
}

/** Why a turn is unscored, whatever a scorer needs. */
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
 * Why a turn does not show what a score needs; undefined if it does. A cut generation still shows a complete first call
 * and the text before it. Cached per turn.
 */
export function missingEvidence(turn: Turn, needs: 'turn' | 'first-call'): UnscoredCause | undefined {
	// No generation shows a call that only messages report.
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
	// A cut or unparsed earlier generation could contain the first call.
	const generations = untilCall ? shown.slice(0, -1) : shown;
	const read = generations.filter(({ finish }) => !wasCutOff(finish));
	if (read.some((generation) => holdsUnreadCall(generation, turn.tools))) return 'unreadable';
	if (untilCall) return causeOfGenerations({ error: turn.error, generations }) ?? causeOfCutCall(turn);
	if (turn.failure !== undefined) return causeOfFailure(turn.failure);
	if (turn.generations.length === 0) return turn.error === undefined ? 'not-recorded' : 'engine-failed';
	// The app continues after a call even if its generation was cut, so later calls may be missing.
	return causeOfGenerations(turn);
}

/** Why a transcript is incomplete, by its first incomplete generation; undefined if complete. */
export function causeOfTranscript({
	failure,
	error,
	generations,
}: Pick<Transcript, 'failure' | 'error' | 'generations'>): UnscoredCause | undefined {
	if (failure !== undefined) return UNJUDGED.get(failure) ?? causeOfFailure(failure);
	return causeOfGenerations({ error, generations });
}

function causeOfGenerations({ error, generations }: Pick<Turn, 'error' | 'generations'>): UnscoredCause | undefined {
	for (const generation of generations) {
		const cause = causeOfGeneration(generation, error);
		if (cause !== undefined) return cause;
	}
	return undefined;
}

/** A generation that ended inside a call: half a name, or incomplete arguments. */
function causeOfCutCall(turn: Turn): UnscoredCause | undefined {
	const generation = turn.generations[turn.callGeneration ?? 0];
	const last = generation?.events.at(-1);
	if (generation === undefined || last?.type !== 'call' || last.call.id !== turn.call?.id) return undefined;
	if (!endsInOpenCall(generation)) return undefined;
	return mayBeCutInCall(generation) ? 'not-recorded' : causeOfFinish(generation.finish, turn.error);
}

function causeOfFailure(failure: string): UnscoredCause {
	return CAUSES.get(failure) ?? 'engine-failed';
}

const CAUSES: ReadonlyMap<string, UnscoredCause> = new Map<EngineFailure, UnscoredCause>([
	['context-overflow', 'cut-context-full'],
	['generation-timeout', 'cut-deadline'],
	['not-recorded', 'not-recorded'],
	['killed', 'killed'],
]);

/**
 * Why the text before a turn's first call may not be its prefix: the server refused as well, or an earlier call or part
 * of its marker leaked into the text. Not for engines that report their tokens.
 */
function doubtOfPrefix({ generations, callGeneration = 0, prefix = '', tools }: Turn): UnscoredCause | undefined {
	const generation = generations[callGeneration];
	if (generation === undefined) return undefined;
	if (generation.finish.raw === FINISH_WORDS.refusal) return 'refused-by-server';
	return !reportsTokens(generation.tokens) && (leaksCall(prefix, tools) || endsInOpener(prefix))
		? 'unreadable'
		: undefined;
}

/** Details of the cause, if known. */
export function missingDetail(
	{ generations, messages, error, failureDetail }: Turn,
	cause: UnscoredCause,
): Said | undefined {
	const last = generations.at(-1);
	if (cause === 'cut-length') {
		const other = generations.find(({ finish }) => finish.limit !== undefined)?.finish;
		if (other !== undefined) return other.said ?? other.raw;
		if (last !== undefined && isAllThought(last)) return message('score.all-thought');
	}
	if (generations.some(({ finish }) => finish.raw === FINISH_WORDS.missingArguments))
		return message('score.call-without-arguments');
	if (generations.some(({ finish }) => finish.raw === FINISH_WORDS.missingName))
		return message('score.call-without-name');
	if (cause === 'not-recorded' && last === undefined && messages.length > 0)
		return failureDetail ?? message('score.messages-alone');
	if (cause === 'not-recorded' && generations.some(mayBeCutInCall)) return message('score.call-cut');
	return failureDetail ?? error ?? (generations.some(isEmptyAnswer) ? message('score.empty-answer') : undefined);
}

function isAllThought({ events, usage: { thoughtTokens, outputTokens } }: LoggedGeneration): boolean {
	const said = events.some(
		(event) => event.type !== 'thinking' && !(event.type === 'text' && event.text.trim() === ''),
	);
	if (said) return false;
	return (
		events.some(({ type }) => type === 'thinking') || (thoughtTokens !== undefined && thoughtTokens === outputTokens)
	);
}
