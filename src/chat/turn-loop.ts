import { EngineError } from '../base/errors.ts';
import { detached } from '../base/json-loss.ts';
import { callHook, errorType, isInstance } from '../base/thrown.ts';
import type { Conversation, ReflectionRole, ToolResponse, TurnInput } from '../model/conversation.ts';
import {
	type Finish,
	type GenerationEvent,
	GenerationOutline,
	type MalformedReason,
	type ToolCall,
} from '../model/generation.ts';
import { appWords } from '../text/app-words.ts';
import { type FailureForm, type ToolResult, toolResultToJson } from '../tool/tool.ts';
import type { CapturedFinish, CorpusLogger, EarlierFinishes } from './corpus-log.ts';

/** A user turn's access to its session. */
interface TurnLoop {
	readonly conversation: Conversation;
	readonly policy: PrefixPolicy;
	readonly reflection: boolean;
	readonly logger: CorpusLogger | undefined;
	/** Of the app. */
	readonly language: string | undefined;
	readonly failureForm: FailureForm | undefined;
	/** Ends the turn without an error. */
	readonly signal: AbortSignal | undefined;
	/** The session was disposed: no new generation. */
	readonly disposed: AbortSignal;
	/** Never throws. */
	dispatch(call: ToolCall): Promise<ToolResult>;
	push(...messages: readonly ChatMessage[]): void;
	showText(text: string): void;
}

interface TurnEnd {
	/** Results that the model has not read yet. */
	readonly unsent: readonly ToolResponse[];
	readonly error?: string;
	/** Of the last generation. */
	readonly finish?: CapturedFinish;
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
			// A failed generation is not in the history: its input is still unread.
			if (loop.signal?.aborted) return { earlier, unsent: unread };
			return { earlier, unsent: unread, error: words.modelFailed(describeFailure(thrown)) };
		}
		({ finish } = generation);
		pushText(generation, loop);
		const answered = await answerCalls(generation, left, loop);
		left -= answered.length;
		// A complete call counts, however late; text that was cut off before one is not an answer.
		if (answered.length === 0)
			return { finish, earlier, unsent: [], ...(generation.stopped === 'deadline' && { error: words.tooSlow }) };
		unread = answered.map(({ call, result }) => ({
			call,
			response: toolResultToJson(result, call.name, loop.failureForm),
		}));
		if (generation.stopped === 'aborted' || loop.signal?.aborted || loop.disposed.aborted)
			return { finish, earlier, unsent: unread };
		if (left < 0) return { finish, earlier, unsent: unread, error: words.tooManyCalls };
		if (turn + 1 === MAX_TURNS) break;
		const reflection = loop.reflection
			? reflectionMessage(
					// A user's conversation may give a call without a name.
					answered.map(({ call, result }) => ({ toolName: String(call.name), result })),
					loop.language,
				)
			: undefined;
		if (reflection !== undefined) {
			loop.push({ role: 'reflection', text: reflection, sentAs: loop.conversation.reflectsAs ?? 'user' });
		}
		input = { type: 'tool-results', results: unread, reflection };
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
			// A copy: a logger may mask arguments in place.
			callHook(() => logger?.onFunctionCall(turn, prefix, call.name, detached(call.arguments), detached(call.repairs)));
		},
		onMalformed(text) {
			callHook(() => logger?.onMalformedCall?.(turn, text));
		},
	});
}

/** Keeps a final answer as it came, the text of a stopped one, and under path A the trimmed prefix of a call, malformed or not. */
function pushText({ text, attempts, stopped }: ReadGeneration, loop: TurnLoop): void {
	const final = attempts.length === 0 && stopped === undefined;
	const kept = final ? text : text.trim();
	const discarded = attempts.length > 0 && loop.policy === 'discard';
	if (final || (kept !== '' && !discarded)) loop.push({ role: 'model', text: kept });
}

/**
 * Gives every call exactly one result, in order. Malformed calls are recorded without a result: a generation of only those
 * ends the turn. After the first `most` calls none is dispatched.
 */
async function answerCalls(
	{ attempts, stopped }: ReadGeneration,
	most: number,
	loop: TurnLoop,
): Promise<readonly { readonly call: ToolCall; readonly result: ToolResult }[]> {
	const answered: { call: ToolCall; result: ToolResult }[] = [];
	// Each push copies the session's state, so messages after the last dispatched call are pushed together.
	let pending: ChatMessage[] = [];
	for (const attempt of attempts) {
		if (attempt.type === 'malformed') {
			pending.push({ role: 'malformed-call', reason: attempt.reason, raw: attempt.raw });
			continue;
		}
		const { call } = attempt;
		const late = stopped === 'aborted' || loop.signal?.aborted === true || answered.length >= most;
		const result: ToolResult = late ? { type: 'cancelled' } : await loop.dispatch(call);
		// Copies: listeners may change messages in place.
		pending.push({ role: 'tool-call', call: detached(call), result: detached(result) });
		answered.push({ call, result });
		if (late) continue;
		loop.push(...pending);
		pending = [];
	}
	if (pending.length > 0) loop.push(...pending);
	return answered;
}

