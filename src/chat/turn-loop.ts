import { errorType, isInstance } from '../errors/error-type.ts';
import { EngineError } from '../errors/gemmark-error.ts';
import { callHook } from '../errors/hook.ts';
import { detached } from '../json/detached.ts';
import type { Conversation, ToolResponse, TurnInput } from '../model/conversation.ts';
import type { ToolCall } from '../model/generation.ts';
import { appWords } from '../text/app-words/app-words.ts';
import { reflectionMessage } from '../tool/reflection.ts';
import { type ToolResult, toolResultToJson } from '../tool/result.ts';
import type { CapturedFinish, EarlierFinishes } from './corpus-line.ts';
import type { CorpusLogger } from './corpus-logger.ts';
import { type ReadGeneration, readGeneration } from './generation-reading.ts';
import type { ChatMessage } from './message.ts';
import { MAX_CALLS, MAX_TURNS, type PrefixPolicy } from './session-state.ts';

/** What one user turn needs of its session. */
export interface TurnLoop {
	readonly conversation: Conversation;
	readonly policy: PrefixPolicy;
	readonly reflection: boolean;
	readonly logger: CorpusLogger | undefined;
	/** Of the app. */
	readonly language: string | undefined;
	/** The caller's: ends the turn without an error. */
	readonly signal: AbortSignal | undefined;
	/** The session was disposed: what runs is ended, nothing new is generated. */
	readonly disposed: AbortSignal;
	/** Never throws. */
	dispatch(call: ToolCall): Promise<ToolResult>;
	push(...messages: readonly ChatMessage[]): void;
	showText(text: string): void;
}

/** `unsent` are answers to calls that the model has not read yet. */
export interface TurnEnd {
	readonly unsent: readonly ToolResponse[];
	readonly error?: string;
	/** Of the last generation. */
	readonly finish?: CapturedFinish | undefined;
	/** Of those before it. */
	readonly earlier: EarlierFinishes;
}

/** Runs generations and tools in turn until the model answers without a call. Never rejects. */
export async function runTurnLoop(text: string, unsent: readonly ToolResponse[], loop: TurnLoop): Promise<TurnEnd> {
	const words = appWords(loop.language);
	let unread = unsent;
	let left = MAX_CALLS;
	let finish: TurnEnd['finish'];
	let earlier: EarlierFinishes = [];
	let input: TurnInput = { type: 'user', text, ...(unread.length === 0 ? {} : { unsent: unread }) };
	for (let turn = 0; turn < MAX_TURNS; turn++) {
		if (turn > 0) earlier = [...earlier, finish ?? null];
		let generation: ReadGeneration;
		try {
			generation = await generate(input, turn, loop);
		} catch (thrown) {
			// The history is as it was before this generation, so what it was to read is still unread.
			if (loop.signal?.aborted) return { earlier, unsent: unread };
			return { earlier, unsent: unread, error: words.modelFailed(describeFailure(thrown)) };
		}
		({ finish } = generation);
		pushText(generation, loop);
		const answered = await answerCalls(generation, left, loop);
		left -= answered.length;
		// A complete call counts, however late; what was cut before one is no answer.
		if (answered.length === 0)
			return { finish, earlier, unsent: [], ...(generation.stopped === 'deadline' && { error: words.tooSlow }) };
		unread = answered.map(({ call, result }) => ({ call, response: toolResultToJson(result, call.name) }));
		if (generation.stopped === 'aborted' || loop.signal?.aborted || loop.disposed.aborted)
			return { finish, earlier, unsent: unread };
		if (left < 0) return { finish, earlier, unsent: unread, error: words.tooManyCalls };
		if (turn + 1 === MAX_TURNS) break;
		const reflection = loop.reflection
			? reflectionMessage(
					// A conversation of one's own may hand on a call without a name.
					answered.map(({ call, result }) => ({ toolName: String(call.name), result })),
					loop.language,
				)
			: undefined;
		if (reflection !== undefined) {
			loop.push({ role: 'reflection', text: reflection, sentAs: loop.conversation.reflectsAs ?? 'user' });
		}
		input = { type: 'tool-results', results: unread, ...(reflection === undefined ? {} : { reflection }) };
	}
	return { finish, earlier, unsent: unread, error: words.tooManyTurns };
}

function generate(input: TurnInput, turn: number, loop: TurnLoop): Promise<ReadGeneration> {
	const { conversation, logger, signal } = loop;
	return readGeneration(conversation.sendChatTurn(input, signal === undefined ? {} : { signal }), {
		onText(chunk, soFar) {
			callHook(() => logger?.onTextChunk(turn, chunk));
			if (soFar !== undefined) loop.showText(soFar);
		},
		onCall(prefix, call) {
			// A copy: one that masks what it logs, in place, would change what is called.
			callHook(() => logger?.onFunctionCall(turn, prefix, call.name, detached(call.arguments), detached(call.repairs)));
		},
		onMalformed(text) {
			callHook(() => logger?.onMalformedCall?.(turn, text));
		},
	});
}

/**
 * A final answer is always kept, as it came. A prefix is kept trimmed under path A only, before a malformed call as
 * before a real one. Of an answer that was stopped, what was said is kept.
 */
function pushText({ text, attempts, stopped }: ReadGeneration, loop: TurnLoop): void {
	const final = attempts.length === 0 && stopped === undefined;
	const kept = final ? text : text.trim();
	const discarded = attempts.length > 0 && loop.policy === 'discard';
	if (final || (kept !== '' && !discarded)) loop.push({ role: 'model', text: kept });
}

/**
 * Every call gets exactly one result, in order, whatever became of the one before it. Malformed calls are recorded
 * among them and get no answer: there is no call to answer, so a generation of nothing else ends the turn, and the
 * user's next words are the model's next chance. Behind the first `most` calls none is dispatched.
 */
async function answerCalls(
	{ attempts, stopped }: ReadGeneration,
	most: number,
	loop: TurnLoop,
): Promise<readonly { readonly call: ToolCall; readonly result: ToolResult }[]> {
	const answered: { call: ToolCall; result: ToolResult }[] = [];
	// The state of a session is copied for each message that it shows: what only follows is shown at once.
	let behind: ChatMessage[] = [];
	for (const attempt of attempts) {
		if (attempt.type === 'malformed') {
			behind.push({ role: 'malformed-call', reason: attempt.reason, raw: attempt.raw });
			continue;
		}
		const { call } = attempt;
		const late = stopped === 'aborted' || loop.signal?.aborted === true || answered.length >= most;
		const result: ToolResult = late ? { type: 'cancelled' } : await loop.dispatch(call);
		// Copies: the model reads, and the log has, what was called and answered, whatever is done to the messages.
		behind.push({ role: 'tool-call', call: detached(call), result: detached(result) });
		answered.push({ call, result });
		if (late) continue;
		loop.push(...behind);
		behind = [];
	}
	if (behind.length > 0) loop.push(...behind);
	return answered;
}

function describeFailure(thrown: unknown): string {
	return isInstance(thrown, EngineError) ? `${errorType(thrown)} (${thrown.failure})` : errorType(thrown);
}
