import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Sampling } from './completer.ts';
import type { GenerationEvent, GenerationRecord, ToolCall } from './generation.ts';

/** A tool as the prompt declares it. `parameters` is JSON Schema of an object. */
export interface ToolDeclaration {
	readonly name: string;
	readonly description: string;
	readonly parameters: JsonObject;
}

/** The response to one call, as the model reads it. */
export interface ToolResponse {
	readonly call: ToolCall;
	readonly response: JsonObject;
}

/** A message of a history, as in OpenAI's API, but arguments and responses are objects. */
export type HistoryMessage =
	| { readonly role: 'user'; readonly content: string }
	| { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly HistoryCall[] }
	| { readonly role: 'tool'; readonly tool_call_id: string; readonly name: string; readonly content: JsonObject };

/** A call in a history. */
export interface HistoryCall {
	readonly id: string;
	readonly type: 'function';
	readonly function: { readonly name: string; readonly arguments: JsonObject };
}

/**
 * Role of a reflection message. `model`: in the model's turn, which continues after it. `user`: for engines that render
 * the prompt, as templates may not let the model continue its own words.
 */
export type ReflectionRole = 'model' | 'user';

/** Input of the next generation. */
export type TurnInput =
	| {
			readonly type: 'user';
			readonly text: string;
			/** Responses to calls of an earlier turn that did not reach the model (after MAX_TURNS or a failure). */
			readonly unsent?: readonly ToolResponse[];
	  }
	| {
			readonly type: 'tool-results';
			readonly results: readonly ToolResponse[];
			/** Reflection message, sent after the results in the conversation's reflection role. */
			readonly reflection?: string;
	  };

/** Options of a turn. */
export interface TurnOptions {
	readonly signal?: AbortSignal;
	/** How the user answers what an app asks to confirm in a whole turn; absent: yes. */
	readonly confirm?: 'no';
}

/**
 * The chat port (an app's language model.sendChatTurn): a conversation with one model, which keeps its history. A turn
 * that throws leaves the history unchanged.
 */
export interface Conversation {
	/** Role of a reflection (default `user`). */
	readonly reflectsAs?: ReflectionRole;
	sendChatTurn(input: TurnInput, options?: TurnOptions): AsyncIterable<GenerationEvent>;
	/** Runs a whole user turn with the app's controller and tools. Absent: gemmark's loop does. */
	userTurn?: (text: string, options?: TurnOptions) => Promise<AppTurn>;
}

/** Called at the start of each turn, with its error, and at its end. */
interface TurnHooks {
	/** Whether the user speaks, or tools respond. */
	begin?(isUser: boolean): void;
	fail?(thrown: unknown, signal: AbortSignal | undefined): void;
	end?(): void;
}

/** The same conversation with hooks around each turn. */
export function hookedConversation(conversation: Conversation, { begin, fail, end }: TurnHooks): Conversation {
	const { userTurn } = conversation;
	return {
		reflectsAs: conversation.reflectsAs,
		async *sendChatTurn(input, options) {
			begin?.(input.type === 'user');
			try {
				yield* conversation.sendChatTurn(input, options);
			} catch (thrown) {
				fail?.(thrown, options?.signal);
				throw thrown;
			} finally {
				end?.();
			}
		},
		userTurn:
			userTurn &&
			(async (text, options) => {
				begin?.(true);
				try {
					return await userTurn.call(conversation, text, options);
				} catch (thrown) {
					fail?.(thrown, options?.signal);
					throw thrown;
				} finally {
					end?.();
				}
			}),
	};
}

/** A user turn run by an app. */
export interface AppTurn {
	/** Messages that the app keeps. */
	readonly messages: readonly AppMessage[];
	/** Why the turn failed. */
	readonly error?: string;
}

/** A message of an app, with the results of its tools. */
export type AppMessage =
	| { readonly role: 'user' | 'model' | 'system'; readonly text: string }
	| { readonly role: 'tool-call'; readonly call: ToolCall; readonly result: AppToolResult };

/** Result of an app's tool. */
type AppToolResult =
	| { readonly type: 'ok'; readonly data: JsonValue }
	| {
			readonly type: 'error';
			readonly code: string;
			readonly reason: string;
			readonly kind: 'exception' | 'result_error';
	  }
	| { readonly type: 'cancelled' };

/** Options of a conversation, for all its turns. */
export interface ConversationOptions {
	/** Absent: no system text. */
	readonly system?: string;
	readonly tools: readonly ToolDeclaration[];
	/**
	 * Messages before the first turn, starting with the user's; may end with calls, which the first turn answers. A
	 * chat-only model may not support it.
	 */
	readonly history?: readonly HistoryMessage[];
	readonly sampling: Sampling;
	readonly maxTokens: number;
	/** For each generation. */
	readonly deadlineMs: number;
	/** Leading text that the first user messages of all samples share, for a shared prefill. */
	readonly sharedUserText?: string;
	/** Constrained decoding: the generation must be exactly one call of this declared tool. */
	readonly constrainTo?: string;
	/** Absent: off. Engines that render by themselves get it if they have such a setting. */
	readonly thinking?: Thinking;
	/** How strictly calls are parsed. */
	readonly reading: 'strict' | 'lenient';
	/** Called once per generation, after its `end` or failure. Must not throw. */
	readonly onGeneration?: (record: GenerationRecord) => void;
}

/** Whether the model may think first: no, without limit, or at most so many tokens. */
export type Thinking = 'off' | 'on' | number;

/** Whether thoughts are allowed; default off. */
export function mayThink(thinking: Thinking | undefined): boolean {
	return thinking !== undefined && thinking !== 'off';
}
