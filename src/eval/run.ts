import { english, type Message, message, type Said } from '../base/message.ts';
import type { CodeFile, FileIdentity } from '../corpus/manifest.ts';
import type { KnownTool } from '../fates/outcome.ts';
import type { EngineIdentity, ModelIdentity } from '../model/identity.ts';
import type { LocalizedText } from '../text/text.ts';
import type { AppContent, AppUnderTest, TimeBudget } from './app.ts';
import type { Decision } from './decision.ts';
import type { SampleResult } from './sample.ts';
import type { ScoreDeclaration } from './score.ts';
import type { LoggedSettings } from './settings.ts';
import { type CorpusIdentity, declarationOf, type Facet, type Suite, type SuiteSettings } from './suite.ts';

/** What summaries and comparisons read of a run. A `Log` is one. */
export interface EvaluatedRun {
	readonly header: {
		readonly model: ModelIdentity;
		readonly engine: EngineIdentity;
		readonly settings: LoggedSettings;
		readonly suites: readonly EvaluatedSuite[];
		readonly app?: AppIdentity;
		/** The machine that the engine ran on, as far as it is told. */
		readonly host?: { readonly device?: string; readonly cpu?: string; readonly os?: string };
		readonly loadMs?: number;
		/** Of the config that it was run with, its own file first. */
		readonly code?: readonly CodeFile[] | undefined;
		/** Names the runs that took turns with this one, sample by sample, and no others. */
		readonly interleaved?: string | undefined;
		/** Of a run that was scored again: the last time, ISO 8601. */
		readonly rescored?: { readonly at: string } | undefined;
	};
	readonly samples: readonly SampleResult[];
	/** Absent where it has not ended. */
	readonly footer?: {
		readonly outcome?: 'complete' | 'interrupted' | 'failed';
		readonly peakRssBytes?: number;
	};
}

/** The app under test, as far as it tells. */
export interface AppIdentity {
	readonly name: string;
	readonly version: string;
	/** BCP 47. */
	readonly language: string;
	readonly files?: readonly FileIdentity[] | undefined;
	/** What it promises its users of times; nothing is promised for it. */
	readonly budgets?: readonly TimeBudget[] | undefined;
	/** As they are declared at first. Logs of before do not tell. */
	readonly tools?: readonly KnownTool[] | undefined;
	/** Its parts, wherever they are written. A capture, an app's own loop, and logs of before do not tell. */
	readonly content?: AppContent | undefined;
}

/** A suite as its run's header declares it: all that a report needs to show it. */
export interface EvaluatedSuite {
	readonly name: string;
	readonly version: string;
	readonly title?: LocalizedText | undefined;
	/** Rich view of the reports. */
	readonly view?: string | undefined;
	readonly corpus: CorpusIdentity;
	/** Variants that were left out, with the reason. */
	readonly skipped: readonly { readonly variant: string; readonly reason: Said }[];
	/** Samples times variants times epochs that the whole run (not this shard) has. */
	readonly planned: number;
	/** What it asks: these samples in these variants. Logs of before do not tell. */
	readonly plan?: { readonly variants: readonly string[]; readonly ids: readonly string[] } | undefined;
	/** Samples of the whole corpus, chosen or not. */
	readonly samples?: number | undefined;
	/** What its scores are, in the order in which they are shown. */
	readonly scores: Readonly<Record<string, ScoreDeclaration>>;
	/** By the names of groups of its samples. */
	readonly facets?: Readonly<Record<string, Facet>> | undefined;
	readonly decision?: Decision | undefined;
	/** Its own options that may change a sample. */
	readonly settings?: SuiteSettings | undefined;
	/** Whether its answers depend on the app (absent: they do). */
	readonly usesApp?: boolean | undefined;
}

/** An app as the header of a run tells it. */
export function appIdentity({ name, version, language = 'ko', files, budgets }: AppUnderTest): AppIdentity {
	return { name, version, language, ...(files !== undefined && { files }), ...(budgets !== undefined && { budgets }) };
}

