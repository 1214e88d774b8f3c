import { z } from 'zod';
import type {
	AppToolResult,
	DeviceState,
	JsonObject,
	JsonValue,
	Sampling,
	Thinking,
	ToolDeclaration,
	Usage,
} from '../../src/index.ts';
import { PROTOCOL } from './hello.ts';

/**
 * The messages between app and gemmark behind the hello, for both sides: docs/device-protocol.md. A field that is not known is looked
 * past; {@link fromApp} and {@link toApp} are these types as schemas.
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
	readonly usage: { readonly [Count in keyof Usage]?: number | undefined };
	readonly prefillMs?: number | undefined;
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

const FINISHES = ['stop', 'tool-call', 'length', 'aborted', 'deadline', 'unknown'] as const;
const REFUSALS = ['token', 'protocol', 'busy', 'changed', 'level', 'backend', 'hello'] as const;
/** From cool to hot. */
export const THERMAL = ['nominal', 'light', 'moderate', 'severe', 'critical', 'emergency', 'shutdown'] as const;

const count = z.int().nonnegative();
const json: z.ZodType<JsonValue> = z.json();
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json);

const part = {
	ask: count,
	n: count,
	atMs: z.number(),
};

const chunk = z.object({
	type: z.literal('chunk'),
	...part,
	text: z.string(),
	token: count.optional(),
	thinking: z.boolean().optional(),
});
const call = z.object({
	type: z.literal('call'),
	...part,
	name: z.string().min(1),
	arguments: jsonObject,
	raw: z.string().optional(),
});
const malformed = z.object({ type: z.literal('malformed'), ...part, raw: z.string() });

const toolResult = z.discriminatedUnion('type', [
	z.object({ type: z.literal('ok'), data: json }),
	z.object({
		type: z.literal('error'),
		code: z.string(),
		reason: z.string(),
		kind: z.enum(['exception', 'result_error']).default('result_error'),
	}),
	z.object({ type: z.literal('cancelled') }),
]);
const appMessage = z.discriminatedUnion('role', [
	z.object({ role: z.enum(['user', 'model', 'system']), text: z.string() }),
	z.object({ role: z.literal('tool'), call: count, result: toolResult }),
]);

const end = z.object({
	type: z.literal('end'),
	...part,
	finish: z.enum(FINISHES),
	reason: z.string().default(''),
	usage: z
		.object({
			promptTokens: count.optional(),
			cachedPromptTokens: count.optional(),
			outputTokens: count.optional(),
			thoughtTokens: count.optional(),
		})
		.default({}),
	prefillMs: z.number().nonnegative().optional(),
	counters: jsonObject.optional(),
	more: z.boolean().optional(),
	messages: z.array(appMessage).optional(),
	error: z.string().optional(),
});

const error = z.object({
	type: z.literal('error'),
	ask: count.optional(),
	code: z.enum(['context-overflow', 'out-of-memory', 'failed']),
	message: z.string(),
});

const state = z.object({
	type: z.literal('state'),
	memoryBytes: z.number().nonnegative().optional(),
	memoryKind: z.enum(['pss', 'footprint', 'rss']).optional(),
	thermal: z.enum(THERMAL).optional(),
	battery: z.number().min(0).max(100).optional(),
	charging: z.boolean().optional(),
	powerSave: z.boolean().optional(),
});

/** {@link FromApp} as a schema. */
export const fromApp: z.ZodType<FromApp> = z.discriminatedUnion('type', [
	chunk,
	call,
	malformed,
	end,
	error,
	state,
	z.object({ type: z.literal('pong'), ping: count }),
]);

const sampling = z.object({
	temperature: z.number(),
	seed: z.number(),
	topK: z.number().exactOptional(),
	topP: z.number().exactOptional(),
});
const tool = z.object({ name: z.string(), description: z.string(), parameters: jsonObject });
const toolAnswer = z.object({ name: z.string(), arguments: jsonObject, response: jsonObject });

const asked = { type: z.literal('ask'), ask: count, deadlineMs: z.number() };

const ask = z.discriminatedUnion('level', [
	z.object({
		...asked,
		level: z.literal('raw'),
		prompt: z.array(z.object({ text: z.string(), tokens: z.array(z.number()).optional() })),
		sharedChars: count,
		stop: z.array(z.string()),
		maxTokens: count,
		ignoreEnd: z.boolean().optional(),
		sampling,
		grammar: z.string().optional(),
	}),
	z.object({
		...asked,
		level: z.literal('chat'),
		conversation: count,
		results: z.array(toolAnswer),
		text: z.string().optional(),
	}),
	z.object({ ...asked, level: z.literal('app'), conversation: count, text: z.string() }),
]);

/** {@link ToApp} as a schema. */
export const toApp: z.ZodType<ToApp> = z.union([
	z.object({
		type: z.literal('welcome'),
		protocol: z.literal(PROTOCOL),
		session: z.string(),
		level: z.enum(['raw', 'chat', 'app']),
		stateEveryMs: count,
	}),
	z.object({ type: z.literal('refused'), reason: z.enum(REFUSALS), message: z.string() }),
	z.object({
		type: z.literal('open'),
		conversation: count,
		level: z.enum(['chat', 'app']),
		system: z.string().optional(),
		tools: z.array(tool),
		sampling,
		maxTokens: count,
		thinking: z.union([z.enum(['off', 'on']), z.number()]).optional(),
	}),
	ask,
	z.object({ type: z.literal('cancel'), ask: count }),
	z.object({ type: z.literal('close'), conversation: count.optional() }),
	z.object({ type: z.literal('ping'), ping: count }),
]);
