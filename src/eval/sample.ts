import type { EngineFailure } from '../base/errors.ts';
import { type JsonObject, jsonOf, sha256 } from '../base/json.ts';
import type { Said } from '../base/message.ts';
import type { ChatMessage } from '../chat/turn-loop.ts';
import type { DeviceTimeline } from '../model/device-timeline.ts';
import type {
	Finish,
	GenerationEvent,
	GenerationRecord,
	GenerationTimings,
	ToolCall,
	Usage,
} from '../model/generation.ts';
import type { ToolDefaults } from '../tool/declaration.ts';
import type { Score } from './score.ts';

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
export interface LoggedGeneration {
	readonly promptSha256?: string;
	/** Prompt after the shared beginning, special tokens visible. */
	readonly promptTail?: string;
	readonly pieces: readonly string[];
	readonly tokens?: readonly number[];
	/** Events without clock. */
	readonly events: readonly LoggedEvent[];
	readonly finish: Finish;
	/** Cached tokens are a measurement, in the timings. */
	readonly usage: Omit<Usage, 'cachedPromptTokens'>;
	/** The server's name for the setup that answered. */
	readonly systemFingerprint?: string;
}

/** A call in the log. A captured app reports name and arguments, not the model's text. */
export type LoggedCall = Omit<ToolCall, 'raw'> & Partial<Pick<ToolCall, 'raw'>>;

type WithoutClock<E> = E extends { readonly type: 'end' }
	? never
	: E extends { readonly type: 'call' }
		? { readonly type: 'call'; readonly call: LoggedCall }
		: Omit<E, 'atMs'>;
/** A generation event without clock; the `end` is in `finish`, `usage` and timings. */
export type LoggedEvent = WithoutClock<GenerationEvent>;

/** Clocks of a generation, parallel to its {@link LoggedGeneration}. */
export interface LoggedTimings extends GenerationTimings {
	readonly pieceAtMs: readonly number[];
	/** Prompt tokens not evaluated again. Depends on what ran before, so it is no part of the outcome. */
	readonly cachedPromptTokens?: number;
	readonly eventAtMs: readonly number[];
}

/** One of several user turns of a sample. */
export interface UserTurnTimings {
	/** The sample's generations in this turn, after those of earlier turns. */
	readonly generations: number;
	/** From the user's message to the next one, or to the end of the sample. */
	readonly endToEndMs: number;
}

/** Measurements of a sample; its other fields are equal for equal seeds. */
export interface SampleTimings {
	readonly generations: readonly LoggedTimings[];
	/** The whole sample with its tools and all user turns. */
	readonly endToEndMs: number;
	/** Absent: one user turn. */
	readonly userTurns?: readonly UserTurnTimings[];
	/** True for the first sample after the model was loaded. */
	readonly cold: boolean;
	/** Tries, if the engine was lost in between; the last one is kept. Absent: one. */
	readonly attempts?: number;
	/** From an engine on a separate device. */
	readonly device?: DeviceTimeline;
	/** The worker of a run over a queue. */
	readonly worker?: string;
}

/** Result of a suite's solver; scores are a pure function of the sample and this. */
export interface Transcript {
	/** Absent if a captured run does not report the app's messages. */
	readonly messages?: readonly ChatMessage[];
	/** Names of the declared tools; of a captured run that does not report them, those of the app and corpus. */
	readonly tools?: readonly string[];
	/** By tool: values that the app uses for omitted arguments. */
	readonly defaults?: ToolDefaults;
	readonly generations: readonly LoggedGeneration[];
	/** Suite-specific facts, such as the end state of the database. */
	readonly facts: JsonObject;
	/** Error of the controller or engine, if the turn failed. */
	readonly error?: string;
	/**
	 * Failure that is not the model's: of the engine, user code (`own-code`), contradictory reports, a capture
	 * (`foreign`), a possibly replaced model (`unconfirmed`), or data that no log can hold (`too-large`, `unloggable`).
	 */
	readonly failure?: string;
	/** One line from the engine or user code about that failure. */
	readonly failureDetail?: Said;
}

/** Failure of a sample in which a living engine, server or app on a device failed: another try may succeed. */
export const FAILED: EngineFailure = 'generation-failed';

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
export function isAskedAgain({ transcript: { failure, generations } }: Pick<SampleResult, 'transcript'>): boolean {
	return ASKED_AGAIN.has(failure) || generations.some(({ finish }) => UNENDED.has(finish.raw));
}

const UNENDED: ReadonlySet<string> = new Set(['end of stream', 'error']);

/** An evaluated sample; a line of the log. */
export interface SampleResult {
	readonly suite: string;
	readonly sampleId: string;
	/** Variant of the suite, such as `free` or `constrained`. */
	readonly variant: string;
	/** 0-based repeat. */
	readonly epoch: number;
	/** Absent if the device chose it. */
	readonly seed?: number;
	/** The corpus row, so that the log is self-contained. */
	readonly sample: JsonObject;
	/** Source of the system prompt: `app`, `row`, `none`, or the SHA-256 of the suite's. */
	readonly system?: string;
	/** Groups of the sample by the suite's names. */
	readonly groups?: Readonly<Record<string, string>>;
	readonly transcript: Transcript;
	readonly scores: Readonly<Record<string, Score>>;
	readonly timings: SampleTimings;
}

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
