import { FINISH_WORDS } from '../../model/finish-words.ts';
import type { LoggedGeneration } from '../sample.ts';
import type { UnscoredCause } from '../score/score.ts';
import type { Turn } from '../turn/turn.ts';
import { isEmptyAnswer, mayBeCutInCall } from './generation-evidence.ts';

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
	if (generations.some(({ finish }) => finish.raw === FINISH_WORDS.untoldArguments)) return NO_ARGUMENTS;
	if (cause === 'not-recorded' && last === undefined && messages.length > 0) return failureDetail ?? MESSAGES_ALONE;
	if (cause === 'not-recorded' && generations.some(mayBeCutInCall)) return OPEN_CALL;
	return failureDetail ?? error ?? (generations.some(isEmptyAnswer) ? EMPTY_ANSWER : undefined);
}

const MESSAGES_ALONE =
	"no generation went through the solver's context, and only a scorer with needs: 'own' judges messages alone";

const OPEN_CALL =
	'a call has no end or could not be read, and the capture does not tell whether its generation was cut there';

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
