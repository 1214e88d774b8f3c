import { english, type Message, message, type Said } from '../base/message.ts';
import type { CodeFile, FileIdentity } from '../corpus/manifest.ts';
import type { KnownTool } from '../fates/outcome.ts';
import type { LintFinding } from '../lint/subject.ts';
import type { EngineIdentity, ModelIdentity } from '../model/identity.ts';
import type { LocalizedText } from '../text/text.ts';
import type { FailureForm } from '../tool/tool.ts';
import type { AppContent, AppUnderTest, TimeBudget } from './app.ts';
import type { Decision } from './decision.ts';
import type { SampleResult } from './sample.ts';
import type { ScoreDeclaration } from './score.ts';
import type { LoggedSettings } from './settings.ts';
import { type CorpusIdentity, declarationOf, type Facet, type Suite, type SuiteSettings } from './suite.ts';

/** A run as summaries and comparisons read it; `Log` is one. */
export interface EvaluatedRun {
	readonly header: {
		readonly model: ModelIdentity;
		readonly engine: EngineIdentity;
		readonly settings: LoggedSettings;
		readonly suites: readonly EvaluatedSuite[];
		readonly app?: AppIdentity;
		/** The machine of the engine, as far as reported. */
		readonly host?: { readonly device?: string; readonly cpu?: string; readonly os?: string };
		readonly loadMs?: number;
		/** The config's files, main file first. */
		readonly code?: readonly CodeFile[];
		/** Shared by runs that were interleaved with this one. */
		readonly interleaved?: string;
		/** What lint found in the prompt. */
		readonly lint?: readonly LintFinding[];
		/** Last rescore, ISO 8601. */
		readonly rescored?: { readonly at: string };
	};
	readonly samples: readonly SampleResult[];
	/** Absent while unfinished. */
	readonly footer?: {
		readonly outcome?: 'complete' | 'interrupted' | 'failed';
		readonly peakRssBytes?: number;
	};
}

/** The app under test, as far as reported. */
export interface AppIdentity {
	readonly name: string;
	readonly version: string;
	/** BCP 47. */
	readonly language: string;
	/** How the model reads failed calls. */
	readonly failureForm?: FailureForm;
	readonly files?: readonly FileIdentity[];
	/** The engine that the app ships with, such as `flutter-gemma`; reports then say what it makes of the calls. */
	readonly engine?: string;
	/** Time limits that the app promises its users. */
	readonly budgets?: readonly TimeBudget[];
	/** Tools as first declared. Older logs have none. */
	readonly tools?: readonly KnownTool[];
	/** Hashes of its parts. Captures, apps with their own loop and older logs have none. */
	readonly content?: AppContent;
}

/** A suite in a run's header: all that reports need to show it. */
export interface EvaluatedSuite {
	readonly name: string;
	readonly version: string;
	readonly title?: LocalizedText;
	/** View for samples in reports. */
	readonly view?: string;
	readonly corpus: CorpusIdentity;
	/** Skipped variants, with the reason. */
	readonly skipped: readonly { readonly variant: string; readonly reason: Said }[];
	/** Samples times variants times epochs, before sharding. */
	readonly planned: number;
	/** Planned samples and variants. Older logs have none. */
	readonly plan?: { readonly variants: readonly string[]; readonly ids: readonly string[] };
	/** Samples in the whole corpus. */
	readonly samples?: number;
	/** Scores, in display order. */
	readonly scores: Readonly<Record<string, ScoreDeclaration>>;
	/** By group name. */
	readonly facets?: Readonly<Record<string, Facet>>;
	readonly decision?: Decision;
	/** Options of the suite that may change a sample. */
	readonly settings?: SuiteSettings;
	/** Whether answers depend on the app (default true). */
	readonly usesApp?: boolean;
}

/** An app as a run's header has it. */
export function appIdentity({
	name,
	version,
	language = 'ko',
	failureForm,
	files,
	engine,
	budgets,
}: AppUnderTest): AppIdentity {
	return {
		name,
		version,
		language,
		failureForm,
		files,
		engine,
		budgets,
	};
}

