import type { Finish } from './generation.ts';

/**
 * Words in `Finish.raw` on which evidence rests: a runner, or whoever ends a generation, writes them, and reports and scores
 * read them. They stand in logs, so none is ever renamed.
 */
export const FINISH_WORDS = {
	/** An app that was captured tells no word of its engine. */
	captured: 'captured',
	/** The same where its engine failed, or refused. */
	capturedFailure: 'captured: unknown',
	/** Nothing came, and no count of tokens. */
	empty: 'empty answer',
	/** A refusal in place of an answer, as the `delta.refusal` of OpenAI's API tells it. */
	refusal: 'refusal',
	/** A server tells a call, and not the arguments that its tool needs. */
	untoldArguments: 'call without arguments',
} as const;

/** The end of an answer to a part of the prompt; `told` is how the engine tells of the rest. */
export function promptCut(told: string): Finish {
	return { unified: 'length', raw: `${PROMPT_CUT} (${told})` };
}

export function isPromptCut({ raw }: Pick<Finish, 'raw'>): boolean {
	return raw.startsWith(PROMPT_CUT);
}

const PROMPT_CUT = 'context: prompt cut';
