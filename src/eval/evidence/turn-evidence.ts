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
	tellsTokens,
} from './generation-evidence.ts';

/** Failures of a transcript that tells of something else, or in two ways: nothing of the turn can be judged. */
export const CAPTURE_FAILURES = { foreign: 'foreign', contradictory: 'contradictory' } as const;

/** Whether a transcript answers something else, or tells two things: no call in it is one that the prompt asked for. */
export function isForeign({ failure }: Pick<Transcript, 'failure'>): boolean {
	return failure === CAPTURE_FAILURES.foreign || failure === CAPTURE_FAILURES.contradictory;
}

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
	// What was cut or not read in a turn before could have been the first call.
	const generations = untilCall ? shown.slice(0, -1) : shown;
	const read = generations.filter(({ finish }) => !wasCutOff(finish));
	if (read.some((generation) => holdsUnreadCall(generation, turn.tools))) return 'unreadable';
	if (untilCall) return causeOfGenerations({ error: turn.error, generations }) ?? causeOfCutCall(turn);
	if (turn.failure !== undefined) return causeOfFailure(turn.failure);
	if (turn.generations.length === 0) return turn.error === undefined ? 'not-recorded' : 'engine-failed';
	// The app goes on behind a call, also where its generation was cut: further calls may be missing.
	return causeOfGenerations(turn);
}

/** Why a whole transcript is not all that the model would have written, by its first generation that is not; undefined where it is. */
export function causeOfTranscript({
	failure,
	error,
	generations,
}: Pick<Transcript, 'failure' | 'error' | 'generations'>): UnscoredCause | undefined {
	if (failure !== undefined) return UNJUDGED.get(failure) ?? causeOfFailure(failure);
	return causeOfGenerations({ error, generations });
}

/** That of the first generation that is not all. */
function causeOfGenerations({ error, generations }: Pick<Turn, 'error' | 'generations'>): UnscoredCause | undefined {
	for (const generation of generations) {
		const cause = causeOfGeneration(generation, error);
		if (cause !== undefined) return cause;
	}
	return undefined;
}

/** The end of a generation in the middle of its call: half a name, or arguments that were still to come. */
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
]);

/**
 * Why the text before a turn's first call cannot be taken for its prefix: the server refuses beside it, or a call leaked
 * or half the mark of one into the text, which is then the first. An engine that tells its tokens shows what the model
 * wrote, calls included.
 */
function doubtOfPrefix({ generations, callGeneration = 0, prefix = '', tools }: Turn): UnscoredCause | undefined {
	const generation = generations[callGeneration];
	if (generation === undefined) return undefined;
	if (generation.finish.raw === FINISH_WORDS.refusal) return 'refused-by-server';
	return !tellsTokens(generation.tokens) && (leaksCall(prefix, tools) || endsInOpener(prefix))
		? 'unreadable'
		: undefined;
}

/** What more is known of why a turn shows nothing. */
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
	if (generations.some(({ finish }) => finish.raw === FINISH_WORDS.untoldArguments))
		return message('score.call-without-arguments');
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
