import { z } from 'zod';
import { parseAt } from '../base/border.ts';
import { ConfigError, EngineError } from '../base/errors.ts';
import { isJsonObject, jsonOf } from '../base/json.ts';
import { type Message, message } from '../base/message.ts';
import type { CompletionEvent } from './completer.ts';
import type { GenerationEvent, GenerationRecord } from './generation.ts';
import type { EngineIdentity, ModelIdentity } from './identity.ts';
import type { LoadedModel } from './runner.ts';

/** Limit of bytes, tokens and milliseconds, so that sums stay exact. */
export const LARGEST_AMOUNT = 1e15;

const text = z.string();
const flag = z.boolean();
/** Bytes, tokens, milliseconds. */
export const amount: z.ZodNumber = z.number().min(0).max(LARGEST_AMOUNT);

/** A count or a time. Invalid ones (negative, not finite, not a number) become absent. */
const measure: z.ZodType<number | undefined> = z
	.unknown()
	.transform((given) => (typeof given === 'number' && given >= 0 && given <= LARGEST_AMOUNT ? given : undefined))
	.optional();

const modelFields: Readonly<Record<keyof ModelIdentity, z.ZodType>> = {
	name: text,
	title: text.optional(),
	sizeBytes: amount.optional(),
	sha256: text.optional(),
	digest: text.optional(),
	pathSha256: text.optional(),
	architecture: text.optional(),
	quantization: text.optional(),
	parameters: amount.optional(),
	templateSha256: text.optional(),
	templateName: text.optional(),
	miniature: flag,
};

const engineFields: Readonly<Record<keyof EngineIdentity, z.ZodType>> = {
	runner: text,
	app: text.optional(),
	version: text.optional(),
	backend: text.optional(),
	requestedBackend: text.optional(),
	options: z.record(z.string(), z.union([z.string(), z.number(), flag])).optional(),
	api: z.enum(['completion', 'chat', 'app'] satisfies readonly EngineIdentity['api'][]).optional(),
	threads: amount.optional(),
	prefillThreads: amount.optional(),
	threadsFrom: z.enum(['probe', 'option', 'engine'] satisfies readonly EngineIdentity['threadsFrom'][]).optional(),
	flashAttention: flag.optional(),
	kvCacheType: text.optional(),
	contextSize: amount.optional(),
	batchSize: amount.optional(),
	promptCache: flag.optional(),
	sequences: z.int().min(1).optional(),
	processes: z.int().min(1).optional(),
	timingsNotComparable: z.unknown().optional(),
};

/** Identities of weights and engine, from a user's runner or a log. */
const modelIdentity: z.ZodType<ModelIdentity> = z.object(modelFields) as unknown as z.ZodType<ModelIdentity>;
const engineIdentity: z.ZodType<EngineIdentity> = z.object(engineFields) as unknown as z.ZodType<EngineIdentity>;

const samplers = z.array(z.enum(['topK', 'topP'])).optional();
const call = z.custom((value) => typeof value === 'function', 'is not a function');
const loaded = {
	identity: modelIdentity,
	engine: engineIdentity,
	samplers,
	loadMs: amount,
	confirm: call.optional(),
	peakRssBytes: call,
	dispose: call,
};

const userModel: z.ZodType<Pick<LoadedModel, 'identity' | 'engine'>> = z.discriminatedUnion('kind', [
	z.object({
		...loaded,
		kind: z.literal('raw'),
		completer: z.object({ complete: call }),
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
		openConversation: call,
	}),
]);

const finish = z.object({
	unified: z.enum(['stop', 'tool-call', 'length', 'aborted', 'deadline', 'unknown']),
	raw: text,
	limit: z.enum(['gemmark', 'engine']).optional(),
});
const source = z.enum(['engine', 'wall-clock', 'cache']);
const usage = z
	.object({ promptTokens: measure, cachedPromptTokens: measure, outputTokens: measure, thoughtTokens: measure })
	.partial()
	.transform(known);
/** Fields of the end of an answer. */
export const endFields = { finish, usage };
const refused = z
	.object({ attempts: z.int().min(1), ms: amount })
	.optional()
	.catch(undefined);
const repeated = z.literal(true).optional().catch(undefined);
const timings = z
	.object({
		source,
		prefillMs: measure,
		decodeMs: measure,
		firstTokenMs: measure,
		lastTokenMs: measure,
		callOpenMs: measure,
		callCompleteMs: measure,
		totalMs: measure,
		refused,
		repeated,
	})
	.transform(known);

const toolCall = z.object({
	id: text,
	name: text,
	arguments: z.custom(isJsonObject, 'must be an object').refine(isCarried, 'must be JSON').transform(jsonOf),
	raw: text,
	repairs: z.array(text).optional(),
});

const atMs = measure.transform((ms) => ms ?? 0);

/** Events of an engine that renders and reads by itself. */
const generationEvent: z.ZodType<GenerationEvent> = z.discriminatedUnion('type', [
	z.object({ type: z.literal('text'), text, atMs }),
	z.object({ type: z.literal('thinking'), text, atMs }),
	z.object({ type: z.literal('call'), call: toolCall, atMs }),
	z.object({ type: z.literal('malformed'), reason: text, raw: text, atMs }),
	z.object({ type: z.literal('end'), finish, usage: usage.optional(), timings: timings.optional() }),
]) as unknown as z.ZodType<GenerationEvent>;

/** The end of a raw engine. Its pieces are parsed by hand: there may be millions. */
const completionEnd: z.ZodType<CompletionEvent> = z
	.object({
		type: z.literal('end'),
		finish,
		usage: usage.optional(),
		source,
		prefillMs: measure,
		decodeMs: measure,
		refused,
		repeated,
		totalMs: measure,
		systemFingerprint: text.optional(),
	})
	.transform(known) as unknown as z.ZodType<CompletionEvent>;

/** What `onGeneration` adds to the stream. */
const recordExtras = z.object({
	promptTail: text.optional(),
	promptText: text.min(1).optional(),
	pieces: z.array(text),
	pieceAtMs: z.array(atMs),
	tokens: z.array(z.number()).optional(),
	finish: finish.optional(),
	usage,
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

/** Drops undefined fields. */
function known<T extends object>(fields: T): T {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
