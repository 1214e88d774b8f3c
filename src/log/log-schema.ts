import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import type { LogRecord } from './record.ts';

/**
 * The shape of a log line, checked before any report reads it: logs travel between machines and may be hostile.
 * Objects are loose where readers ignore what they do not know, so that a later gemmark may add fields.
 */
export const logRecordSchema: z.ZodType<LogRecord> = z.lazy(() =>
	z.discriminatedUnion('type', [header, worker, sample, failure, footer]),
) as unknown as z.ZodType<LogRecord>;

const finite = z.number();
const text = z.string();
/** Values that came out of JSON.parse are JSON: only their outermost shape is asked, however deep they are. */
const json = z.custom<JsonValue>((value) => value !== undefined, 'expected a value');
const jsonObject = z.custom<JsonObject>(isJsonObject, 'expected an object');
/** A long log has millions of these: one check for a list, not one for each entry. */
const texts = z.custom<readonly string[]>((value) => isListOf(value, isText), 'expected a list of texts');
const numbers = z.custom<readonly number[]>((value) => isListOf(value, Number.isFinite), 'expected a list of numbers');
const finish = z.looseObject({
	unified: z.enum(['stop', 'tool-call', 'length', 'aborted', 'deadline', 'unknown']),
	raw: text,
});
const usage = z.looseObject({
	promptTokens: finite.optional(),
	outputTokens: finite.optional(),
});
const call = z.looseObject({ id: text, name: text, arguments: jsonObject, raw: text, repairs: z.array(text) });

const loggedCall = call.partial({ raw: true, repairs: true });

const toolResult = z.discriminatedUnion('type', [
	z.looseObject({ type: z.literal('ok'), data: json }),
	z.looseObject({ type: z.literal('error'), code: text, reason: text, kind: z.enum(['exception', 'result_error']) }),
	z.looseObject({ type: z.literal('cancelled') }),
]);

const message = z.discriminatedUnion('role', [
	z.looseObject({ role: z.literal('user'), text }),
	z.looseObject({ role: z.literal('model'), text }),
	z.looseObject({ role: z.literal('tool-call'), call, result: toolResult }),
	z.looseObject({ role: z.literal('malformed-call'), reason: text, raw: text }),
	z.looseObject({ role: z.literal('reflection'), text }),
	z.looseObject({ role: z.literal('system'), text }),
]);

const event = z.discriminatedUnion('type', [
	z.looseObject({ type: z.literal('text'), text }),
	z.looseObject({ type: z.literal('thinking'), text }),
	z.looseObject({ type: z.literal('call'), call: loggedCall }),
	z.looseObject({ type: z.literal('malformed'), reason: text, raw: text }),
]);

const generation = z.looseObject({
	promptSha256: text.optional(),
	promptTail: text.optional(),
	pieces: texts,
	tokens: numbers.optional(),
	events: z.array(event),
	finish,
	usage,
});

const generationTimings = z.looseObject({
	source: z.enum(['engine', 'wall-clock']),
	prefillMs: finite.optional(),
	firstTokenMs: finite.optional(),
	lastTokenMs: finite.optional(),
	callOpenMs: finite.optional(),
	callCompleteMs: finite.optional(),
	totalMs: finite,
	cachedPromptTokens: finite.optional(),
	pieceAtMs: numbers,
	eventAtMs: numbers,
});

const promptIdentity = z.looseObject({ name: text, version: text, sha256: text });
const corpus = z.looseObject({ name: text, version: text, sha256: text, prompts: z.array(promptIdentity) });

const engine = z.looseObject({ runner: text, version: text.optional(), backend: text.optional() });
const host = z.looseObject({
	device: text.optional(),
	cpu: text.optional(),
	cores: z.int().optional(),
	memoryBytes: finite.optional(),
	os: text.optional(),
	node: text.optional(),
});

const header = z.looseObject({
	type: z.literal('header'),
	version: z.int(),
	gemmark: text,
	startedAt: text,
	model: z.looseObject({ name: text, miniature: z.boolean() }),
	engine,
	template: z.looseObject({ source: text, bosToken: text, eosToken: text }).optional(),
	loadMs: finite.optional(),
	settings: z.looseObject({
		seed: finite.optional(),
		epochs: z.int(),
		temperature: finite.optional(),
		maxTokens: z.int().optional(),
		deadlineMs: finite.optional(),
		policy: z.enum(['push', 'discard']).optional(),
		reading: z.enum(['strict', 'lenient']).optional(),
		dialect: text.optional(),
		reflection: z.boolean().optional(),
	}),
	suites: z.array(
		z.looseObject({
			name: text,
			version: text,
			corpus,
			skipped: z.array(z.looseObject({ arm: text, reason: text })),
			planned: z.int(),
		}),
	),
	host,
	git: z.looseObject({ commit: text, dirty: z.boolean() }).optional(),
	command: text,
});

const worker = z.looseObject({ type: z.literal('worker'), id: text, engine, host, loadMs: finite.optional() });

const sample = z.looseObject({
	type: z.literal('sample'),
	suite: text,
	sampleId: text,
	arm: text,
	epoch: z.int().min(0),
	seed: finite.optional(),
	sample: jsonObject,
	transcript: z.looseObject({
		messages: z.array(message).optional(),
		generations: z.array(generation),
		facts: jsonObject,
		error: text.optional(),
	}),
	scores: z.record(
		text,
		z.looseObject({ value: z.union([z.boolean(), finite]), reason: text.optional(), detail: text.optional() }),
	),
	timings: z.looseObject({
		generations: z.array(generationTimings),
		endToEndMs: finite,
		cold: z.boolean(),
		worker: text.optional(),
	}),
});

const failure = z.looseObject({ type: z.literal('failure'), at: text, code: text, message: text });

const footer = z.looseObject({
	type: z.literal('footer'),
	endedAt: text,
	outcome: z.enum(['complete', 'interrupted', 'failed']),
	peakRssBytes: finite.optional(),
});

function isListOf(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
	return Array.isArray(value) && value.every((entry) => isEntry(entry));
}

function isText(value: unknown): boolean {
	return typeof value === 'string';
}
