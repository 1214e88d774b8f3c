import type { JsonObject } from '../json/json-value.ts';
import type { ClusteredMean } from '../stats/clustered.ts';
import type { Agreement } from '../stats/kappa.ts';
import type { Rate } from '../stats/rate.ts';
import type { Verdict } from './decision.ts';
import type { EvaluatedRun } from './evaluated-run.ts';
import type { ReasonCounts } from './reason-counts.ts';
import type { Score } from './sample.ts';

/** One prompt in one epoch. */
export interface PrefixRow {
	readonly id: string;
	readonly input: string;
	readonly epoch: number;
	/** Index in the run's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** Trimmed text before the first call (the whole answer where there is none), thinking excluded; may be ''. */
	readonly prefix: string;
	readonly meaningful: boolean;
	/** Why not meaningful: `empty`, `echo`, `filler`, `not-korean`, `markup`, `no-tool-call`, `malformed-call`. */
	readonly reason?: string;
	/** First call of the turn. */
	readonly call?: { readonly name: string; readonly arguments: JsonObject };
	/** Right tool, right arguments; absent where nothing was called, or the tool was wrong already. */
	readonly toolCorrect?: boolean;
	readonly argumentsCorrect?: boolean;
	/** What was wrong with tool or arguments, for people. */
	readonly callDetail?: string;
	readonly timeToFirstTokenMs?: number;
	/** From the user's message to the complete first call. */
	readonly timeToCallMs?: number;
	readonly endToEndMs: number;
	readonly cold: boolean;
	/** The turn failed. */
	readonly error?: string;
	/** A person's judgement of this very prefix. */
	readonly label?: { readonly meaningful: boolean; readonly who: string; readonly note?: string };
	readonly scores: Readonly<Record<string, Score>>;
}

/** One prompt over its epochs. */
export interface PrefixPrompt {
	readonly id: string;
	readonly input: string;
	/** Epochs judged, and those with a meaningful prefix. */
	readonly epochs: number;
	readonly meaningful: number;
	/** What counts for the verdict: more than half of the planned epochs. Absent while it could go either way. */
	readonly hit?: boolean;
}

export interface PrefixSummary {
	readonly suiteVersion: string;
	readonly verdict: Verdict;
	/** Planned epochs per prompt. */
	readonly epochs: number;
	/** By prompt, then epoch, in corpus order. */
	readonly rows: readonly PrefixRow[];
	readonly prompts: readonly PrefixPrompt[];
	/** Rate over all samples, epochs clustered by prompt. */
	readonly sampleRate?: ClusteredMean;
	readonly called: Rate;
	readonly firstTool: Rate;
	readonly arguments: Rate;
	readonly strictFormat: Rate;
	readonly turnOrder: Rate;
	/** Of the rows that are not meaningful. */
	readonly reasons: ReasonCounts;
	/** With a labels file: the verdict where people overrule the rule, and how far the two agree. */
	readonly people?: { readonly verdict: Verdict; readonly agreement: Agreement };
}

/** What the log says of the prefix suite; absent where the run had none. */
export function summarizePrefix(run: EvaluatedRun): PrefixSummary | undefined {
	if (!run.header.suites.some((suite) => suite.name === 'prefix')) return undefined;
	throw new Error('not written yet');
}
