import { english, type Message } from '../base/message.ts';
import { partsOf, type RunOutcome, type RunPart, runOutcome } from '../eval/header.ts';
import { type MissingSample, missingSamples } from '../eval/missing.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { PeoplesJudgement } from '../eval/scoring/labels.ts';
import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import { appWords } from '../text/app-words.ts';
import { type BudgetResult, budgetResults, type DeviceSummary, summarizeDevice } from './budgets.ts';
import { type DecisionSummary, summarizeDecisions } from './decisions/decisions.ts';
import { type OwnFailure, ownFailures } from './failures.ts';
import { type FateSummary, fateSummary } from './fates/fates.ts';
import { type FormatAdherence, formatAdherence, summarizeThoughts, type ThoughtRow } from './format.ts';
import { type NamedMetrics, namedMetrics } from './metrics.ts';
import { greedyRepeats, type Repeats, type RunNotice, runNotices, type SummarizedRun } from './notices.ts';
import { type LatencySummary, summarizeLatencies } from './speed.ts';
import { type CallsSummary, summarizeCalls } from './state/calls.ts';
import { promptsRight } from './state/right.ts';
import { type SustainedSummary, summarizeSustained } from './state/sustained.ts';
import { type ToolCounts, toolCounts } from './state/tool-counts.ts';
import { type SuiteSummary, summarizeSuites } from './suites.ts';
import { isCached } from './turn-times.ts';
import { type VariantEffect, variantEffects } from './variants.ts';

/** Results of a run: the source of every report, gate and list. Plain JSON without transcripts; samples are indices into the log (docs/summary.md). */
export interface RunSummary {
	readonly run: Pick<
		SummarizedRun['header'],
		| 'gemmark'
		| 'startedAt'
		| 'timeZone'
		| 'target'
		| 'model'
		| 'engine'
		| 'settings'
		| 'app'
		| 'host'
		| 'git'
		| 'command'
		| 'interleaved'
		| 'rescored'
	> & { readonly title: string };
	readonly outcome: RunOutcome;
	readonly samples: {
		/** Samples that the run, or its shard, was to evaluate. */
		readonly planned: number;
		readonly evaluated: number;
		/** Cut off at a limit, scored or not. */
		readonly cut: number;
		/** Answered from the cache, so without times. */
		readonly cached: number;
		readonly missing: readonly MissingSample[];
		/** Suites with only some of their samples. */
		readonly parts: readonly RunPart[];
		/** Turns that the chat loop ended, by limit. */
		readonly stopped: ReasonCounts;
	};
	/** The most important first. */
	readonly notices: readonly RunNotice[];
	/** Failures of samples, the most frequent first. */
	readonly failures: readonly FailureCount[];
	/** Failures of the user's tools, scorers and suites. */
	readonly userCodeFailures: readonly OwnFailure[];
	/** A Gemma decoded greedily, which its model card does not recommend. */
	readonly greedy: boolean;
	/** Whether repeats at temperature 0 agree, if there are some. */
	readonly repeats?: Repeats;
	readonly decisions: readonly DecisionSummary[];
	readonly suites: readonly SuiteSummary[];
	readonly speed: LatencySummary & { readonly budgets: readonly BudgetResult[] };
	/** Of a run on a phone. */
	readonly device?: DeviceSummary;
	/** Of a run that asked its samples again and again. */
	readonly sustained?: SustainedSummary;
	readonly format: readonly FormatAdherence[];
	readonly thoughts: readonly ThoughtRow[];
	/** Effects of replaying the prefix, or of a reflection message. */
	readonly variants: readonly VariantEffect[];
	readonly fates: FateSummary;
	/** Of suites with `toolCounts`. */
	readonly toolCounts: readonly ToolCounts[];
	/** Undefined for a run without expected calls. */
	readonly calls?: CallsSummary;
	/** By the names that gates use. */
	readonly metrics: NamedMetrics;
}

interface FailureCount {
	/** Such as `generation-timeout`; `own-code` if the user's code threw. */
	readonly failure?: string;
	readonly said: Message | string;
	readonly count: number;
}

interface Judged {
	/** People's labels by sample key. */
	readonly labels?: ReadonlyMap<string, PeoplesJudgement>;
}

