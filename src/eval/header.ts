import { z } from 'zod';
import { amount, flag, localizedText, type Parsed, said, text, texts, whole, word } from '../base/border.ts';
import { english, type Message, message } from '../base/message.ts';
import { codeFile, fileIdentity } from '../corpus/manifest.ts';
import { knownTool } from '../fates/outcome.ts';
import { lintFinding } from '../lint/subject.ts';
import { engineIdentity, modelIdentity } from '../model/identity.ts';
import { FAILURE_FORMS } from '../tool/tool.ts';
import { type AppUnderTest, appContent, timeBudget } from './app.ts';
import { decision } from './decision.ts';
import type { SampleResult } from './sample.ts';
import { scoreDeclaration } from './score.ts';
import { type LoggedSettings, loggedSettingsSchema } from './settings.ts';
import { corpusIdentity, declarationOf, facet, type Suite, suiteSettings } from './suite.ts';

/** A run as summaries and comparisons read it; `Log` is one. */
export interface EvaluatedRun {
	readonly header: Parsed<typeof evaluatedHeader>;
	readonly samples: readonly SampleResult[];
	/** Absent while unfinished. */
	readonly footer?: {
		readonly outcome?: 'complete' | 'interrupted' | 'failed';
		readonly peakRssBytes?: number;
	};
}

/** The app under test, as far as reported. */
export interface AppIdentity extends Parsed<typeof app> {}

const app = z.looseObject({
	name: text,
	version: text,
	/** BCP 47. */
	language: text,
	/** How the model reads failed calls. */
	failureForm: z.enum(FAILURE_FORMS).optional(),
	files: z.array(fileIdentity).optional(),
	/** The engine that the app ships with, such as `flutter-gemma`; reports then say what it makes of the calls. */
	engine: text.optional(),
	/** Time limits that the app promises its users. */
	budgets: z.array(timeBudget).optional(),
	/** Tools as first declared. Older logs have none. */
	tools: z.array(knownTool).optional(),
	/** Hashes of its parts. Captures, apps with their own loop and older logs have none. */
	content: appContent.optional(),
});

/** A suite in a run's header: all that reports need to show it. */
export interface EvaluatedSuite extends Parsed<typeof evaluatedSuite> {}

const evaluatedSuite = z.looseObject({
	name: text,
	version: text,
	title: localizedText.optional(),
	/** View for samples in reports. */
	view: text.optional(),
	corpus: corpusIdentity,
	/** Skipped variants, with the reason. */
	skipped: z.array(z.looseObject({ variant: text, reason: said })),
	/** Samples times variants times epochs, before sharding. */
	planned: whole,
	/** Planned samples and variants. Older logs have none. */
	plan: z.looseObject({ variants: texts, ids: texts }).optional(),
	/** Samples in the whole corpus. */
	samples: whole.optional(),
	/** Scores, in display order. */
	scores: z.record(text, scoreDeclaration),
	/** By group name. */
	facets: z.record(text, facet).optional(),
	decision: decision.optional(),
	/** Options of the suite that may change a sample. */
	settings: suiteSettings.optional(),
	/** Whether answers depend on the app (default true). */
	usesApp: flag.optional(),
});

/** The machine that the engine ran on. Unknown fields are absent; for a phone often only its name is known. */
export interface HostIdentity extends Parsed<typeof hostIdentity> {}

export const hostIdentity = z.looseObject({
	/** Name of the device, given by a person. */
	device: text.optional(),
	cpu: text.optional(),
	cores: whole.optional(),
	memoryBytes: amount.optional(),
	os: text.optional(),
	node: text.optional(),
});

/** A later version may have another word. */
export const loggedEngine = engineIdentity
	.extend({
		api: word<'completion' | 'chat' | 'app'>().optional(),
		threadsFrom: word<'probe' | 'option' | 'engine'>().optional(),
	})
	.loose();

export const evaluatedHeader = z.looseObject({
	model: modelIdentity.loose(),
	engine: loggedEngine,
	loadMs: amount.optional(),
	settings: loggedSettingsSchema,
	suites: z.array(evaluatedSuite),
	/** Absent if a captured run does not have it. */
	app: app.optional(),
	/** Code files of the config, its main file first. Absent without code. */
	code: z.array(codeFile).optional(),
	host: hostIdentity.optional(),
	/** Of a checkpoint: its step in training. */
	step: whole.optional(),
	/** Id of the group of runs that were interleaved by sample; only their times can be compared closely. */
	interleaved: text.optional(),
	/** The last rescoring, ISO 8601. */
	rescored: z.looseObject({ at: text }).optional(),
	/** Findings about the chat template's rendering of the app's prompt. Absent if the engine renders itself. */
	lint: z.array(lintFinding).optional(),
});

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