/** A suite as the header of a run tells it. */
export function declaredSuite(suite: Suite, run: Pick<EvaluatedSuite, 'skipped' | 'planned' | 'plan'>): EvaluatedSuite {
	const { name, version, title, view, corpus, samples, scorers, facets, decision, settings, usesApp } = suite;
	return {
		name,
		version,
		...(title !== undefined && { title }),
		...(view !== undefined && { view }),
		corpus,
		...run,
		samples: samples.length,
		scores: Object.fromEntries(scorers.map((scorer) => [scorer.name, declarationOf(scorer)])),
		...(facets !== undefined && { facets }),
		...(decision !== undefined && { decision }),
		...(settings !== undefined && { settings }),
		...(usesApp === false && { usesApp }),
	};
}

/** `cut short`: its log has no end, so it is under way, or was killed, and nobody asked whether its model still was the one. */
export type RunOutcome = 'complete' | 'interrupted' | 'failed' | 'cut short';

/** How a run ended. */
export function runOutcome({ footer }: Partial<Pick<EvaluatedRun, 'footer'>>): RunOutcome {
	return footer?.outcome ?? 'cut short';
}

/** That a run did not come to its end; undefined where it did. */
export function unendedNote(run: Partial<Pick<EvaluatedRun, 'footer'>>): Message | undefined {
	const outcome = runOutcome(run);
	return outcome === 'complete' ? undefined : UNENDED[outcome];
}

const UNENDED: Readonly<Record<Exclude<RunOutcome, 'complete'>, Message>> = {
	interrupted: message('run.unended-interrupted'),
	failed: message('run.unended-failed'),
	'cut short': message('run.unended-cut'),
};

/** The score that says whether a sample passed: the declared main one, else the first rate. */
export function mainScore({ scores }: Pick<EvaluatedSuite, 'scores'>): string | undefined {
	const declared = Object.entries(scores);
	const main = declared.find(([, { main }]) => main === true) ?? declared.find(([, { kind }]) => kind === 'rate');
	return main?.[0];
}

/**
 * Whether a run has only a part of a suite because it chose so: some of its prompts, or as a shard (or merged without one)
 * not every repeat of them. `samples` are those that it has of the suite, or of a variant of it.
 */
export function hasPart(
	suite: EvaluatedSuite,
	settings: LoggedSettings,
	samples: readonly Pick<SampleResult, 'sampleId' | 'epoch'>[],
): boolean {
	const { filter, limit, shard, missingShards, epochs } = settings;
	const shards = shard ?? missingShards;
	if (filter === undefined && limit === undefined && shards === undefined) return false;
	const n = promptsOf(suite, settings);
	if (new Set(samples.map(({ sampleId }) => sampleId)).size < n) return true;
	return shards !== undefined && samples.length < n * epochs;
}

/** Prompts of the whole corpus, or where a log does not tell them, of the plan. */
export function promptsOf({ samples, planned }: EvaluatedSuite, { epochs }: LoggedSettings): number {
	return samples ?? Math.max(0, Math.round(planned / epochs));
}

/** How much of a suite's corpus a run has, and what chose that; in samples, times variants and epochs. */
export interface RunPart {
	readonly suite: string;
	readonly there: number;
	readonly whole: number;
	/** Such as `limit 3`; empty where lines are missing that were planned. */
	readonly chosen: readonly string[];
}

export const EARLY_STOP = 'early stop';

/** What chose a part of the corpus. */
export function choicesOf({ limit, filter, shard, missingShards = [], earlyStop }: LoggedSettings): readonly Message[] {
	return [
		...(limit === undefined ? [] : [message('run.choice-limit', { n: limit })]),
		...(filter === undefined ? [] : [message('run.choice-filter', { pattern: filter })]),
		...(shard === undefined ? [] : [message('run.choice-shard', { index: shard.index, count: shard.count })]),
		...(missingShards.length === 0 ? [] : [message('run.choice-without-shards', { list: missingShards })]),
		...(earlyStop === true ? [message('run.choice-early-stop')] : []),
	];
}

/** The suites of which a run has only a part: it asked some of the samples, or its log has not all that it asked. */
export function partsOf({ header, samples }: EvaluatedRun): readonly RunPart[] {
	const { epochs } = header.settings;
	const chosen = choicesOf(header.settings).map(english);
	return header.suites.flatMap(({ name, planned, samples: corpus = 0, plan }) => {
		const there = samples.filter(({ suite }) => suite === name).length;
		const whole = Math.max(planned, corpus * epochs * (plan?.variants.length ?? 1));
		return there < whole ? [{ suite: name, there, whole, chosen }] : [];
	});
}