/** Summarizes a run. */
export function summarizeRun(run: SummarizedRun, { labels }: Judged = {}): RunSummary {
	const { header, samples } = run;
	const missing = missingSamples(run);
	const suites = summarizeSuites(run, missing);
	const decisions = summarizeDecisions(run, labels);
	const latencies = summarizeLatencies(run);
	const parts = {
		suites,
		decisions,
		speed: latencies,
		format: formatAdherence(run, suites),
		thoughts: summarizeThoughts(run),
		fates: fateSummary(run),
	};
	const budgets = budgetResults(run, latencies, suites);
	const noted = {
		samples: {
			planned: samples.length + missing.length,
			evaluated: samples.length,
			cut: samples.filter(isCutSample).length,
			cached: samples.filter(({ timings }) => isCached(timings)).length,
			missing,
			parts: partsOf(run),
			stopped: stoppedTurns(samples),
		},
		userCodeFailures: ownFailures(run),
		greedy: isGreedyGemma(header),
		repeats: greedyRepeats(run),
		device: summarizeDevice(run),
	};
	return {
		run: identityOf(header),
		outcome: runOutcome(run),
		notices: runNotices(run, { ...noted, decisions, suites }),
		failures: failureCounts(samples),
		...noted,
		...parts,
		speed: { ...latencies, budgets },
		variants: variantEffects(run),
		toolCounts: toolCounts(run, suites),
		sustained: summarizeSustained(run),
		calls: summarizeCalls(promptsRight(run)),
		metrics: namedMetrics(run, { ...parts, missing }),
	};
}

/** The summary as commands print it: without raw times, with the English text of each message. */
export function printedSummary(summary: RunSummary): object {
	const rows = summary.speed.rows.map(({ values: _, prompts: __, cut: ___, ...row }) => row);
	const withText = JSON.stringify({ ...summary, speed: { ...summary.speed, rows } }, (_, value) =>
		isMessage(value) ? { ...value, text: english(value) } : value,
	);
	return JSON.parse(withText) as object;
}

function isMessage(value: unknown): value is Message {
	return typeof value === 'object' && value !== null && 'code' in value && 'params' in value;
}

function identityOf(header: SummarizedRun['header']): RunSummary['run'] {
	const {
		gemmark,
		startedAt,
		timeZone,
		target,
		model,
		engine,
		settings,
		app,
		host,
		git,
		command,
		interleaved,
		rescored,
	} = header;
	const given = { gemmark, startedAt, timeZone, target, app, host, git, command, interleaved, rescored };
	return {
		title: runTitle(header),
		model,
		engine,
		settings,
		...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
	};
}

/** Also if the score was settled before the cut, such as by the first call. */
function isCutSample({ transcript, scores }: SampleResult): boolean {
	return (
		transcript.generations.some(({ finish: { unified } }) => unified === 'length' || unified === 'deadline') ||
		Object.values(scores).some(({ unscored }) => unscored?.startsWith('cut-'))
	);
}

/** Turns that the chat loop ended because the model kept calling. */
function stoppedTurns(samples: readonly SampleResult[]): ReasonCounts {
	return countReasons(samples.map(({ transcript: { error } }) => (STOPS.has(error ?? '') ? error : undefined)));
}

const STOPS: ReadonlySet<string> = new Set(
	(['ko', 'en'] as const).map(appWords).flatMap(({ tooManyTurns, tooManyCalls }) => [tooManyTurns, tooManyCalls]),
);

type NamedRun = Pick<SummarizedRun['header'], 'target' | 'model'>;

/** The name of the run's target, else of its model. */
export function runName({ target, model }: NamedRun): string {
	return target ?? [model.name, ...(model.adapter === undefined ? [] : [model.adapter.name])].join(' + ');
}

/** The same, with the model after the target's name. */
export function runTitle({ target, model }: NamedRun): string {
	return target === undefined ? model.name : `${target} (${model.name})`;
}

/** Unique names: equal ones get the engine, else the device, else a number. */
export function namesApart(
	headers: readonly (NamedRun & Pick<SummarizedRun['header'], 'engine' | 'host'>)[],
): readonly string[] {
	const names = headers.map(runName);
	const marks = [headers.map(({ engine }) => engine.runner), headers.map(({ host }) => host?.device)];
	return names.map((name, index) => {
		for (const mark of marks) {
			const twins = mark.filter((_, other) => names[other] === name);
			if (twins.length === 1) return name;
			if (!twins.includes(undefined) && new Set(twins).size === twins.length) return `${name} (${mark[index]})`;
		}
		return `${name} (${index + 1})`;
	});
}

/** Failures of samples, the most frequent first. */
function failureCounts(samples: readonly SampleResult[]): readonly FailureCount[] {
	const failed = samples.flatMap(({ transcript: { failure, failureDetail: said } }) =>
		said === undefined ? [] : [{ failure, said }],
	);
	return Array.from(Map.groupBy(failed, (one) => JSON.stringify(one)).values(), (same) => ({
		failure: same[0]?.failure,
		said: same[0]?.said ?? '',
		count: same.length,
	})).sort((one, other) => other.count - one.count);
}

/** Model cards of Gemma, but not of the miniature, recommend sampling. Without a template, name and architecture identify a Gemma. */
function isGreedyGemma({ settings, model, template }: SummarizedRun['header']): boolean {
	const isGemma =
		template === undefined
			? /gemma/iu.test(`${model.architecture ?? ''} ${model.name}`)
			: /<\|turn>|<start_of_turn>/u.test(template.source);
	return settings.temperature === 0 && isGemma && !model.miniature;
}
