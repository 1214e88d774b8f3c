import type { MalformedReason, ToolCall } from '../model/generation.ts';
import type { ToolResult } from '../tool/result.ts';

/** What the app keeps of the conversation (seeds 000 and 001), append-only. */
export type ChatMessage =
	| { readonly role: 'user'; readonly text: string }
	| { readonly role: 'model'; readonly text: string }
	| { readonly role: 'tool-call'; readonly call: ToolCall; readonly result: ToolResult }
	/** Text that opened like a call and could not be read as one. */
	| { readonly role: 'malformed-call'; readonly reason: MalformedReason; readonly raw: string }
	/** Reflection: sent to the model behind the results of failed calls. */
	| { readonly role: 'reflection'; readonly text: string }
	| { readonly role: 'system'; readonly text: string };
