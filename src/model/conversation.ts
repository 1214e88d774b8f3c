import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Sampling } from './completer.ts';
import type { GenerationEvent, GenerationRecord, ToolCall } from './generation.ts';

/** A tool as the prompt declares it. `parameters` is JSON Schema of an object. */
export interface ToolDeclaration {
	readonly name: string;
	readonly description: string;
	readonly parameters: JsonObject;
}

/** The answer to one call, as the model will read it. */
export interface ToolResponse {
	readonly call: ToolCall;
	readonly response: JsonObject;
}

/** A message of a history, as OpenAI's API has them; arguments and responses are objects. */
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
 * Whose words a reflection message is. `model`: it stands in the model's own turn, which goes on behind it; `user`: the
 * engine renders the prompt, and its template may not let the model go on from its own words.
 */
export type ReflectionRole = 'model' | 'user';

/** What opens the next generation. */
export type TurnInput =
	| {
			readonly type: 'user';
			readonly text: string;
			/** Answers to calls of an earlier turn that never reached the model (after MAX_TURNS or a failure). */
			readonly unsent?: readonly ToolResponse[];
	  }
	| {
			readonly type: 'tool-results';
			readonly results: readonly ToolResponse[];
			/** Reflection message, sent behind the results in the conversation's own role for it. */
			readonly reflection?: string;
	  };

/** What holds for one turn. */
export interface TurnOptions {
	readonly signal?: AbortSignal | undefined;
}

/**
 * The chat port (an app's language model.sendChatTurn): a conversation with one model, which keeps its own history.
 * A turn that throws leaves the history as it was before the turn.
 */
export interface Conversation {
	/** The role in which a reflection is sent (default `user`). */
	readonly reflectsAs?: ReflectionRole | undefined;
	sendChatTurn(input: TurnInput, options?: TurnOptions): AsyncIterable<GenerationEvent>;
	/** Takes a whole user turn by the app's own controller, its tools included. Absent: gemmark's loop is to do it. */
	userTurn?: ((text: string, options?: TurnOptions) => Promise<AppTurn>) | undefined;
}

/** What an app made of a user turn by itself. */
export interface AppTurn {
	/** What it keeps of it. */
	readonly messages: readonly AppMessage[];
	/** Why the turn failed. */
	readonly error?: string | undefined;
}

/** A message that an app keeps, with the results that its own tools gave. */
export type AppMessage =
	| { readonly role: 'user' | 'model' | 'system'; readonly text: string }
	| { readonly role: 'tool-call'; readonly call: ToolCall; readonly result: AppToolResult };

/** What an app's own tool answered. */
type AppToolResult =
	| { readonly type: 'ok'; readonly data: JsonValue }
	| {
			readonly type: 'error';
			readonly code: string;
			readonly reason: string;
			readonly kind: 'exception' | 'result_error';
	  }
	| { readonly type: 'cancelled' };

/** What a conversation is opened with; it holds for all its turns. */
export interface ConversationOptions {
	/** Absent: no system text. */
	readonly system?: string;
	readonly tools: readonly ToolDeclaration[];
	/**
	 * What was said before the first turn, from a user's message on; it may end with calls, which the first turn answers. A
	 * chat-only model may be unable to take it.
	 */
	readonly history?: readonly HistoryMessage[] | undefined;
	readonly sampling: Sampling;
	readonly maxTokens: number;
	/** For each generation. */
	readonly deadlineMs: number;
	/** Leading text that every sample's first user message shares, so that its prefill can be shared too. */
	readonly sharedUserText?: string;
	/** Constrained decoding: the generation must be exactly one call of this declared tool. */
	readonly constrainTo?: string;
	/** Absent: off. Engines that render by themselves are asked for it as far as they can be. */
	readonly thinking?: Thinking | undefined;
	/** How a call must look to count as one. */
	readonly reading: 'strict' | 'lenient';
	/** Called once per generation, after its `end` or its failure. Must not throw. */
	readonly onGeneration?: (record: GenerationRecord) => void;
}

/** Whether the model may think before it answers: not at all, as long as it likes, or at most so many tokens. */
export type Thinking = 'off' | 'on' | number;

/** Whether a thought is allowed; off where nothing was chosen. */
export function mayThink(thinking: Thinking | undefined): boolean {
	return thinking !== undefined && thinking !== 'off';
}
