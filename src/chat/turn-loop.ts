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
import { type ToolResult, toolResultToJson } from '../tool/tool.ts';
import type { CapturedFinish, CorpusLogger, EarlierFinishes } from './corpus-log.ts';

/** What one user turn needs of its session. */
interface TurnLoop {
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
interface TurnEnd {
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
 * user's next words are the model's next chance. After the first `most` calls none is dispatched.
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

/** One dispatched call, as the reflection counts it. */
export interface ToolOutcome {
	readonly toolName: string;
	readonly result: ToolResult;
}

/**
 * The message that asks the model to think about its failed calls. Absent when none failed; a call that
 * the user cancelled neither failed nor succeeded. In the app's `language` (default `ko`; English for every other).
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

/** Names and reasons may come from the model or a server: neither may add lines to the list. */
function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LINE_CHARS);
}

/** One generation as the turn loop needs it. */
interface ReadGeneration {
	/** Its prefix; where nothing was called, all text. */
	readonly text: string;
	/** Calls and malformed calls in the order they were made. */
	readonly attempts: readonly CallAttempt[];
	/** Who stopped the engine before its end: whoever told it to, or the time it was given. */
	readonly stopped?: 'aborted' | 'deadline' | undefined;
	/** Why it ended; absent where the stream ended without a word of it. */
	readonly finish?: CapturedFinish | undefined;
}

type CallAttempt = Extract<GenerationEvent, { type: 'call' | 'malformed' }>;

interface GenerationObserver {
	/** Called for every chunk; `soFar` is absent once a call was read, because text after it is no prefix. */
	onText(chunk: string, soFar: string | undefined): void;
	onCall(prefix: string, call: ToolCall): void;
	/** Called at the end of a generation with a malformed call; `text` is empty beside a call, which told its own. */
	onMalformed(text: string): void;
}

/**
 * Reads the stream to its end, so that the conversation's own history is whole: nothing is dispatched before that, and
 * a stream that throws has had no effect. Throws what the stream throws.
 */
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
	// A server may end with a call of which it shows nothing.
	const finish = ended === 'tool-call' && outline.attempts.length > 0 ? 'stop' : ended;
	const stopped = ended === 'aborted' || ended === 'deadline' ? ended : undefined;
	return { text: outline.prefix, attempts: outline.attempts, stopped, finish };
}

/** What the app keeps of the conversation, append-only. */
export type ChatMessage =
	| { readonly role: 'user'; readonly text: string }
	| { readonly role: 'model'; readonly text: string }
	| { readonly role: 'tool-call'; readonly call: ToolCall; readonly result: ToolResult }
	/** Text that opened like a call and could not be read as one. */
	| { readonly role: 'malformed-call'; readonly reason: MalformedReason; readonly raw: string }
	/** Reflection: sent to the model after the results of failed calls, as its own words where the model's turn can carry them. */
	| { readonly role: 'reflection'; readonly text: string; readonly sentAs?: ReflectionRole | undefined }
	| { readonly role: 'system'; readonly text: string };

/** Whether it is one of these, by its role and the kinds of its fields. */
export function isChatMessage(message: unknown): boolean {
	if (typeof message !== 'object' || message === null) return false;
	const fields = message as Readonly<Record<string, unknown>>;
	const role = String(fields.role);
	if (!Object.hasOwn(FIELDS, role)) return false;
	const [texts, objects] = FIELDS[role as ChatMessage['role']];
	return (
		texts.every((name) => typeof fields[name] === 'string') &&
		objects.every((name) => typeof fields[name] === 'object' && fields[name] !== null)
	);
}

/** By role the fields that are text, and those that are objects. */
const FIELDS: Readonly<Record<ChatMessage['role'], readonly [texts: readonly string[], objects: readonly string[]]>> = {
	user: [['text'], []],
	model: [['text'], []],
	system: [['text'], []],
	reflection: [['text'], []],
	'malformed-call': [['reason', 'raw'], []],
	'tool-call': [[], ['call', 'result']],
};

/** State of a chat session. `streamingText` exists only while the model speaks, `error` only after a failed turn. */
export type ChatSessionState =
	| { readonly isStreaming: false; readonly messages: readonly ChatMessage[]; readonly error?: string }
	| { readonly isStreaming: true; readonly messages: readonly ChatMessage[]; readonly streamingText: string };

/** Path A keeps the text before a call in the history; path B discards it, on purpose and on record. */
export type PrefixPolicy = 'push' | 'discard';

/** Calls per user turn that are carried out; those after are cancelled, and end the turn. */
export const MAX_CALLS = 256;

/** Generations per user turn. */
export const MAX_TURNS = 4;
