import { FINISH_WORDS, isPromptCut } from '../../model/finish-words.ts';
import type { LoggedGeneration } from '../sample.ts';
import type { UnscoredCause } from '../score/score.ts';
import { endsInBrokenCall } from '../turn/open-call.ts';
import { isBlank, swallowsText } from './swallowed-text.ts';
import { tellsTokens } from './unread-call.ts';

/** Whether an app that was captured tells of it. */
export function isCaptured({ finish: { raw } }: Pick<LoggedGeneration, 'finish'>): boolean {
	return CAPTURED.has(raw);
}

const CAPTURED: ReadonlySet<string> = new Set([
	FINISH_WORDS.captured,
	FINISH_WORDS.capturedFailure,
	FINISH_WORDS.capturedSwallow,
]);

/** Why one generation is not all that the model would have written; undefined where it is. `error` is its turn's. */
export function causeOfGeneration(generation: LoggedGeneration, error?: string): UnscoredCause | undefined {
	if (mayBeCutInCall(generation)) return 'not-recorded';
	const cause = causeOfFinish(generation.finish, error);
	if (cause !== undefined) return cause;
	if (isCaptured(generation) && isBlank(generation)) return 'not-recorded';
	if (isEmptyAnswer(generation)) return 'engine-failed';
	return swallowsText(generation) || dropsItsCall(generation) ? 'swallowed-by-engine' : undefined;
}

/** Whether nobody tells how many tokens a whole answer had; one that was cut, or whose engine failed, says so itself. */
export function isUncounted({ usage, tokens, finish }: LoggedGeneration): boolean {
	if (usage.outputTokens !== undefined || tellsTokens(tokens) || isCaptured({ finish })) return false;
	return finish.unified === 'stop' || finish.unified === 'tool-call';
}

/** Whether the model saw all of the prompt, as far as its runner tells; else even a whole call answers something else. */
export function isWholePrompt({ finish }: LoggedGeneration): boolean {
	return !isPromptCut(finish);
}

/** Whether an app tells a call without its end, and not whether its tokens were over there. */
export function mayBeCutInCall(generation: LoggedGeneration): boolean {
	const { unified, raw } = generation.finish;
	return raw === FINISH_WORDS.captured && unified === 'unknown' && endsInBrokenCall(generation);
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

/** An answer of an engine that tells no tokens, without a word, a call, a thought or a count: nothing that a model made. */
export function isEmptyAnswer(generation: LoggedGeneration): boolean {
	const { finish, tokens, usage } = generation;
	// A server's runner tells it: an empty list of tokens may also be our own engine's, at a first token that ends the turn.
	if (finish.raw === FINISH_WORDS.empty) return true;
	if (tokens !== undefined || finish.unified !== 'stop' || (usage.outputTokens ?? 0) > 0) return false;
	return isBlank(generation);
}

/** Why a generation that ended so is not all; undefined where it is. `error` is its turn's. */
export function causeOfFinish(
	finish: LoggedGeneration['finish'],
	error: string | undefined,
): UnscoredCause | undefined {
	switch (finish.unified) {
		case 'length':
			return finish.raw.includes('context') ? 'cut-context-full' : 'cut-length';
		case 'deadline':
			return 'cut-deadline';
		case 'aborted':
			return 'interrupted';
		case 'unknown':
			if (REFUSALS.has(finish.raw)) return 'refused-by-server';
			if (finish.raw === FINISH_WORDS.capturedSwallow) return 'swallowed-by-engine';
			if (finish.raw === FINISH_WORDS.untoldArguments) return 'swallowed-by-engine';
			// A captured app tells no reason; that its turn failed it tells.
			return finish.raw === FINISH_WORDS.captured && error === undefined ? undefined : 'engine-failed';
		case 'stop':
		case 'tool-call':
			return undefined;
	}
}

/** A refusal in place of an answer, and the word of OpenAI's API for a filter that cut it. */
const REFUSALS: ReadonlySet<string> = new Set([FINISH_WORDS.refusal, 'content_filter']);
