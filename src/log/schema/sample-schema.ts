import { z } from 'zod';
import { whole } from '../../base/border.ts';
import { LARGEST_NUMBER, UNSCORED_CAUSES } from '../../eval/score.ts';
import { amount } from '../../model/border.ts';
import { finite, json, jsonObject, numbers, said, text, texts, times } from './logged-value.ts';

const finish = z.looseObject({
	unified: z.enum(['stop', 'tool-call', 'length', 'aborted', 'deadline', 'unknown']),
	raw: text,
	limit: z.enum(['gemmark', 'engine']).optional(),
	said: said.optional(),
});
const usage = z.looseObject({
	promptTokens: amount.optional(),
	outputTokens: amount.optional(),
	thoughtTokens: amount.optional(),
});
const call = z.looseObject({ id: text, name: text, arguments: jsonObject, raw: text, repairs: texts.optional() });

const loggedCall = call.partial({ raw: true });

const toolResult = z.discriminatedUnion('type', [
	z.looseObject({ type: z.literal('ok'), data: json }),
	z.looseObject({ type: z.literal('error'), code: text, reason: text, kind: z.enum(['exception', 'result_error']) }),
	z.looseObject({ type: z.literal('cancelled') }),
]);

const message = z.discriminatedUnion('role', [
	z.looseObject({ role: z.literal('user'), text }),
	z.looseObject({ role: z.literal('model'), text }),
	z.looseObject({ role: z.literal('tool-call'), call: z.union([call, text]), result: toolResult }),
	z.looseObject({ role: z.literal('malformed-call'), reason: text, raw: text }),
	z.looseObject({ role: z.literal('reflection'), text, sentAs: z.enum(['model', 'user']).optional() }),
	z.looseObject({ role: z.literal('system'), text }),
]);

// `pieces` stands for the text (see packed.ts).
const places = { pieces: z.int().min(1).optional(), after: whole.optional() };
const event = z.discriminatedUnion('type', [
	z.looseObject({ type: z.literal('text'), text: text.optional(), ...places }),
	z.looseObject({ type: z.literal('thinking'), text: text.optional(), ...places }),
	z.looseObject({ type: z.literal('call'), call: loggedCall, ...places }),
	z.looseObject({ type: z.literal('malformed'), reason: text, raw: text.optional(), ...places }),
]);

const generation = z.looseObject({
	promptSha256: text.optional(),
	promptTail: text.optional(),
	pieces: texts,
	tokens: numbers.optional(),
	events: z.array(event),
	finish,
	usage,
	systemFingerprint: text.optional(),
});

const generationTimings = z.looseObject({
	source: z.enum(['engine', 'wall-clock', 'cache']),
	prefillMs: amount.optional(),
	decodeMs: amount.optional(),
	firstTokenMs: amount.optional(),
	lastTokenMs: amount.optional(),
	callOpenMs: amount.optional(),
	callCompleteMs: amount.optional(),
	totalMs: amount,
	refused: z.looseObject({ attempts: whole, ms: amount }).optional(),
	repeated: z.literal(true).optional(),
	sinceLastEnd: z.boolean().optional(),
	cachedPromptTokens: amount.optional(),
	pieceAtMs: times,
	eventAtMs: times.optional(),
});

const deviceTimeline = z.looseObject({
	states: z.array(
		z.looseObject({
			atMs: finite,
			memoryBytes: amount.optional(),
			memoryKind: text.optional(),
			thermal: text.optional(),
			battery: amount.optional(),
			charging: z.boolean().optional(),
			powerSave: z.boolean().optional(),
		}),
	),
	cold: z.boolean(),
	initMs: amount.optional(),
	counters: z.array(jsonObject).optional(),
	notComparable: z.array(said).optional(),
	strays: whole.optional(),
});

export const score: z.ZodUnion = z.union([
	z.looseObject({
		value: z.union([z.boolean(), finite.min(-LARGEST_NUMBER).max(LARGEST_NUMBER)]),
		reason: text.optional(),
		detail: said.optional(),
	}),
	z.looseObject({ unscored: z.enum(UNSCORED_CAUSES), detail: said.optional() }),
]);

export const sample: z.ZodObject = z.looseObject({
	type: z.literal('sample'),
	suite: text,
	sampleId: text,
	variant: text,
	epoch: whole,
	seed: finite.optional(),
	sample: jsonObject,
	system: text.optional(),
	transcript: z.looseObject({
		messages: z.array(message).optional(),
		tools: texts.optional(),
		defaults: z.record(text, jsonObject).optional(),
		generations: z.array(generation),
		facts: jsonObject,
		error: text.optional(),
		failure: text.optional(),
		failureDetail: said.optional(),
	}),
	groups: z.record(text, text).optional(),
	scores: z.record(text, score),
	timings: z.looseObject({
		generations: z.array(generationTimings),
		endToEndMs: amount,
		userTurns: z.array(z.looseObject({ generations: whole, endToEndMs: amount })).optional(),
		cold: z.boolean(),
		attempts: whole.optional(),
		device: deviceTimeline.optional(),
		worker: text.optional(),
	}),
});
