import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { THERMAL_STATUSES } from '../../src/model/device-timeline.ts';
import type { Usage } from '../../src/model/generation.ts';

const MAX_MEASURE = 1e15;

export const count = z.int().nonnegative();
const json: z.ZodType<JsonValue> = z.json();
export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json);

/** Absent outside 0 to `most`: a platform may report -1 for an unknown value. */
const measure = (most: number = MAX_MEASURE) =>
	z
		.number()
		.transform((value) => (value >= 0 && value <= most ? value : undefined))
		.optional();

/** `n` counts the parts of an answer. `atMs`: since the ask arrived, on the device's monotonic clock. */
const part = { ask: count, n: count, atMs: z.number() };

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
	/** What the model wrote, if the runtime reports it. */
	raw: z.string().optional(),
});
const malformed = z.object({ type: z.literal('malformed'), ...part, raw: z.string() });

const appMessage = z.discriminatedUnion('role', [
	z.object({ role: z.enum(['user', 'model', 'system']), text: z.string() }),
	z.object({
		role: z.literal('tool'),
		/** Counts the calls of the turn from 0. */
		call: count,
		result: z.discriminatedUnion('type', [
			z.object({ type: z.literal('ok'), data: json }),
			z.object({
				type: z.literal('error'),
				code: z.string(),
				reason: z.string(),
				kind: z.enum(['exception', 'result_error']).default('result_error'),
			}),
			z.object({ type: z.literal('cancelled') }),
		]),
	}),
]);

const tokens = (least = 0) =>
	z
		.number()
		.transform((value) => (Number.isSafeInteger(value) && value >= least ? value : undefined))
		.optional();
const usage = z
	.object({ promptTokens: tokens(1), cachedPromptTokens: tokens(), outputTokens: tokens(), thoughtTokens: tokens() })
	.transform((counts): Usage => {
		const { promptTokens = Number.POSITIVE_INFINITY, cachedPromptTokens = 0 } = counts;
		const possible = cachedPromptTokens > promptTokens ? { ...counts, cachedPromptTokens: undefined } : counts;
		return Object.fromEntries(Object.entries(possible).filter(([, value]) => value !== undefined));
	});

const end = z.object({
	type: z.literal('end'),
	...part,
	finish: z.enum(['stop', 'tool-call', 'length', 'aborted', 'deadline', 'unknown']),
	/** The runtime's own word for it. */
	reason: z.string().default(''),
	usage: usage.default({}),
	prefillMs: measure(),
	/** Level app, a later generation: when the runtime accepted its request, on the clock of the answer. */
	startMs: measure(),
	/** The runtime's own counters. */
	counters: jsonObject.optional(),
	/** Level app: more generations of this turn follow. */
	more: z.boolean().optional(),
	/** Level app, last generation: what the app keeps of the turn, and why the turn failed. */
	messages: z.array(appMessage).optional(),
	error: z.string().optional(),
	/** First generation of a conversation: its prompt, as the runtime rendered it. */
	rendered: z.string().optional(),
});

/** A failed ask or, without `ask`, an app that cannot continue. */
const error = z.object({
	type: z.literal('error'),
	ask: count.optional(),
	code: z.enum(['context-overflow', 'out-of-memory', 'failed']),
	message: z.string(),
});

const state = z.object({
	type: z.literal('state'),
	memoryBytes: measure(),
	memoryKind: z.enum(['pss', 'footprint', 'rss']).optional(),
	thermal: z.enum(THERMAL_STATUSES).optional(),
	battery: measure(100),
	charging: z.boolean().optional(),
	powerSave: z.boolean().optional(),
	/** Memory that the system can still give. */
	availableBytes: measure(),
	/** Android's thermal headroom in ten seconds; 1 is severe throttling. */
	headroom: measure(),
	temperatureC: z.number().min(-100).max(200).optional().catch(undefined),
	chargeUah: measure(),
	/** The app is not in front. */
	background: z.boolean().optional(),
});

export const fromApp = z.discriminatedUnion('type', [
	chunk,
	call,
	malformed,
	end,
	error,
	state,
	z.object({ type: z.literal('pong'), ping: count }),
]);

export type FromApp = z.infer<typeof fromApp>;
export type AnswerEnd = z.infer<typeof end>;
/** A part of an answer. */
export type Answer = z.infer<typeof chunk> | z.infer<typeof call> | z.infer<typeof malformed> | AnswerEnd;
export type AskFailure = z.infer<typeof error>;
export type ReportedState = z.infer<typeof state>;
