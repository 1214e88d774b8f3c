import { english, type Message } from '../base/message.ts';
import { absentSamples, type MissingSample } from '../eval/absent.ts';
import { partsOf, type RunOutcome, type RunPart, runOutcome } from '../eval/run.ts';
import type { SampleIdentity, SampleResult } from '../eval/sample.ts';
import type { PeoplesJudgement } from '../eval/scoring/labels.ts';
import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import { appWords } from '../text/app-words.ts';
import { type BudgetResult, budgetResults, type DeviceSummary, summarizeDevice } from './budgets.ts';
import { type DecisionSummary, summarizeDecisions } from './decisions/decisions.ts';
import { type OwnFailure, ownFailures } from './failures.ts';
import { type FateSummary, fateSummary } from './fates/fates.ts';
import { type FormatAdherence, formatAdherence, summarizeThoughts, type ThoughtRow } from './format.ts';
import type { GateResult } from './gate/gate.ts';
import { type NamedMetrics, namedMetrics } from './metrics.ts';
import { type RunNotice, runNotices, type SummarizedRun } from './notices.ts';
import { type LatencySummary, summarizeLatencies } from './speed.ts';
import { type SuiteSummary, summarizeSuites } from './suites.ts';
import { type VariantEffect, variantEffects } from './variants.ts';

/** What a run came to: the one source of every report, gate and list. Plain JSON, without transcripts: samples are named by their place in the log (docs/summary.md). */
export interface RunSummary {
	readonly run: Pick<
		SummarizedRun['header'],
		| 'gemmark'
		| 'startedAt'
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
		/** Samples that the run (a shard its part) was to evaluate, without those that an early stop dropped. */
		readonly planned: number;
		readonly evaluated: number;
		/** That ran into a limit, be their score settled or not. */
		readonly cut: number;
		readonly missing: readonly MissingSample[];
		readonly droppedByEarlyStop: readonly SampleIdentity[];
		/** Suites of which the run has only some samples. */
		readonly parts: readonly RunPart[];
		/** By which limit the chat loop ended turns. */
		readonly stopped: ReasonCounts;
	};
	/** What a reader must know before the numbers, the most important first. */
	readonly notices: readonly RunNotice[];
	/** What samples failed with, the most frequent first. */
	readonly failures: readonly FailureCount[];
	/** Tools, scorers and suites of the user that failed. */
	readonly userCodeFailures: readonly OwnFailure[];
	/** The run is greedy, which the model card of a Gemma does not recommend. */
	readonly greedy: boolean;
	readonly decisions: readonly DecisionSummary[];
	readonly suites: readonly SuiteSummary[];
	readonly speed: LatencySummary & { readonly budgets: readonly BudgetResult[] };
	/** Of a run on a phone. */
	readonly device?: DeviceSummary | undefined;
	readonly format: readonly FormatAdherence[];
	readonly thoughts: readonly ThoughtRow[];
	/** What replaying the prefix, or a reflection message, changes. */
	readonly variants: readonly VariantEffect[];
	readonly fates: FateSummary;
	/** By the names that gates use. */
	readonly metrics: NamedMetrics;
	readonly gate?: GateResult | undefined;
}

interface FailureCount {
	/** Name of the failure, such as `generation-timeout`; `own-code` of what the user's code threw. */
	readonly failure?: string | undefined;
	readonly said: Message | string;
	readonly count: number;
}

/** What people, and a gate, say of a run. */
interface Judged {
	/** People's labels by sample key. */
	readonly labels?: ReadonlyMap<string, PeoplesJudgement> | undefined;
	readonly gate?: GateResult | undefined;
}

/** Computes the summary of a run: once, then it is passed on. */
export function summarizeRun(run: SummarizedRun, { labels, gate }: Judged = {}): RunSummary {
	const { header, samples } = run;
	const absent = absentSamples(run);
	const suites = summarizeSuites(run, absent);
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
	const noted = {
		samples: {
			planned: samples.length + absent.missing.length,
			evaluated: samples.length,
			cut: samples.filter(isCutSample).length,
			missing: absent.missing,
			droppedByEarlyStop: absent.leftOut,
			parts: partsOf(run),
			stopped: stoppedTurns(samples),
		},
		userCodeFailures: ownFailures(run),
		greedy: isGreedyGemma(header),
		device: summarizeDevice(run),
	};
	return {
		run: identityOf(header),
		outcome: runOutcome(run),
		notices: runNotices(run, { ...noted, decisions, suites }),
		failures: failureCounts(samples),
		...noted,
		...parts,
		speed: { ...latencies, budgets: budgetResults(run, latencies, suites) },
		variants: variantEffects(run),
		metrics: namedMetrics(run, { ...parts, absent }),
		...(gate !== undefined && { gate }),
	};
}

/** The summary as commands print it: without the raw values of times, and with the English of each message. */
export function printedSummary(summary: RunSummary): object {
	const rows = summary.speed.rows.map(({ values: _, prompts: __, waited: ___, cut: ____, ...row }) => row);
	const withText = JSON.stringify({ ...summary, speed: { ...summary.speed, rows } }, (_, value) =>
		isMessage(value) ? { ...value, text: english(value) } : value,
	);
	return JSON.parse(withText) as object;
}

function isMessage(value: unknown): value is Message {
	return typeof value === 'object' && value !== null && 'code' in value && 'params' in value;
}

function identityOf(header: SummarizedRun['header']): RunSummary['run'] {
	const { gemmark, startedAt, target, model, engine, settings, app, host, git, command, interleaved, rescored } =
		header;
	const given = { gemmark, startedAt, target, app, host, git, command, interleaved, rescored };
	return {
		title: runTitle(header),
		model,
		engine,
		settings,
		...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
	};
}

/** Also one whose score was settled before, such as by its first call. */
function isCutSample({ transcript, scores }: SampleResult): boolean {
	return (
		transcript.generations.some(({ finish: { unified } }) => unified === 'length' || unified === 'deadline') ||
		Object.values(scores).some(({ unscored }) => unscored?.startsWith('cut-'))
	);
}

/** Turns that the chat loop ended because the model went on calling: they count as they stand. */
function stoppedTurns(samples: readonly SampleResult[]): ReasonCounts {
	return countReasons(samples.map(({ transcript: { error } }) => (STOPS.has(error ?? '') ? error : undefined)));
}

const STOPS: ReadonlySet<string> = new Set(
	(['ko', 'en'] as const).map(appWords).flatMap(({ tooManyTurns, tooManyCalls }) => [tooManyTurns, tooManyCalls]),
);

type NamedRun = Pick<SummarizedRun['header'], 'target' | 'model'>;

/** What a run is called: its target's name where it was given one, else its model's. */
export function runName({ target, model }: NamedRun): string {
	return target ?? model.name;
}

/** The same with the model after a target's name, for where a run stands by itself. */
export function runTitle({ target, model }: NamedRun): string {
	return target === undefined ? model.name : `${target} (${model.name})`;
}

/** Runs beside each other: the engine, or else the device, distinguishes what runs one file; its place, what nothing else does. */
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

/** What was said of samples that failed by themselves, the most frequent first. */
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

/**
 * Model cards of Gemma recommend to sample; the miniature has no such recommendation. Where an engine renders by itself,
 * name and architecture tell a Gemma.
 */
function isGreedyGemma({ settings, model, template }: SummarizedRun['header']): boolean {
	const isGemma =
		template === undefined
			? /gemma/iu.test(`${model.architecture ?? ''} ${model.name}`)
			: /<\|turn>|<start_of_turn>/u.test(template.source);
	return settings.temperature === 0 && isGemma && !model.miniature;
}
