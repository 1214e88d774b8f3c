import { DialectFailure } from '../../../dialects/dialect-failure.ts';
import { errorType, isInstance } from '../../../errors/error-type.ts';
import { EngineError, type EngineFailure, GemmarkError } from '../../../errors/gemmark-error.ts';
import type { Conversation, TurnOptions } from '../../../model/conversation.ts';
import { OWN_CODE } from '../own-code.ts';

/** What the engine failed with in one sample, once it has: the first failure is the cause of those behind it. */
export interface EngineWatch {
	failure?: unknown;
}

/** The chat loop turns a failing stream into its own state, as the app would; the run still has to know. */
export function watchFailure(open: () => Conversation, engine: EngineWatch): Conversation {
	let conversation: Conversation;
	try {
		conversation = open();
	} catch (error) {
		engine.failure ??= error ?? thrownNothing(error);
		throw error;
	}
	const note = (error: unknown, signal: AbortSignal | undefined): void => {
		// Who aborts a generation knows why.
		if (signal?.aborted !== true || isInstance(error, GemmarkError)) engine.failure ??= error ?? thrownNothing(error);
	};
	const noted = async <T>(turn: Promise<T>, options: TurnOptions | undefined): Promise<T> => {
		try {
			return await turn;
		} catch (error) {
			note(error, options?.signal);
			throw error;
		}
	};
	const { userTurn } = conversation;
	return {
		reflectsAs: conversation.reflectsAs,
		async *sendChatTurn(input, turnOptions) {
			try {
				yield* conversation.sendChatTurn(input, turnOptions);
			} catch (error) {
				note(error, turnOptions?.signal);
				throw error;
			}
		},
		userTurn: userTurn && ((text, turnOptions) => noted(userTurn.call(conversation, text, turnOptions), turnOptions)),
	};
}

/** `throw undefined` is a failure too. */
function thrownNothing(thrown: unknown): Error {
	return new Error(`the engine throws ${String(thrown)}`);
}

/** Whether no later sample could do better. One that is too long, too slow, not recorded or that the app or a dialect failed in is its own failure. */
export function endsRun(error: GemmarkError): boolean {
	return !(error instanceof DialectFailure || (error instanceof EngineError && OWN_FAILURES.has(error.failure)));
}

/** What the log calls it. */
export function failureName(error: unknown): string {
	if (isInstance(error, DialectFailure)) return OWN_CODE;
	if (isInstance(error, EngineError)) return error.failure;
	return isInstance(error, GemmarkError) ? error.code : errorType(error);
}

const OWN_FAILURES: ReadonlySet<EngineFailure> = new Set([
	'context-overflow',
	'generation-timeout',
	'not-recorded',
	'generation-failed',
	'foreign',
	'contradictory',
]);
