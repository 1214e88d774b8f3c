import { z } from 'zod';
import { amount, finite, flag, parseAt, text } from '../base/border.ts';
import { ConfigError, EngineError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, jsonOf } from '../base/json.ts';
import { type Message, message } from '../base/message.ts';
import type { CompletionEvent } from './completer.ts';
import {
	finish,
	type GenerationEvent,
	type GenerationRecord,
	generationTimings,
	toolCall,
	usage,
} from './generation.ts';
import { engineIdentity, modelIdentity } from './identity.ts';
import type { LoadedModel } from './runner.ts';

const samplers = z.array(z.enum(['topK', 'topP'])).optional();
const method = z.custom((value) => typeof value === 'function', 'is not a function');
const loaded = {
	identity: modelIdentity,
	engine: engineIdentity,
	samplers,
	loadMs: amount,
	confirm: method.optional(),
	peakRssBytes: method,
	dispose: method,
};

const userModel = z.discriminatedUnion('kind', [
	z.object({
		...loaded,
		kind: z.literal('raw'),
		completer: z.object({ complete: method }),
		chatTemplate: text,
		bosToken: text,
		eosToken: text,
		addsBos: flag.optional(),
		grammar: flag,
	}),
	z.object({
		...loaded,
		kind: z.literal('chat'),
		thinking: flag.optional(),
		takesHistory: flag.optional(),
		unseenTools: text.optional(),
		openConversation: method,
	}),
]);

const ending = finish.omit({ said: true });
const counts = forgiving(usage).transform(known);
/** Fields of the end of an answer. */
export const endFields = { finish: ending, usage: counts };
const measures = forgiving(generationTimings).extend({ source: generationTimings.shape.source });
const timings = measures.transform(known);

const call = toolCall.extend({
	arguments: z
		.custom<JsonObject>(isJsonObject, 'must be an object')
		.refine(isCarried, 'must be JSON')
		.transform(jsonOf),
});

const atMs = amount.catch(0);

/** Events of an engine that renders and reads by itself. */
const generationEvent: z.ZodType<GenerationEvent> = z.discriminatedUnion('type', [
	z.object({ type: z.literal('text'), text, atMs }),
	z.object({ type: z.literal('thinking'), text, atMs }),
	z.object({ type: z.literal('call'), call, atMs }),
	z.object({ type: z.literal('malformed'), reason: text, raw: text, atMs }),
	z.object({ type: z.literal('end'), finish: ending, usage: counts.optional(), timings: timings.optional() }),
]) as unknown as z.ZodType<GenerationEvent>;

/** The end of a raw engine. Its pieces are parsed by hand: there may be millions. */
const completionEnd: z.ZodType<CompletionEvent> = measures
	.pick({ source: true, prefillMs: true, decodeMs: true, refused: true, repeated: true, totalMs: true })
	.extend({
		type: z.literal('end'),
		finish: ending,
		usage: counts.optional(),
		systemFingerprint: text.optional(),
	})
	.transform(known) as unknown as z.ZodType<CompletionEvent>;

/** What `onGeneration` adds to the stream. */
const recordExtras = z.object({
	promptTail: text.optional(),
	promptText: text.min(1).optional(),
	pieces: z.array(text),
	pieceAtMs: z.array(atMs),
	tokens: z.array(finite).optional(),
	finish: ending.optional(),
	usage: counts,
	timings,
	systemFingerprint: text.optional(),
});

export type RecordExtras = Omit<GenerationRecord, 'events'>;

/** A model from a user's load(); known fields of its identities. */
export function readUserModel(
	runner: string,
	given: unknown,
): { readonly model: LoadedModel } & Pick<LoadedModel, 'identity' | 'engine'> {
	const parsed = parseAt(userModel, given);
	if ('problem' in parsed) throw new ConfigError(invalid(runner, 'load()', parsed.field, parsed.problem));
	return { model: given as LoadedModel, ...parsed.value };
}

export function readGenerationEvent(runner: string, given: unknown): GenerationEvent {
	return read(generationEvent, given, runner, 'sendChatTurn()');
}

export function readRecord(runner: string, given: unknown): RecordExtras {
	return known(read(recordExtras, given, runner, 'onGeneration')) as unknown as RecordExtras;
}

export function readCompletionEvent(runner: string, given: CompletionEvent): CompletionEvent {
	const { type, pieces } = (given ?? {}) as { readonly type?: unknown; readonly pieces?: unknown };
	if (type !== 'pieces') return read(completionEnd, given, runner, 'complete()');
	const fail = (field: string, problem: Message): EngineError =>
		new EngineError('generation-failed', invalid(runner, 'complete()', field, problem));
	if (!Array.isArray(pieces)) throw fail('pieces', message('field.list'));
	const odd = pieces.findIndex((piece) => typeof piece?.text !== 'string');
	if (odd !== -1) throw fail(`pieces[${odd}].text`, message('field.text'));
	const token = pieces.findIndex((piece) => piece.token !== undefined && !Number.isFinite(piece.token));
	if (token !== -1) throw fail(`pieces[${token}].token`, message('field.number'));
	return given;
}

function read<T>(schema: z.ZodType<T>, given: unknown, runner: string, what: string): T {
	const parsed = parseAt(schema, given);
	if ('value' in parsed) return parsed.value;
	throw new EngineError('generation-failed', invalid(runner, what, parsed.field, parsed.problem));
}

function invalid(runner: string, what: string, field: string, problem: Message): Message {
	return message('runner.invalid', { runner, what, ...(field !== '' && { field }), problem });
}

/** JSON has no BigInt and no cycles. */
function isCarried(value: unknown): boolean {
	try {
		return JSON.stringify(value) !== undefined;
	} catch {
		return false;
	}
}

/** Measurements of which invalid ones (negative, not finite, not a number) become absent. */
function forgiving<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>): z.ZodObject<Shape> {
	const fields = Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).optional().catch(undefined)]);
	return z.object(Object.fromEntries(fields)) as never;
}

/** Drops undefined fields. */
function known<T extends object>(fields: T): T {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
