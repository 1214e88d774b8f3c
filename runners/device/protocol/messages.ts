import type {
	AppToolResult,
	DeviceState,
	Finish,
	JsonObject,
	Sampling,
	Thinking,
	ToolDeclaration,
	Usage,
} from '../../../src/index.ts';

/**
 * The messages between app and gemmark behind the hello, for both sides: docs/device-protocol.md. A field that is
 * not known is looked past; message-schema.ts has these types as schemas.
 */
export type FromApp = Answer | AskFailure | StateTold | { readonly type: 'pong'; readonly ping: number };

/** What all parts of an answer have: to which ask, which number of its parts, when. */
interface Part {
	readonly ask: number;
	readonly n: number;
	/** Milliseconds since the ask came, on the device's monotonic clock. */
	readonly atMs: number;
}

export type Answer = Chunk | Call | Malformed | AnswerEnd;

interface Chunk extends Part {
	readonly type: 'chunk';
	readonly text: string;
	/** The token's id, of raw engines that tell it. */
	readonly token?: number | undefined;
	readonly thinking?: boolean | undefined;
}

interface Call extends Part {
	readonly type: 'call';
	readonly name: string;
	readonly arguments: JsonObject;
	/** What the model wrote, where the runtime tells it. */
	readonly raw?: string | undefined;
}

interface Malformed extends Part {
	readonly type: 'malformed';
	readonly raw: string;
}

export interface AnswerEnd extends Part {
	readonly type: 'end';
	readonly finish: (typeof FINISHES)[number];
	/** The runtime's own word for it. */
	readonly reason: string;
	/** No app tells it: the bound at which gemmark cut one. */
	readonly limit?: Finish['limit'];
	readonly usage: { readonly [Count in keyof Usage]?: number | undefined };
	readonly prefillMs?: number | undefined;
	/** Level app, a later generation: when the runtime took its request, on the clock of the answer. */
	readonly startMs?: number | undefined;
	/** The runtime's own counters, as it has them. */
	readonly counters?: JsonObject | undefined;
	/** Level app: more generations of this turn follow. */
	readonly more?: boolean | undefined;
	/** Level app, last generation: what the app keeps of the turn, and why the turn failed. */
	readonly messages?: readonly AppMessageTold[] | undefined;
	readonly error?: string | undefined;
}

/** `call` counts the calls of the turn from 0. */
export type AppMessageTold =
	| { readonly role: 'user' | 'model' | 'system'; readonly text: string }
	| { readonly role: 'tool'; readonly call: number; readonly result: AppToolResult };

/** An ask that came to nothing, or, without `ask`, an app that cannot go on. */
export interface AskFailure {
	readonly type: 'error';
	readonly ask?: number | undefined;
	readonly code: 'context-overflow' | 'out-of-memory' | 'failed';
	readonly message: string;
}

export interface StateTold extends Omit<DeviceState, 'atMs'> {
	readonly type: 'state';
}

export type ToApp =
	| Welcome
	| Refusal
	| Opened
	| Asked
	| { readonly type: 'cancel'; readonly ask: number }
	/** Without a conversation the run is over. */
	| { readonly type: 'close'; readonly conversation?: number | undefined }
	| { readonly type: 'ping'; readonly ping: number };

export interface Welcome {
	readonly type: 'welcome';
	readonly protocol: number;
	readonly session: string;
	readonly level: Asked['level'];
	/** How often a `state` is wanted. */
	readonly stateEveryMs: number;
}

export interface Refusal {
	readonly type: 'refused';
	readonly reason: (typeof REFUSALS)[number];
	readonly message: string;
}

export interface Opened {
	readonly type: 'open';
	readonly conversation: number;
	readonly level: 'chat' | 'app';
	readonly system?: string | undefined;
	readonly tools: readonly ToolDeclaration[];
	readonly sampling: Sampling;
	readonly maxTokens: number;
	readonly thinking?: Thinking | undefined;
}

export type Asked = RawAsk | ChatAsk | AppAsk;

interface Ask {
	readonly type: 'ask';
	readonly ask: number;
	/** For each generation. */
	readonly deadlineMs: number;
}

export interface RawAsk extends Ask {
	readonly level: 'raw';
	readonly prompt: readonly { readonly text: string; readonly tokens?: readonly number[] | undefined }[];
	readonly sharedChars: number;
	readonly stop: readonly string[];
	readonly maxTokens: number;
	readonly ignoreEnd?: boolean | undefined;
	readonly sampling: Sampling;
	readonly grammar?: string | undefined;
}

export interface ChatAsk extends Ask {
	readonly level: 'chat';
	readonly conversation: number;
	/** Answers to calls; before the user's words, or instead of them. */
	readonly results: readonly { readonly name: string; readonly arguments: JsonObject; readonly response: JsonObject }[];
	readonly text?: string | undefined;
}

export interface AppAsk extends Ask {
	readonly level: 'app';
	readonly conversation: number;
	readonly text: string;
}

export const FINISHES = ['stop', 'tool-call', 'length', 'aborted', 'deadline', 'unknown'] as const;
export const REFUSALS = ['token', 'protocol', 'busy', 'changed', 'level', 'backend', 'hello'] as const;
