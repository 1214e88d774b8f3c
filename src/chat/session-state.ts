import type { ChatMessage } from './message.ts';

/** State of a chat session. `streamingText` exists only while the model speaks, `error` only after a failed turn. */
export type ChatSessionState =
	| { readonly isStreaming: false; readonly messages: readonly ChatMessage[]; readonly error?: string }
	| { readonly isStreaming: true; readonly messages: readonly ChatMessage[]; readonly streamingText: string };

/** Path A keeps the text before a call in the history; path B discards it, on purpose and on record. */
export type PrefixPolicy = 'push' | 'discard';

/** Calls per user turn that are carried out; those behind are cancelled, and end the turn. */
export const MAX_CALLS = 256;

/** Generations per user turn. */
export const MAX_TURNS = 4;
