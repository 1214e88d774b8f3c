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

/** One row of a corpus. */
export interface Sample {
	/** Unique in its suite: lower-case letters, digits and single hyphens, 60 at most. */
	readonly id: string;
	/** What the user says; not blank. */
	readonly input: string;
}

/** What words of a user must have to ask anything. */
export const NOT_BLANK: RegExp = /[^\s\p{Cc}\p{Cf}]/u;

/** A sample as the log keeps it: what JSON carries of it. */
export function loggedSample(sample: Sample): JsonObject {
	return jsonOf(sample) as JsonObject;
}

/** A generation as the log keeps it, measurements apart (they stand in the sample's `timings`). */
export interface LoggedGeneration {
	readonly promptSha256?: string;
	/** Prompt behind the shared beginning, special tokens visible. */
	readonly promptTail?: string;
	readonly pieces: readonly string[];
	readonly tokens?: readonly number[];
	/** Events without their clock. */
	readonly events: readonly LoggedEvent[];
	readonly finish: Finish;
	/** What was cached is a measurement: it stands in the timings. */
	readonly usage: Omit<Usage, 'cachedPromptTokens'>;
	/** The server's own word for the setup that answered. */
	readonly systemFingerprint?: string;
}

/** A call in the log. An app that was captured tells name and arguments, not what the model wrote. */
export type LoggedCall = Omit<ToolCall, 'raw'> & Partial<Pick<ToolCall, 'raw'>>;

type WithoutClock<E> = E extends { readonly type: 'end' }
	? never
	: E extends { readonly type: 'call' }
		? { readonly type: 'call'; readonly call: LoggedCall }
		: Omit<E, 'atMs'>;
/** A generation event without its clock; the `end` is the generation's own `finish`, `usage` and timings. */
export type LoggedEvent = WithoutClock<GenerationEvent>;

/** Clocks of one generation, parallel to its {@link LoggedGeneration}. */
export interface LoggedTimings extends GenerationTimings {
	readonly pieceAtMs: readonly number[];
	/** Prompt tokens that were not evaluated again. It depends on what ran before, so it is no part of the sample's outcome. */
	readonly cachedPromptTokens?: number;
	readonly eventAtMs: readonly number[];
}

/** One of several user turns in a sample. */
export interface UserTurnTimings {
	/** How many of the sample's generations are its own, behind those of the turns before. */
	readonly generations: number;
	/** From the user's message to their next; of the last to the end of the sample. */
	readonly endToEndMs: number;
}

/** Everything measured in a sample; the rest of a sample is equal for equal seeds. */
export interface SampleTimings {
	readonly generations: readonly LoggedTimings[];
	/** The whole sample with its tools: its user turn, or all of them. */
	readonly endToEndMs: number;
	/** Of a sample in which the user spoke several times. Absent: it is one turn. */
	readonly userTurns?: readonly UserTurnTimings[];
	/** True for the first sample after the model was loaded. */
	readonly cold: boolean;
	/** How often it was asked, where the engine was lost in the middle; only the last time is kept. Absent: once. */
	readonly attempts?: number;
	/** Of an engine on a device of its own. */
	readonly device?: DeviceTimeline;
	/** Of a run over a queue: the worker that made it. */
	readonly worker?: string;
}

/** What a suite's solver brings back; scores are a pure function of the sample and this. */
export interface Transcript {
	/** Absent where a captured run does not tell what the app kept. */
	readonly messages?: readonly ChatMessage[];
	/** Names of the tools that were declared to the model; of a captured run, which does not tell, those of the app and corpus that it is held against. */
	readonly tools?: readonly string[];
	/** What the app takes for arguments that a call leaves away, of those tools that fill some in. */
	readonly defaults?: ToolDefaults;
	readonly generations: readonly LoggedGeneration[];
	/** Suite-specific facts, such as the end state of the database. */
	readonly facts: JsonObject;
	/** The controller's or engine's error, where the turn failed. */
	readonly error?: string;
	/** The failure behind it, of the engine, of the app's or suite's `own-code`, of an answer that is told in two ways (`contradictory`), of a capture (`foreign`), of another model's turn perhaps (`unconfirmed`), or of what no log holds (`too-large`, `unloggable`): nothing that the model did. */
	readonly failure?: string;
	/** What the engine, or the app's or suite's own code, said of that failure, in one line. */
	readonly failureDetail?: Said;
}

