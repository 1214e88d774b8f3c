import { z } from 'zod';
import { parseAt } from '../../src/base/border.ts';
import { isJsonObject, type JsonObject, type JsonValue, nestsWithin } from '../../src/base/json.ts';
import { type Message, message } from '../../src/base/message.ts';
import { MAX_ARGUMENT_DEPTH } from '../../src/dialects/syntax/tagged-arguments.ts';
import { EXIT_REASONS } from '../../src/model/device-timeline.ts';
import { MAX_ARGUMENTS } from '../../src/model/generation.ts';
import { count, type FromApp, fromApp, jsonObject } from './answers.ts';
import { BACKENDS } from './options.ts';

export type { Answer, AnswerEnd, AskFailure, FromApp, ReportedState } from './answers.ts';
export { fromApp } from './answers.ts';

/** The protocol between an app and gemmark, as in docs/device-protocol.md. Unknown fields are ignored. */
export const PROTOCOL = 1;

const MAX_WORD_CHARS = 500;
const MAX_OPTIONS = 20;

const word = z.string().min(1).max(MAX_WORD_CHARS);
const named = z.object({ name: word, version: word });

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
	/** LoRA that the runtime adds to the model. */
	adapter: z.object({ file: word, sha256: word.optional() }).optional(),
	/** In effect; absent where the runtime does not say it. */
	backend: z.enum(BACKENDS).optional(),
	requestedBackend: z.enum(BACKENDS).optional(),
	/** Further settings that may change answers: `speculative`, `constrained`, `threads`, `contextTokens`, ... */
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

export type ToApp = z.infer<typeof toApp>;
export type PlannedRun = z.infer<typeof plannedRun>;
export type Welcome = z.infer<typeof welcome>;
export type Refusal = z.infer<typeof refusal>;
export type OpenMessage = z.infer<typeof opened>;
type RawAsk = z.infer<typeof rawAsk>;
export type Ask = RawAsk | z.infer<typeof chatAsk> | z.infer<typeof appAsk>;

/** Nesting of a message: the arguments of a call, and the message around them. */
const MAX_DEPTH: number = MAX_ARGUMENT_DEPTH + 8;

/** Parses a message of an app. A call whose arguments are too deep or too long is malformed: the model's mistake, not the app's. */
export function readMessage(text: string): { readonly message: FromApp } | { readonly problem: Message } {
	const given = parsed(text);
	if (given === undefined) return { problem: message('device.no-json') };
	const whole = isRunawayCall(given) ? malformedCall(given, text) : given;
	if (!nestsWithin(whole, MAX_DEPTH)) return { problem: message('device.too-deep', { levels: MAX_DEPTH }) };
	const read = parseAt(fromApp, whole);
	return 'problem' in read ? { problem: message('device.field', read) } : { message: read.value };
}

export function parsed(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return undefined;
	}
}

function isRunawayCall(given: JsonValue): given is JsonObject {
	if (!isJsonObject(given) || given.type !== 'call' || !isJsonObject(given.arguments)) return false;
	return !nestsWithin(given.arguments, MAX_ARGUMENT_DEPTH) || JSON.stringify(given.arguments).length > MAX_ARGUMENTS;
}

/** JSON.stringify cannot write what nests too deep, so without `raw` the whole message stands for the call. */
function malformedCall({ ask = null, n = null, atMs = null, raw }: JsonObject, text: string): JsonValue {
	return { type: 'malformed', ask, n, atMs, raw: (typeof raw === 'string' ? raw : text).slice(0, MAX_ARGUMENTS) };
}
