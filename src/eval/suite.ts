import { z } from 'zod';
import { finite, flag, type LocalizedText, localizedText, type Parsed, text, whole } from '../base/border.ts';
import type { InTime } from '../base/call-with-timeout.ts';
import type { Said } from '../base/message.ts';
import type { CorpusLogger } from '../chat/corpus-log.ts';
import type { PrefixPolicy } from '../chat/turn-loop.ts';
import { fileIdentity } from '../corpus/manifest.ts';
import type { Conversation, ConversationOptions } from '../model/conversation.ts';
import type { GenerationRecord } from '../model/generation.ts';
import type { AppUnderTest } from './app.ts';
import type { Decision } from './decision.ts';
import type { Sample, Transcript } from './sample.ts';
import type { Score, ScoreDeclaration } from './score.ts';
import type { Turn } from './turn.ts';

/** What a solver may use. The conversation is bound to model, seed, sampling, deadline and recorder. */
export interface SolveContext {
	openConversation(
		options: Pick<ConversationOptions, 'system' | 'tools' | 'history' | 'sharedUserText' | 'constrainTo'> & {
			/** A shorter deadline of the solver, milliseconds. */
			readonly deadlineMs?: number;
		},
	): Conversation;
	readonly app: AppUnderTest;
	readonly policy: PrefixPolicy;
	/** Whether the reflection message follows failed calls. */
	readonly reflection: boolean;
	/** Deadline of a generation, milliseconds. */
	readonly deadlineMs: number;
	readonly signal?: AbortSignal;
	/** Receives the app's turns if they are captured. */
	readonly logger?: CorpusLogger;
	/** Generations recorded so far in this sample. */
	readonly generations: readonly GenerationRecord[];
}

/** Result of a solver; the evaluation adds the recorded generations. */
export type Solution = Pick<Transcript, 'facts' | 'error'> & Required<Pick<Transcript, 'messages'>>;

/** Runs a sample. Mistakes of the model are in the solution; an error fails only its sample. */
export type Solver<S extends Sample = Sample> = (
	sample: S,
	context: SolveContext,
	variant: string,
) => Promise<Solution>;

/** A variant of every sample. One that needs a grammar is skipped, with a reason, if the engine has none. */
export interface Variant {
	readonly name: string;
	readonly needsGrammar?: boolean;
}

/** So many of the app's tools are declared in the variant; undefined: all of them, as its users have them. */
export function toolCount({ settings }: Pick<Suite, 'settings'>, variant: string): number | undefined {
	const [, count] = /^tools-(\d+)/u.exec(variant) ?? [];
	return settings?.toolCounts === undefined || count === undefined ? undefined : Number(count);
}

/** Samples, how they are asked and how they are scored. The log's header has all that reports need of it. */
export interface Suite<S extends Sample = Sample> {
	/** `[a-z][a-z0-9-]*`, unique in a run. */
	readonly name: string;
	/** Raised when scores of the same transcript may change. */
	readonly version: string;
	readonly title?: LocalizedText;
	/** View for samples in reports; default a plain list. */
	readonly view?: string;
	/** Identity of corpus and prompts. */
	readonly corpus: CorpusIdentity;
	readonly samples: readonly S[];
	readonly variants: readonly Variant[];
	readonly scorers: readonly Scorer<S>[];
	readonly decision?: Decision;
	/** Parses a corpus row, from a file or the log. */
	readonly schema: z.ZodType<S>;
	solve: Solver<S>;
	/** Groups of a sample, such as its kind, that get rates of their own. */
	groups?(sample: S): Readonly<Record<string, string>>;
	/** By group name. */
	readonly facets?: Readonly<Record<string, Facet>>;
	/** Options that may change a sample, for the run's identity. */
	readonly settings?: SuiteSettings;
	/** Whether answers depend on the app (default true). */
	readonly usesApp?: boolean;
	/** Known reasons to doubt the results, one line each. */
	readonly warnings?: readonly Said[];
	/** Opens conversations with a history; engines without support are refused. */
	readonly needsHistory?: boolean;
	/** Runs the app's turn, so that failed calls may be followed by reflection. */
	readonly reflects?: boolean;
	/** Samples are single user turns, so that captured turns can be samples. */
	readonly oneTurn?: boolean;
	/** Calls user code, and throws if it computes without end. */
	readonly inTime?: InTime;
}

/** Groups by which the main rate is broken down. */
export interface Facet extends Parsed<typeof facet> {}

/** `values`: their titles. */
export const facet = z.looseObject({ title: localizedText, values: z.record(text, localizedText).optional() });

/** Options of a suite by name. */
export type SuiteSettings = Parsed<typeof suiteSettings>;

export const suiteSettings = z.record(text, z.union([text, finite, flag]));

interface CorpusIdentity extends Parsed<typeof corpusIdentity> {}

/** `prompts`: prompt and data files that answers depend on besides the samples. */
export const corpusIdentity = fileIdentity.extend({
	prompts: z.array(fileIdentity),
	/** Rows of each half, the one that was asked (absent: both), and the hash of all rows with their halves. */
	split: z.looseObject({ dev: whole, test: whole, asked: z.enum(['dev', 'test']).optional(), sha256: text }).optional(),
});

/** The halves of a corpus, and which was asked, as one value. */
export function splitName({ split }: CorpusIdentity): string | undefined {
	return split && `${split.asked ?? 'both'} ${split.sha256}`;
}

/** What a scorer gets besides sample and turn. */
export interface ScoreContext {
	/** Language of the app's texts, BCP 47; `ko` if the log has none. */
	readonly language: string;
	/** Dialect that read the calls; `engine` if the engine read them, so that the model's text is unknown. */
	readonly dialect?: string;
}

/**
 * Judges one aspect of a sample. `score` must be pure, as `rescore` runs it again over a log. It returns true or false,
 * a finite number, a {@link Score} with its reason, or undefined if it does not apply.
 */
export interface Scorer<S extends Sample = Sample> extends Partial<ScoreDeclaration> {
	/** Name in logs, CSV columns and gates: `[A-Za-z][A-Za-z0-9_]*`. */
	readonly name: string;
	/**
	 * The part of the turn that must be observed: all of it (default), up to its first call or end, or `own`: the scorer
	 * checks. Otherwise the sample is unscored without calling the scorer.
	 */
	readonly needs?: 'turn' | 'first-call' | 'own';
	/** Whether the score applies to the sample, whatever the turn shows; default: to all. */
	readonly applies?: (sample: S) => boolean;
	// A property: a method would accept scorers of samples with more fields.
	readonly score: (sample: S, turn: Turn, context: ScoreContext) => Score | boolean | number | undefined;
}

/** Types a user's scorer; returns it unchanged. */
export function defineScorer<S extends Sample = Sample>(scorer: Scorer<S>): Scorer<S> {
	return scorer;
}

/** A scorer's declaration for the log's header. */
export function declarationOf({ name, kind = 'rate', title = name, ...scorer }: Scorer<never>): ScoreDeclaration {
	const { unit, direction, main, compared, calls, view, budget } = scorer;
	return { kind, title, unit, direction, main, compared, calls, view, budget };
}

/**
 * Whether a suite's samples can be paired with reflection: it runs the app's turn and decides nothing, as a decision
 * counts one answer per prompt.
 */
export function canPairReflection({ reflects, decision }: Suite): boolean {
	return reflects === true && decision === undefined;
}
