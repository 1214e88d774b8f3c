import { z } from 'zod';
import { isJsonObject, jsonOf } from '../../base/json.ts';
import type { GenerationEvent } from '../generation.ts';

const text = z.string('no text');
const finish = z.object(
	{
		unified: z.enum(
			['stop', 'tool-call', 'length', 'aborted', 'deadline', 'unknown'],
			"none of 'stop', 'tool-call', 'length', 'aborted', 'deadline' and 'unknown'",
		),
		raw: text,
		limit: z.enum(['gemmark', 'engine'], "neither 'gemmark' nor 'engine'").optional(),
	},
	'no object',
);
/** Counts and times that cannot be are left out: they fail nothing. */
const measure = z.unknown().optional();
const source = z.enum(['engine', 'wall-clock'], "neither 'engine' nor 'wall-clock'");
const usage = z.object(
	{ promptTokens: measure, cachedPromptTokens: measure, outputTokens: measure, thoughtTokens: measure },
	'no object',
);
const timings = z.object(
	{
		source,
		prefillMs: measure,
		decodeMs: measure,
		firstTokenMs: measure,
		lastTokenMs: measure,
		callOpenMs: measure,
		callCompleteMs: measure,
		totalMs: measure,
		refused: measure,
	},
	'no object',
);

/** The end of a completion. */
export const COMPLETION_END: z.ZodType = z.object({
	type: z.literal('end'),
	finish,
	usage: usage.optional(),
	source,
	prefillMs: measure,
	decodeMs: measure,
	refused: measure,
	totalMs: measure,
	systemFingerprint: text.optional(),
});

const call = z.object(
	{
		id: text,
		name: text,
		arguments: z.custom(isJsonObject, 'no object').refine(isCarried, 'no JSON').transform(jsonOf),
		raw: text,
		repairs: z.array(text, 'no list').optional(),
	},
	'no object',
);

/** Events of an engine that renders and reads by itself, by type. */
export const EVENTS: Readonly<Record<GenerationEvent['type'], z.ZodType>> = {
	text: z.object({ type: z.literal('text'), text, atMs: measure }),
	thinking: z.object({ type: z.literal('thinking'), text, atMs: measure }),
	call: z.object({ type: z.literal('call'), call, atMs: measure }),
	malformed: z.object({ type: z.literal('malformed'), reason: text, raw: text, atMs: measure }),
	end: z.object({ type: z.literal('end'), finish, usage: usage.optional(), timings: timings.optional() }),
};

/** A record; its events are read one by one. */
export const RECORD: z.ZodType<{ readonly events: readonly unknown[] }> = z.object({
	promptTail: text.optional(),
	promptText: text.min(1).optional(),
	pieces: z.array(text, 'no list'),
	pieceAtMs: z.array(measure, 'no list'),
	tokens: z.array(z.number('no number'), 'no list').optional(),
	events: z.array(z.unknown(), 'no list'),
	finish,
	usage,
	timings,
	systemFingerprint: text.optional(),
});

/** JSON has no BigInt, and no cycle. */
function isCarried(value: unknown): boolean {
	try {
		return JSON.stringify(value) !== undefined;
	} catch {
		return false;
	}
}
