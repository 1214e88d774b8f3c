import { z } from 'zod';
import { type JsonObject, type JsonValue, THERMAL_STATUSES } from '../../../src/index.ts';
import { PROTOCOL } from './hello.ts';
import { FINISHES, type FromApp, REFUSALS, type ToApp } from './messages.ts';

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
			promptTokens: z.number().optional(),
			cachedPromptTokens: z.number().optional(),
			outputTokens: z.number().optional(),
			thoughtTokens: z.number().optional(),
		})
		.default({}),
	prefillMs: z.number().optional(),
	startMs: z.number().optional(),
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

/** A platform that does not know may say -1. */
const measure = (most: number): z.ZodType<number | undefined> =>
	z
		.number()
		.transform((value) => (value >= 0 && value <= most ? value : undefined))
		.optional();

const state = z.object({
	type: z.literal('state'),
	memoryBytes: measure(Number.MAX_SAFE_INTEGER),
	memoryKind: z.enum(['pss', 'footprint', 'rss']).optional(),
	thermal: z.enum(THERMAL_STATUSES).optional(),
	battery: measure(100),
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
