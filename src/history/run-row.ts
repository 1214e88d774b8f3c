import type { JsonValue } from '../base/json.ts';
import { englishOf, type Said } from '../base/message.ts';
import type { Log, LogHeader } from '../log/record.ts';
import { engineName } from '../model/identity.ts';
import type { AskingRun } from '../summary/compare/comparability.ts';
import { type Unrecorded, unrecorded } from '../summary/compare/identity.ts';
import type { DecisionSummary } from '../summary/decisions/decisions.ts';
import type { RunState } from '../summary/state/state.ts';
import { type RunSummary, runTitle } from '../summary/summarize.ts';
import { latencyMetrics, type RowMetric, scoreMetrics } from './row-metrics.ts';

/** One run in a list of runs. Unrecorded fields are absent. */
export interface RunRow extends RunNames {
	/** `open`: no footer, so still running or killed. `unread`: only its header is known yet. */
	readonly state: 'complete' | 'interrupted' | 'failed' | 'open' | 'broken' | 'unread';
	/** Of a broken log, in one line. */
	readonly problem?: Said;
	readonly done: number;
	/** Suites with only some of their samples. */
	readonly parts: readonly string[];
	readonly decisions: readonly RowDecision[];
	readonly metrics: readonly RowMetric[];
	/** From its start to its end, also over a break. */
	readonly tookMs?: number;
	/** With the metrics whose rules failed, else of those that are undecided; absent without a gate. */
	/** What every report of the run begins with: of its reports, which know the gate, else of its log. */
	readonly standing?: RunState;
	readonly gate?: { readonly result: 'pass' | 'fail' | 'undecided'; readonly metrics: readonly string[] };
}

/** Fields from the header of a run. */
export interface RunNames {
	/** Folder of the run, relative to that of all runs, with `/`. */
	readonly id: string;
	/** ISO 8601. */
	readonly startedAt?: string;
	/** Of the machine that ran it. */
	readonly timeZone?: string;
	readonly title: string;
	readonly model?: string;
	readonly quantization?: string;
	readonly miniature: boolean;
	readonly engine?: string;
	readonly device?: string;
	readonly suites: readonly string[];
	readonly commit?: string;
	/** Samples of the whole run. */
	readonly planned: number;
	readonly app?: string;
	/** What is unknown about its prompts and settings. */
	readonly unrecorded: readonly Unrecorded[];
	readonly runner?: string;
	/** The identity of its prompts and settings; runs with the same one are comparable. */
	readonly asked?: AskingRun['header'];
	/** Fields that its times depend on. */
	readonly machine: RowFields;
	/** Limit of a turn; a log that has not grown for longer counts as killed. */
	readonly deadlineMs?: number;
}

/** Fields of a run's identity; unknown ones are absent. */
export type RowFields = Readonly<Record<string, JsonValue | undefined>>;

export interface RowDecision {
	readonly suite: string;
	readonly status: 'complete' | 'truncated' | 'undecided' | 'subset';
	readonly path?: string;
	readonly hits: number;
	readonly misses: number;
	/** Prompts; of a subset those judged. */
	readonly n: number;
	readonly threshold: number;
	readonly unscored: number;
	readonly low?: number;
	readonly high?: number;
	/** Of a path that could turn. */
	readonly certainty?: 'narrow' | 'borderline';
	/** If the verdict is by people's labels: their counts, and the verdict by rule. */
	readonly people?: PeoplesRow;
}

export interface PeoplesRow {
	readonly labelled: number;
	readonly disputed: number;
	readonly of: number;
	readonly rule: { readonly path?: string; readonly hits: number };
}

/** The row of a whole log. */
export function runRow(
	id: string,
	{ log, summary }: { readonly log: Log; readonly summary: RunSummary },
	beside: Pick<RunRow, 'gate' | 'standing'> = {},
): RunRow {
	const tookMs = Date.parse(log.footer?.endedAt ?? '') - Date.parse(log.header.startedAt);
	return {
		...runNames(id, log.header),
		state: log.footer?.outcome ?? 'open',
		done: log.samples.length,
		parts: summary.samples.parts.map(({ suite }) => suite),
		decisions: summary.decisions.map(rowDecision),
		metrics: [...scoreMetrics(summary.suites, log), ...latencyMetrics(log)],
		...(tookMs >= 0 && { tookMs }),
		...beside,
	};
}

function rowDecision(summary: DecisionSummary): RowDecision {
	const { suite, people, rule, standing } = summary;
	const { verdict } = standing;
	return {
		suite: suite.name,
		status: verdict.status,
		path: verdict.path,
		hits: verdict.hits,
		misses: verdict.misses,
		n: verdict.status === 'subset' ? verdict.hits + verdict.misses : verdict.n,
		threshold: verdict.threshold,
		unscored: verdict.unscored.reduce((sum, { count }) => sum + count, 0),
		...(verdict.status === 'complete' && verdict.wilson),
		certainty: verdict.path === undefined || verdict.certainty === 'settled' ? undefined : verdict.certainty,
		people: people && {
			labelled: people.labelled,
			disputed: people.disputed,
			of: people.of,
			rule: { path: rule.verdict.path, hits: rule.verdict.hits },
		},
	};
}

export function runNames(id: string, header: LogHeader): RunNames {
	const { model, engine, host, suites, git, startedAt, timeZone, app, settings } = header;
	const { device, cpu, cores } = host;
	const { backend, threads, prefillThreads, sequences, timingsNotComparable } = engine;
	return {
		id,
		startedAt,
		timeZone,
		title: runTitle(header),
		model: model.name,
		quantization: model.quantization,
		miniature: model.miniature,
		engine: engineName(engine),
		device,
		suites: suites.map(({ name }) => name),
		commit: git?.commit,
		planned: suites.reduce((sum, { planned }) => sum + planned, 0),
		app: engine.api === 'app' ? engine.app : app?.name,
		unrecorded: unrecorded({ header }),
		runner: engine.runner,
		asked: {
			model: { templateSha256: model.templateSha256 },
			settings,
			suites: suites.map(({ name, version, corpus, settings, usesApp }) => ({
				name,
				version,
				corpus,
				settings,
				usesApp,
			})),
			app: app && { content: app.content },
		},
		machine: {
			device,
			cpu,
			cores,
			backend,
			threads,
			prefillThreads,
			sequences,
			timingsNotComparable: englishOf(timingsNotComparable),
		},
		deadlineMs: settings.deadlineMs,
	};
}

const NOTHING_READ = { done: 0, parts: [], decisions: [], metrics: [] };

/** The row of a log of which only the header was read. */
export function unreadRow(names: RunNames): RunRow {
	return { ...names, ...NOTHING_READ, state: 'unread' };
}

/** The row of a log that cannot be read. */
export function brokenRow(id: string, problem: Said): RunRow {
	return {
		...NOTHING_READ,
		id,
		title: id,
		miniature: false,
		suites: [],
		unrecorded: [],
		planned: 0,
		machine: {},
		state: 'broken',
		problem,
	};
}