/** Failure of a sample in which the code of the app or the suite failed, not the model. */
export const OWN_CODE = 'own-code';

/** Names of failures of a sample that no log can hold: nested too deep or too long, or told by its engine in no figures that can be. */
export const TOO_LARGE = 'too-large';
export const UNLOGGABLE = 'unloggable';

/** Failure of a sample of which nobody knows whether the model of its run answered it. */
export const UNCONFIRMED = 'unconfirmed';

/** One evaluated sample, the line of the log. */
export interface SampleResult {
	readonly suite: string;
	readonly sampleId: string;
	/** Variant of the suite: `free` or `constrained`. */
	readonly variant: string;
	/** 0-based repeat. */
	readonly epoch: number;
	/** Absent where it was the device's own. */
	readonly seed?: number;
	/** The corpus row as it was asked, so that the log stands by itself. */
	readonly sample: JsonObject;
	/** Whose system prompt it was asked under: the `app`'s, its `row`'s, `none`, or the SHA-256 of its suite's own. */
	readonly system?: string | undefined;
	/** What the sample is of, by the suite's own names. */
	readonly groups?: Readonly<Record<string, string>>;
	readonly transcript: Transcript;
	readonly scores: Readonly<Record<string, Score>>;
	readonly timings: SampleTimings;
}

/** Which sample of which suite, in which variant and epoch. */
export type SampleIdentity = Pick<SampleResult, 'suite' | 'sampleId' | 'variant' | 'epoch'>;

/** Identifies a sample within a run: suite, sample, variant and epoch. Ids have no spaces, so the key is unambiguous. */
export function sampleKey(sample: Pick<SampleResult, 'suite' | 'sampleId' | 'variant' | 'epoch'>): string {
	return `${sample.suite} ${sample.sampleId} ${sample.variant} ${sample.epoch}`;
}

/** 31-bit FNV-1a over the sample's identity: engines take non-negative 32-bit seeds. */
export function sampleSeed(seed: number, ...identity: readonly (string | number)[]): number {
	let hash = 0x811c9dc5;
	for (const char of `${seed} ${identity.join(' ')}`) {
		hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
	}
	return hash & 0x7fffffff;
}

/** The sample's score of that name, where it has one. */
export function scoreNamed({ scores }: Pick<SampleResult, 'scores'>, name: string | undefined): Score | undefined {
	return name !== undefined && Object.hasOwn(scores, name) ? scores[name] : undefined;
}

/** Splits a generation into what is equal for equal seeds and what was measured. */
export async function splitGeneration(
	record: GenerationRecord,
): Promise<{ readonly generation: LoggedGeneration; readonly timings: LoggedTimings }> {
	const { cachedPromptTokens, ...usage } = record.usage;
	const clocked = record.events.filter((event): event is ClockedEvent => event.type !== 'end');
	return {
		generation: {
			...(record.promptText === undefined ? {} : { promptSha256: await sha256(record.promptText) }),
			...(record.promptTail === undefined ? {} : { promptTail: record.promptTail }),
			pieces: record.pieces,
			...(record.tokens === undefined ? {} : { tokens: record.tokens }),
			events: clocked.map(withoutClock),
			finish: record.finish,
			usage,
			...(record.systemFingerprint === undefined ? {} : { systemFingerprint: record.systemFingerprint }),
		},
		timings: {
			...record.timings,
			...(cachedPromptTokens === undefined ? {} : { cachedPromptTokens }),
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

/** Hundredths of a millisecond: finer than any clock here, and a third of the log's size. */
function roundMs(ms: number): number {
	return Math.round(ms * 100) / 100;
}
