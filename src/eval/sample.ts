import { z } from 'zod';
import {
	amount,
	finite,
	flag,
	json,
	jsonObject,
	numbers,
	type Parsed,
	said,
	text,
	texts,
	times,
	whole,
} from '../base/border.ts';
import type { EngineFailure } from '../base/errors.ts';
import { type JsonObject, jsonOf, sha256 } from '../base/json.ts';
import type { ChatMessage } from '../chat/turn-loop.ts';
import { deviceTimeline } from '../model/device-timeline.ts';
import {
	finish,
	type GenerationEvent,
	type GenerationRecord,
	generationTimings,
	toolCall,
	usage,
} from '../model/generation.ts';
import { type Score, scoreSchema } from './score.ts';

/** A row of a corpus. */
export interface Sample {
	/** Unique in its suite: lower-case letters, digits and single hyphens, at most 60. */
	readonly id: string;
	/** The user's words; not blank. */
	readonly input: string;
}

/** A user's words need a visible character. */
export const NOT_BLANK: RegExp = /[^\s\p{Cc}\p{Cf}]/u;

/** A sample as JSON, as the log has it. */
export function loggedSample(sample: Sample): JsonObject {
	return jsonOf(sample) as JsonObject;
}

/** A generation in the log, without measurements (see the sample's `timings`). */
export interface LoggedGeneration extends Parsed<typeof generation> {}

/** A call in the log. A captured app reports name and arguments, not the model's text. */
export interface LoggedCall extends Parsed<typeof loggedCall> {}

type WithoutClock<E> = E extends { readonly type: 'end' }
	? never
	: E extends { readonly type: 'call' }
		? { readonly type: 'call'; readonly call: LoggedCall }
		: Omit<E, 'atMs'>;
/** A generation event without clock; the `end` is in `finish`, `usage` and timings. */
export type LoggedEvent = WithoutClock<GenerationEvent>;

/** Clocks of a generation, parallel to its {@link LoggedGeneration}. */
export interface LoggedTimings extends Parsed<typeof loggedTimings> {}

/** Measurements of a sample; its other fields are equal for equal seeds. */
export interface SampleTimings extends Parsed<typeof timings> {}

/** Result of a suite's solver; scores are a pure function of the sample and this. */
export interface Transcript extends Parsed<typeof transcript> {}

const loggedCall = toolCall.partial({ raw: true }).loose();

const toolResult = z.discriminatedUnion('type', [
	z.looseObject({ type: z.literal('ok'), data: json }),
	z.looseObject({ type: z.literal('error'), code: text, reason: text, kind: z.enum(['exception', 'result_error']) }),
	z.looseObject({ type: z.literal('cancelled') }),
]);

const message = z.discriminatedUnion('role', [
	z.looseObject({ role: z.literal('user'), text }),
	z.looseObject({ role: z.literal('model'), text }),
	z.looseObject({ role: z.literal('tool-call'), call: z.union([toolCall.loose(), text]), result: toolResult }),
	z.looseObject({ role: z.literal('malformed-call'), reason: text, raw: text }),
	z.looseObject({ role: z.literal('reflection'), text, sentAs: z.enum(['model', 'user']).optional() }),
	z.looseObject({ role: z.literal('system'), text }),
]) as unknown as z.ZodType<ChatMessage>;

// `pieces` stands for the text (see src/log/packed.ts).
const places = { pieces: z.int().min(1).optional(), after: whole.optional() };
const event = z.discriminatedUnion('type', [
	z.looseObject({ type: z.literal('text'), text: text.optional(), ...places }),
	z.looseObject({ type: z.literal('thinking'), text: text.optional(), ...places }),
	z.looseObject({ type: z.literal('call'), call: loggedCall, ...places }),
	z.looseObject({ type: z.literal('malformed'), reason: text, raw: text.optional(), ...places }),
]) as unknown as z.ZodType<LoggedEvent>;

const generation = z.looseObject({
	promptSha256: text.optional(),
	/** Prompt after the shared beginning, special tokens visible. */
	promptTail: text.optional(),
	pieces: texts,
	tokens: numbers.optional(),
	/** Events without clock. */
	events: z.array(event),
	finish: finish.loose(),
	/** Cached tokens are a measurement, in the timings. */
	usage: usage.omit({ cachedPromptTokens: true }).loose(),
	/** The server's name for the setup that answered. */
	systemFingerprint: text.optional(),
});

const loggedTimings = generationTimings
	.extend({
		/** Prompt tokens not evaluated again. Depends on what ran before, so it is no part of the outcome. */
		cachedPromptTokens: amount.optional(),
		pieceAtMs: times,
		/** A line lacks those that follow from its pieces. */
		eventAtMs: times.optional() as unknown as typeof times,
	})
	.loose();

const userTurn = z.looseObject({
	/** The sample's generations in this turn, after those of earlier turns. */
	generations: whole,
	/** From the user's message to the next one, or to the end of the sample. */
	endToEndMs: amount,
});

const timings = z.looseObject({
	generations: z.array(loggedTimings),
	/** The whole sample with its tools and all user turns. */
	endToEndMs: amount,
	/** Absent: one user turn. */
	userTurns: z.array(userTurn).optional(),
	/** True for the first sample after the model was loaded. */
	cold: flag,
	/** Tries, if the engine was lost in between; the last one is kept. Absent: one. */
	attempts: whole.optional(),
	/** From an engine on a separate device. */
	device: deviceTimeline.optional(),
	/** The worker of a run over a queue. */
	worker: text.optional(),
});

