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
	/** And where it counted more tokens than it handed on. */
	capturedSwallow: 'captured: swallowed',
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

/** What an engine's word for an end means, in capitals or not; undefined of a word that nobody knows. */
export function finishWordOf(word: string): 'stop' | 'tool-call' | 'length' | undefined {
	return ENGINES_WORDS.get(word.toLowerCase());
}

/** Of OpenAI's API, TGI, Anthropic, Gemini and Mistral. */
const ENGINES_WORDS: ReadonlyMap<string, 'stop' | 'tool-call' | 'length'> = new Map([
	...['stop', 'eos', 'eos_token', 'end_turn', 'stop_sequence'].map((word) => [word, 'stop'] as const),
	...['tool_calls', 'function_call'].map((word) => [word, 'tool-call'] as const),
	...['length', 'max_tokens', 'max_length', 'model_length'].map((word) => [word, 'length'] as const),
]);
