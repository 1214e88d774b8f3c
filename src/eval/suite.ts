import type { z } from 'zod';
import type { InTime } from '../base/call-with-timeout.ts';
import type { Said } from '../base/message.ts';
import type { CorpusLogger } from '../chat/corpus-log.ts';
import type { PrefixPolicy } from '../chat/turn-loop.ts';
import type { FileIdentity } from '../corpus/manifest.ts';
import type { Conversation, ConversationOptions } from '../model/conversation.ts';
import type { GenerationRecord } from '../model/generation.ts';
import type { LocalizedText } from '../text/text.ts';
import type { AppUnderTest } from './app.ts';
import type { Decision } from './decision.ts';
import type { Sample, Transcript } from './sample.ts';
import type { Score, ScoreDeclaration } from './score.ts';
import type { Turn } from './turn.ts';

/** What a solver may use. The conversation is already bound to model, seed, sampling, deadline and recorder. */
export interface SolveContext {
	openConversation(
		options: Pick<ConversationOptions, 'system' | 'tools' | 'history' | 'sharedUserText' | 'constrainTo'> & {
			/** Where the solver waits less than the run. */
			readonly deadlineMs?: number | undefined;
		},
	): Conversation;
	readonly app: AppUnderTest;
	readonly policy: PrefixPolicy;
	/** Whether failed calls are followed by the reflection message. */
	readonly reflection: boolean;
	/** Deadline for one generation, milliseconds. */
	readonly deadlineMs: number;
	readonly signal?: AbortSignal;
	/** Told of the app's turns, where the operator captures them. */
	readonly logger?: CorpusLogger;
	/** Generations recorded so far in this sample. */
	readonly generations: readonly GenerationRecord[];
}

/** What a solver returns; the evaluation adds the recorded generations. */
export type Solution = Pick<Transcript, 'facts' | 'error'> & Required<Pick<Transcript, 'messages'>>;

/** Asks the model what a sample wants to know. Model mistakes are in the solution; what it throws fails its sample alone. */
export type Solver<S extends Sample = Sample> = (
	sample: S,
	context: SolveContext,
	variant: string,
) => Promise<Solution>;

/** A variant in which every sample runs; one that needs a grammar is left out, with a reason, where the engine has none. */
export interface Variant {
	readonly name: string;
	readonly needsGrammar?: boolean | undefined;
}

/** What is asked and how it is judged. Everything that reports need of it stands in the log's header. */
export interface Suite<S extends Sample = Sample> {
	/** `[a-z][a-z0-9-]*`, unique in a run. */
	readonly name: string;
	/** Rises whenever scores of the same transcript may change. */
	readonly version: string;
	readonly title?: LocalizedText | undefined;
	/** Rich view that reports give it; a plain list of samples and scores where absent. */
	readonly view?: string | undefined;
	/** Identity of the corpus and prompts behind the samples. */
	readonly corpus: CorpusIdentity;
	readonly samples: readonly S[];
	readonly variants: readonly Variant[];
	readonly scorers: readonly Scorer<S>[];
	readonly decision?: Decision | undefined;
	/** Reads a corpus row, from a file or back from the log. */
	readonly schema: z.ZodType<S>;
	solve: Solver<S>;
	/** What the sample is of, such as its kind: rates are given for each group too. */
	groups?(sample: S): Readonly<Record<string, string>>;
	/** By the names of groups. */
	readonly facets?: Readonly<Record<string, Facet>> | undefined;
	/** Options that may change a sample, for the run's identity. */
	readonly settings?: SuiteSettings | undefined;
	/** Whether its answers depend on the app (absent: they do). */
	readonly usesApp?: boolean | undefined;
	/** What puts its results in doubt from the start, one line each. */
	readonly warnings?: readonly Said[] | undefined;
	/** Conversations are opened with a history: an engine that takes none is refused. */
	readonly needsHistory?: boolean | undefined;
	/** Samples take the app's turn, so that failed calls may be reflected on. */
	readonly reflects?: boolean | undefined;
	/** Samples are one user turn each, so that an app's captured turns can be read as samples. */
	readonly oneTurn?: boolean | undefined;
	/** Of a suite whose code is an operator's: calls it, and throws where it computes without end. */
	readonly inTime?: InTime | undefined;
}

/** Groups of samples by which the main rate is told apart: where does the model break? */
export interface Facet {
	readonly title: LocalizedText;
	/** Of values that are words. */
	readonly values?: Readonly<Record<string, LocalizedText>> | undefined;
}

/** A suite's own options by name. */
export type SuiteSettings = Readonly<Record<string, string | number | boolean>>;

export interface CorpusIdentity {
	readonly name: string;
	readonly version: string;
	readonly sha256: string;
	/** Prompt and data files that the answers depend on beside the samples, with their versions and hashes. */
	readonly prompts: readonly FileIdentity[];
}

/** What a scorer knows beside sample and turn. */
export interface ScoreContext {
	/** Of the app's texts, BCP 47; `ko` where the log does not tell. */
	readonly language: string;
	/** By which calls were read; `engine` where the engine read them itself: how the model wrote them is then unknown. */
	readonly dialect?: string | undefined;
}

/**
 * Judges one thing of a sample. `score` must be pure, for `rescore` runs it again over a log: true or false, a finite
 * number, a {@link Score} with its reason, or undefined where the score does not apply.
 */
export interface Scorer<S extends Sample = Sample> extends Partial<ScoreDeclaration> {
	/** Name of the score in logs, CSV columns and gates: `[A-Za-z][A-Za-z0-9_]*`. */
	readonly name: string;
	/**
	 * How much of the turn must have been observed: all of it (default), its first call or end, or whatever the scorer
	 * itself checks. Where it was not, the sample is unscored without asking the scorer.
	 */
	readonly needs?: 'turn' | 'first-call' | 'own' | undefined;
	/** Whether the sample asks for the score at all, whatever the turn shows; default: every sample does. */
	readonly applies?: ((sample: S) => boolean) | undefined;
	// Not a method: those take a scorer of samples that have more than the suite's.
	readonly score: (sample: S, turn: Turn, context: ScoreContext) => Score | boolean | number | undefined;
}

/** Types a scorer of one's own; gives it back as it is. */
export function defineScorer<S extends Sample = Sample>(scorer: Scorer<S>): Scorer<S> {
	return scorer;
}

/** What the header says of a scorer's score. */
export function declarationOf({ name, kind = 'rate', title = name, ...scorer }: Scorer<never>): ScoreDeclaration {
	const { unit, direction, main, view, budget } = scorer;
	return { kind, title, unit, direction, main, view, budget };
}

/**
 * Whether a suite's samples can be asked with reflection and without: it takes the app's turn, in which calls may fail,
 * and decides nothing, because a decision counts one answer per prompt.
 */
export function canPairReflection({ reflects, decision }: Pick<Suite, 'reflects' | 'decision'>): boolean {
	return reflects === true && decision === undefined;
}
