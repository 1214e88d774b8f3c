import type { CorpusLogger } from '../chat/corpus-logger.ts';
import type { PrefixPolicy } from '../chat/session-state.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { Conversation, ConversationOptions } from '../model/conversation.ts';
import type { GenerationRecord } from '../model/generation.ts';
import type { AppUnderTest } from './app.ts';
import type { Sample, SampleResult, Score, Transcript } from './sample.ts';

/** What a solver may use. The conversation is already bound to model, seed, sampling, deadline and recorder. */
export interface SolveContext {
	openConversation(
		options: Pick<ConversationOptions, 'system' | 'tools' | 'sharedUserText' | 'constrainTo'>,
	): Conversation;
	readonly app: AppUnderTest;
	readonly policy: PrefixPolicy;
	/** Whether failed calls are followed by the reflection message of seed 004. */
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

/** What is asked and how it is judged. `score` must be pure: `rescore` runs it again over a log. */
export interface Suite<S extends Sample = Sample> {
	readonly name: string;
	/** Rises whenever scores of the same transcript may change. */
	readonly version: string;
	/** Identity of the corpus and prompts behind the samples. */
	readonly corpus: CorpusIdentity;
	readonly samples: readonly S[];
	/** Variants every sample runs in; `needsGrammar` arms are left out, with a reason, where the engine has none. */
	readonly arms: readonly { readonly name: string; readonly needsGrammar?: boolean }[];
	solve(sample: S, arm: string, context: SolveContext): Promise<Solution>;
	score(sample: S, transcript: Transcript): Readonly<Record<string, Score>>;
	/**
	 * With early stop: whether the samples judged so far settle what the suite decides, of `planned` in all. Absent: only
	 * all of them do.
	 */
	settled?(results: readonly SampleResult[], planned: number): boolean;
	/** The corpus row as it goes into the log. */
	toLog(sample: S): JsonObject;
	/** Back from the log. Throws {@link LogError} where the row is not of this suite. */
	fromLog(row: JsonObject): S;
}

export interface CorpusIdentity {
	readonly name: string;
	readonly version: string;
	readonly sha256: string;
	/** Prompt and data files that the answers depend on beside the samples, with their versions and hashes. */
	readonly prompts: readonly { readonly name: string; readonly version: string; readonly sha256: string }[];
}