export const transcript = z.looseObject({
	/** Absent if a captured run does not report the app's messages. */
	messages: z.array(message).optional(),
	/** Names of the declared tools; of a captured run that does not report them, those of the app and corpus. */
	tools: texts.optional(),
	/** By tool: values that the app uses for omitted arguments. */
	defaults: z.record(text, jsonObject).optional(),
	generations: z.array(generation),
	/** Suite-specific facts, such as the end state of the database. */
	facts: jsonObject,
	/** Error of the controller or engine, if the turn failed. */
	error: text.optional(),
	/**
	 * Failure that is not the model's: of the engine, user code (`own-code`), contradictory reports, a capture
	 * (`foreign`), a possibly replaced model (`unconfirmed`), or data that no log can hold (`too-large`, `unloggable`).
	 */
	failure: text.optional(),
	/** One line from the engine or user code about that failure. */
	failureDetail: said.optional(),
});

const result = z.object({
	suite: text,
	sampleId: text,
	/** Variant of the suite, such as `free` or `constrained`. */
	variant: text,
	/** 0-based repeat. */
	epoch: whole,
	/** Absent if the device chose it. */
	seed: finite.optional(),
	/** The corpus row, so that the log is self-contained. */
	sample: jsonObject,
	/** Source of the system prompt: `app`, `row`, `none`, or the SHA-256 of the suite's. */
	system: text.optional(),
	/** Groups of the sample by the suite's names. */
	groups: z.record(text, text).optional(),
	transcript,
	scores: z.record(text, scoreSchema),
	timings,
});

/** Schema of a sample's line; objects are loose, so that later versions may add fields. */
export const sampleLine = result.extend({ type: z.literal('sample') }).loose();

/** Failure of a sample in which a living engine, server or app on a device failed: another try may succeed. */
export const FAILED: EngineFailure = 'generation-failed';
/** The system ended the app's process as often as the sample was begun. */
export const KILLED: EngineFailure = 'killed';

/** Failure of a sample in which code of the app or suite failed. */
export const OWN_CODE = 'own-code';

/** Failures of a sample that no log can hold: nested too deep, too long, or with numbers out of range. */
export const TOO_LARGE = 'too-large';
export const UNLOGGABLE = 'unloggable';

/** Failure of a sample that another model may have answered. */
export const UNCONFIRMED = 'unconfirmed';

/** Failures of samples that a resumed run asks again; the later result counts. */
const ASKED_AGAIN: ReadonlySet<string | undefined> = new Set([FAILED, UNCONFIRMED]);

/** Whether a resumed run asks it again: it failed so, or its stream ended without saying why. */
export function isAskedAgain({ transcript: { failure, generations } }: SampleResult): boolean {
	return ASKED_AGAIN.has(failure) || generations.some(({ finish }) => UNENDED.has(finish.raw));
}

const UNENDED: ReadonlySet<string> = new Set(['end of stream', 'error']);

/** An evaluated sample; a line of the log. */
export interface SampleResult extends Parsed<typeof result> {}

/** Suite, sample, variant and epoch. */
export type SampleIdentity = Pick<SampleResult, 'suite' | 'sampleId' | 'variant' | 'epoch'>;

/** Unique key of a sample in a run. Ids have no spaces. */
export function sampleKey(sample: Pick<SampleResult, 'suite' | 'sampleId' | 'variant' | 'epoch'>): string {
	return `${sample.suite} ${sample.sampleId} ${sample.variant} ${sample.epoch}`;
}

/** 31-bit FNV-1a of the sample's identity: engines take non-negative 32-bit seeds. */
export function sampleSeed(seed: number, ...identity: readonly (string | number)[]): number {
	let hash = 0x811c9dc5;
	for (const char of `${seed} ${identity.join(' ')}`) {
		hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
	}
	return hash & 0x7fffffff;
}

export function scoreNamed({ scores }: Pick<SampleResult, 'scores'>, name: string | undefined): Score | undefined {
	return name !== undefined && Object.hasOwn(scores, name) ? scores[name] : undefined;
}

/** Separates what is equal for equal seeds from measurements. */
export async function splitGeneration(
	record: GenerationRecord,
): Promise<{ readonly generation: LoggedGeneration; readonly timings: LoggedTimings }> {
	const { cachedPromptTokens, ...usage } = record.usage;
	const clocked = record.events.filter((event): event is ClockedEvent => event.type !== 'end');
	return {
		generation: {
			promptSha256: record.promptText === undefined ? undefined : await sha256(record.promptText),
			promptTail: record.promptTail,
			pieces: record.pieces,
			tokens: record.tokens,
			events: clocked.map(withoutClock),
			finish: record.finish,
			usage,
			systemFingerprint: record.systemFingerprint,
		},
		timings: {
			...record.timings,
			cachedPromptTokens,
			pieceAtMs: record.pieceAtMs.map(roundMs),
			eventAtMs: clocked.map((event) => roundMs(event.atMs)),
		},
	};
}

type ClockedEvent = Exclude<GenerationEvent, { type: 'end' }>;

function withoutClock(event: ClockedEvent): LoggedEvent {
	const { atMs: _, ...rest } = event;
	return rest;
}

/** Hundredths of a millisecond are finer than any clock here, and save a third of the log. */
function roundMs(ms: number): number {
	return Math.round(ms * 100) / 100;
}