/** A suite as a run's header has it. */
export function declaredSuite(suite: Suite, run: Pick<EvaluatedSuite, 'skipped' | 'planned' | 'plan'>): EvaluatedSuite {
	const { name, version, title, view, corpus, samples, scorers, facets, decision, settings, usesApp } = suite;
	return {
		name,
		version,
		title,
		view,
		corpus,
		...run,
		samples: samples.length,
		scores: Object.fromEntries(scorers.map((scorer) => [scorer.name, declarationOf(scorer)])),
		facets,
		decision,
		settings,
		...(usesApp === false && { usesApp }),
	};
}

/** `cut short`: the log has no end, so the run was killed or is still going, and its model was not confirmed. */
export type RunOutcome = 'complete' | 'interrupted' | 'failed' | 'cut short';

/** How a run ended. */
export function runOutcome({ footer }: Partial<Pick<EvaluatedRun, 'footer'>>): RunOutcome {
	return footer?.outcome ?? 'cut short';
}

/** Explains why a run is incomplete; undefined if it is complete. */
export function unendedNote(run: Partial<Pick<EvaluatedRun, 'footer'>>): Message | undefined {
	const outcome = runOutcome(run);
	return outcome === 'complete' ? undefined : UNENDED[outcome];
}

const UNENDED: Readonly<Record<Exclude<RunOutcome, 'complete'>, Message>> = {
	interrupted: message('run.unended-interrupted'),
	failed: message('run.unended-failed'),
	'cut short': message('run.unended-cut'),
};

/** The pass score: the declared main one, else the first rate. */
export function mainScore({ scores }: Pick<EvaluatedSuite, 'scores'>): string | undefined {
	const declared = Object.entries(scores);
	const main = declared.find(([, { main }]) => main === true) ?? declared.find(([, { kind }]) => kind === 'rate');
	return main?.[0];
}

/** Whether a sample is left out of its suite's decision: no call is right for it, so no text can come before one. */
export function isLeftOut({ decision, view }: EvaluatedSuite, { sample }: Pick<SampleResult, 'sample'>): boolean {
	return decision !== undefined && view === 'prefix' && Array.isArray(sample.expected) && sample.expected.length === 0;
}

/**
 * Whether a run selected a part of a suite: some prompts, or as a shard (or merge without one) not every repeat.
 * `samples`: the suite's, or those of one variant.
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

/** Prompts in the whole corpus, or in the plan if the log has no corpus size. */
export function promptsOf({ samples, planned }: EvaluatedSuite, { epochs }: LoggedSettings): number {
	return samples ?? Math.max(0, Math.round(planned / epochs));
}

/** The part of a suite's corpus in a run, and what selected it; in samples, times variants and epochs. */
export interface RunPart {
	readonly suite: string;
	readonly there: number;
	readonly whole: number;
	/** Such as `limit 3`; empty if planned lines are missing. */
	readonly chosen: readonly string[];
}

export function choicesOf({ limit, filter, shard, missingShards = [] }: LoggedSettings): readonly Message[] {
	return [
		...(limit === undefined ? [] : [message('run.choice-limit', { n: limit })]),
		...(filter === undefined ? [] : [message('run.choice-filter', { pattern: filter })]),
		...(shard === undefined ? [] : [message('run.choice-shard', { index: shard.index, count: shard.count })]),
		...(missingShards.length === 0 ? [] : [message('run.choice-without-shards', { list: missingShards })]),
	];
}

/** The suites of which a run has only a part, by selection or because lines are missing. */
export function partsOf({ header, samples }: EvaluatedRun): readonly RunPart[] {
	const { epochs } = header.settings;
	const chosen = choicesOf(header.settings).map(english);
	return header.suites.flatMap(({ name, planned, samples: corpus = 0, plan }) => {
		const there = samples.filter(({ suite }) => suite === name).length;
		const whole = Math.max(planned, corpus * epochs * (plan?.variants.length ?? 1));
		return there < whole ? [{ suite: name, there, whole, chosen }] : [];
	});
}
