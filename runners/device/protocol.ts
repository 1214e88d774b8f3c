import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { THERMAL_STATUSES } from '../../src/model/device-timeline.ts';
import type { Usage } from '../../src/model/generation.ts';
import { BACKENDS, EXIT_REASONS } from './options.ts';

/** The protocol between an app and gemmark, as in docs/device-protocol.md. Unknown fields are ignored. */
export const PROTOCOL = 1;

const MAX_WORD_CHARS = 500;
const MAX_MEASURE = 1e15;
const MAX_OPTIONS = 20;

const word = z.string().min(1).max(MAX_WORD_CHARS);
const named = z.object({ name: word, version: word });
const count = z.int().nonnegative();
const json: z.ZodType<JsonValue> = z.json();
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json);

/** Absent outside 0 to `most`: a platform may report -1 for an unknown value. */
const measure = (most: number = MAX_MEASURE) =>
	z
		.number()
		.transform((value) => (value >= 0 && value <= most ? value : undefined))
		.optional();

/** The first message of an app: what it is, and what it offers. */
export const hello = z.object({
	type: z.literal('hello'),
	protocol: z.literal(PROTOCOL),
	token: z.string(),
	/** From the last welcome, when the app reconnects. */
	session: word.optional(),
	/** Differs for each start of the app's process. */
	process: word,
	app: named,
	runtime: named,
	model: z.object({ file: word, sizeBytes: z.int().positive().optional(), sha256: word.optional() }),
	/** In effect; absent where the runtime does not say it. */
	backend: z.enum(BACKENDS).optional(),
	requestedBackend: z.enum(BACKENDS).optional(),
	/** Further settings that may change answers: `speculative`, `constrained`, `threads`, `contextTokens`, `lora`, ... */
	options: z
		.record(word, z.union([word, z.number(), z.boolean()]))
		.refine((options) => Object.keys(options).length <= MAX_OPTIONS, `must have at most ${MAX_OPTIONS} entries`)
		.optional(),
	device: word,
	os: word,
	levels: z.array(z.enum(['raw', 'chat', 'app'])).min(1),
	/** How long the model took to initialise in this process. */
	initMs: z.number().positive(),
	/** Sampling parameters that the engine obeys, besides temperature and seed. */
	samplers: z.array(z.enum(['topK', 'topP'])).default([]),
	/** What gemmark needs to render prompts for a raw engine. */
	raw: z
		.object({
			chatTemplate: z.string(),
			bosToken: z.string(),
			eosToken: z.string(),
			addsBos: z.boolean().optional(),
			grammar: z.boolean(),
		})
		.optional(),
	/** Whether a chat engine obeys `thinking`. */
	thinking: z.boolean().optional(),
	/** Why the process before it ended. */
	exit: z
		.object({ process: word, reason: z.enum(EXIT_REASONS).catch('other'), detail: z.string().optional() })
		.optional(),
});

/** The part of a hello that every version of the protocol has. */
export const anyHello = z.object({ type: z.literal('hello'), protocol: z.number(), token: z.string() });

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

const sampling = z.object({
	temperature: z.number(),
	seed: z.number(),
	topK: z.number().exactOptional(),
	topP: z.number().exactOptional(),
});
const tool = z.object({ name: z.string(), description: z.string(), parameters: jsonObject });
const toolAnswer = z.object({ name: z.string(), arguments: jsonObject, response: jsonObject });

/** Of the sample that is asked: `SUITE ID VARIANT EPOCH`. */
const sampleKey = z.string().optional();

/** `deadlineMs` is for each generation. */
const asked = { type: z.literal('ask'), ask: count, deadlineMs: z.number() };

const rawAsk = z.object({
	...asked,
	level: z.literal('raw'),
	sample: sampleKey,
	prompt: z.array(z.object({ text: z.string(), tokens: z.array(z.number()).optional() })),
	sharedChars: count,
	stop: z.array(z.string()),
	maxTokens: count,
	ignoreEnd: z.boolean().optional(),
	sampling,
	grammar: z.string().optional(),
});
const chatAsk = z.object({
	...asked,
	level: z.literal('chat'),
	conversation: count,
	/** Answers to calls, before the user's text or without one. */
	results: z.array(toolAnswer),
	text: z.string().optional(),
});
const appAsk = z.object({
	...asked,
	level: z.literal('app'),
	conversation: count,
	text: z.string(),
	/** How the user answers the app's dialogs; absent: yes. */
	confirm: z.literal('no').optional(),
});

/** Suites and choices, to plan again. */
const plannedRun = z.looseObject({ suites: z.array(z.string()) });

const plan = z.looseObject({
	gemmark: z.string(),
	made: z.string(),
	samples: count,
	asks: count,
	/** So often a sample is begun whose process is killed. */
	tries: z.int().positive(),
	/** As `--cool-down` has it. */
	coolDown: z.string().optional(),
	/** After the last sample the client plays on, from the first, until these seconds have passed since it began. */
	sustainS: z.number().positive().optional(),
	run: plannedRun,
});

const welcome = z.object({
	type: z.literal('welcome'),
	protocol: z.literal(PROTOCOL),
	session: z.string(),
	level: z.enum(['raw', 'chat', 'app']),
	/** How often gemmark wants a `state`. */
	stateEveryMs: count,
	/** Of a plan that is played without a cable. */
	plan: plan.optional(),
	run: plannedRun.optional(),
});
const refusal = z.object({
	type: z.literal('refused'),
	reason: z.enum(['token', 'protocol', 'busy', 'changed', 'level', 'backend', 'hello']),
	message: z.string(),
});
const opened = z.object({
	type: z.literal('open'),
	conversation: count,
	level: z.enum(['chat', 'app']),
	sample: sampleKey,
	system: z.string().optional(),
	tools: z.array(tool),
	sampling,
	maxTokens: count,
	thinking: z.union([z.enum(['off', 'on']), z.number()]).optional(),
	/** Asks for `rendered`. */
	render: z.boolean().optional(),
});

export const toApp = z.union([
	welcome,
	refusal,
	opened,
	z.discriminatedUnion('level', [rawAsk, chatAsk, appAsk]),
	z.object({ type: z.literal('cancel'), ask: count }),
	/** Without a conversation the run is over. */
	z.object({ type: z.literal('close'), conversation: count.optional() }),
	z.object({ type: z.literal('ping'), ping: count }),
]);

export type Hello = z.infer<typeof hello>;
export type FromApp = z.infer<typeof fromApp>;
export type AnswerEnd = z.infer<typeof end>;
/** A part of an answer. */
export type Answer = z.infer<typeof chunk> | z.infer<typeof call> | z.infer<typeof malformed> | AnswerEnd;
export type AskFailure = z.infer<typeof error>;
export type ReportedState = z.infer<typeof state>;

export type ToApp = z.infer<typeof toApp>;
export type PlannedRun = z.infer<typeof plannedRun>;
export type Welcome = z.infer<typeof welcome>;
export type Refusal = z.infer<typeof refusal>;
export type OpenMessage = z.infer<typeof opened>;
export type RawAsk = z.infer<typeof rawAsk>;
export type Ask = RawAsk | z.infer<typeof chatAsk> | z.infer<typeof appAsk>;