function describeFailure(thrown: unknown): string {
	return isInstance(thrown, EngineError) ? `${errorType(thrown)} (${thrown.failure})` : errorType(thrown);
}

/** A dispatched call. */
interface ToolOutcome {
	readonly toolName: string;
	readonly result: ToolResult;
}

/**
 * Builds the message that asks the model to reconsider its failed calls; undefined if none failed. A cancelled call neither
 * failed nor succeeded. In `language` (default `ko`; English for every other).
 */
export function reflectionMessage(outcomes: readonly ToolOutcome[], language?: string): string | undefined {
	const failures = outcomes.flatMap(({ toolName, result }) => (result.type === 'error' ? [{ toolName, result }] : []));
	if (failures.length === 0) return undefined;
	return appWords(language)
		.reflection({
			calls: outcomes.length,
			succeeded: outcomes.filter(({ result }) => result.type === 'ok').length,
			failures: failures.map(
				({ toolName, result }, index) =>
					`${index + 1}. **${oneLine(toolName)}** (${result.kind}): ${oneLine(result.reason)}`,
			),
		})
		.join('\n');
}

const MAX_LINE_CHARS = 300;

/** Names and reasons come from the model or a server and must not add lines. */
function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LINE_CHARS);
}

interface ReadGeneration {
	/** The prefix of the call; all text if there is none. */
	readonly text: string;
	/** In order. */
	readonly attempts: readonly CallAttempt[];
	/** Why the engine was stopped. */
	readonly stopped?: 'aborted' | 'deadline';
	/** Why it ended, if reported. */
	readonly finish?: CapturedFinish;
}

type CallAttempt = Extract<GenerationEvent, { type: 'call' | 'malformed' }>;

interface GenerationObserver {
	/** Called for every chunk; `soFar` is undefined after a call: later text is not a prefix. */
	onText(chunk: string, soFar: string | undefined): void;
	onCall(prefix: string, call: ToolCall): void;
	/** Called at the end of a generation with a malformed call; `text` is empty next to a valid one. */
	onMalformed(text: string): void;
}

/** Reads the stream to its end before anything is dispatched: a stream that throws has no effect. Rethrows its error. */
async function readGeneration(
	events: AsyncIterable<GenerationEvent>,
	observer: GenerationObserver,
): Promise<ReadGeneration> {
	const outline = new GenerationOutline<GenerationEvent>();
	let ended: Finish['unified'] | undefined;
	for await (const event of events) {
		outline.read(event);
		switch (event.type) {
			case 'text':
				observer.onText(event.text, outline.call === undefined ? outline.textBeforeCall : undefined);
				break;
			case 'call':
				observer.onCall(outline.textBeforeCall, event.call);
				break;
			case 'end':
				ended = event.finish.unified;
				break;
			case 'malformed':
			case 'thinking':
				break;
		}
	}
	if (outline.attempts.some(({ type }) => type === 'malformed')) {
		observer.onMalformed(outline.call === undefined ? outline.textBeforeCall : '');
	}
	// A server may end with `tool-call` and deliver no call.
	const finish = ended === 'tool-call' && outline.attempts.length > 0 ? 'stop' : ended;
	const stopped = ended === 'aborted' || ended === 'deadline' ? ended : undefined;
	return { text: outline.prefix, attempts: outline.attempts, stopped, finish };
}

/** A message that the app keeps. */
export type ChatMessage =
	| { readonly role: 'user'; readonly text: string }
	| { readonly role: 'model'; readonly text: string }
	| { readonly role: 'tool-call'; readonly call: ToolCall; readonly result: ToolResult }
	/** Text that looked like a call and could not be parsed. */
	| { readonly role: 'malformed-call'; readonly reason: MalformedReason; readonly raw: string }
	/** Sent after the results of failed calls, as the model's text or the user's. */
	| { readonly role: 'reflection'; readonly text: string; readonly sentAs?: ReflectionRole }
	| { readonly role: 'system'; readonly text: string };

/** State of a chat session; `error` only after a failed turn. */
export type ChatSessionState =
	| { readonly isStreaming: false; readonly messages: readonly ChatMessage[]; readonly error?: string }
	| { readonly isStreaming: true; readonly messages: readonly ChatMessage[]; readonly streamingText: string };

/** Path A (`push`) keeps the text before a call in the history; path B discards it. */
export type PrefixPolicy = 'push' | 'discard';

/** Calls dispatched per user turn; later ones are cancelled and end the turn. */
export const MAX_CALLS = 256;

/** Generations per user turn. */
export const MAX_TURNS = 4;
