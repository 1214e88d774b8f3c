import type { EngineFailure } from '../../errors/gemmark-error.ts';
import type { Repair } from '../../model/generation.ts';
import { OWN_CODE } from '../own-code.ts';
import type { LoggedGeneration } from '../sample.ts';
import { UNLOGGABLE } from '../sample.ts';
import type { Turn } from '../turn/turn.ts';
import { doubtOfPrefix } from './doubtful-prefix.ts';
import type { UnscoredCause } from './score.ts';
import { swallowsText } from './swallowed-text.ts';

/** Failures of a capture's transcript: nothing of the turn can be judged. */
export const CAPTURE_FAILURES = { foreign: 'foreign', contradictory: 'contradictory' } as const;

/** Why nothing at all can be said of a turn, whatever a scorer needs. */
export function unjudged({ failure }: Turn): UnscoredCause | undefined {
	return failure === undefined ? undefined : UNJUDGED.get(failure);
}

const UNJUDGED: ReadonlyMap<string, UnscoredCause> = new Map([
	[OWN_CODE, 'own-code-failed'],
	[UNLOGGABLE, 'engine-failed'],
	[CAPTURE_FAILURES.foreign, 'foreign'],
	[CAPTURE_FAILURES.contradictory, 'contradictory'],
]);

/**
 * Why a turn does not show what a score rests on; undefined where it does. A generation that was cut still
 * shows its first call once that is complete, and with it the text before.
 */
export function missingEvidence(turn: Turn, needs: 'turn' | 'first-call'): UnscoredCause | undefined {
	if (needs === 'first-call' && turn.call !== undefined) return doubtOfPrefix(turn) ?? causeOfCutCall(turn);
	if (turn.call === undefined && turn.generations.some(hidesItsCalls)) return 'unreadable';
	if (turn.failure !== undefined) return causeOfFailure(turn.failure);
	if (turn.generations.length === 0) return turn.error === undefined ? 'not-recorded' : 'engine-failed';
	// The app goes on behind a call, also where its generation was cut: further calls may be missing.
	for (const generation of turn.generations) {
		const cause = causeOfGeneration(generation, turn.error);
		if (cause !== undefined) return cause;
	}
	return undefined;
}

/** Why one generation is not all that the model would have written; undefined where it is. `error` is its turn's. */
export function causeOfGeneration(generation: LoggedGeneration, error?: string): UnscoredCause | undefined {
	const cause = causeOfFinish(generation.finish, error);
	if (cause !== undefined) return cause;
	return swallowsText(generation) || dropsItsCall(generation) ? 'swallowed-by-engine' : undefined;
}

/** The end of a generation in the middle of its call: half a name, or arguments that were still to come. */
function causeOfCutCall(turn: Turn): UnscoredCause | undefined {
	const generation = turn.generations[turn.callGeneration ?? 0];
	const last = generation?.events.at(-1);
	if (generation === undefined || last?.type !== 'call' || last.call.id !== turn.call?.id) return undefined;
	return last.call.repairs?.some((repair) => OPEN_ENDED.has(repair))
		? causeOfFinish(generation.finish, turn.error)
		: undefined;
}

/** Repairs of calls that did not come to their end. */
const OPEN_ENDED: ReadonlySet<string> = new Set<Repair>(['missing-closer', 'missing-braces']);

/** A server that says it ends with a call, and shows none. An engine that tells its tokens shows what the model wrote. */
function dropsItsCall({ finish, events, tokens }: LoggedGeneration): boolean {
	if (finish.unified !== 'tool-call' || tokens !== undefined) return false;
	return !events.some(({ type }) => type === 'call' || type === 'malformed');
}

/**
 * A call without a single control token around it, of an engine that tells text alone: a server that hides the tokens of
 * which calls are made. An engine that tells its tokens shows them all; there it is the model that wrote no call.
 */
function hidesItsCalls({ tokens, pieces }: LoggedGeneration): boolean {
	if (tokens !== undefined) return false;
	const text = pieces.join('');
	return BARE_CALL.test(text) && !text.includes('<|') && !text.includes('|>');
}

const BARE_CALL = /(?<![\p{L}\p{N}_])call:[\p{L}_][\p{L}\p{N}_.-]{0,127}\{/u;

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
			// A captured app tells no reason; that its turn failed it tells.
			return finish.raw === 'captured' && error === undefined ? undefined : 'engine-failed';
		case 'stop':
		case 'tool-call':
			return undefined;
	}
}

/** A refusal in place of an answer, and the word of OpenAI's API for a filter that cut it. */
const REFUSALS: ReadonlySet<string> = new Set(['refusal', 'content_filter']);

/** What more is known of why a turn shows nothing. */
export function missingDetail({ generations, error, failureDetail }: Turn, cause: UnscoredCause): string | undefined {
	const last = generations.at(-1);
	return cause === 'cut-length' && last !== undefined && isAllThought(last) ? ALL_THOUGHT : (failureDetail ?? error);
}

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
