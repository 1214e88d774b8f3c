import type { AskingRun } from '../eval/compare/comparability.ts';
import { partsOf } from '../eval/compare/run-part.ts';
import { type Untold, untold } from '../eval/compare/untold.ts';
import type { PeoplesJudgement } from '../eval/score/labels.ts';
import { type DecisionSummary, summarizeDecisions } from '../eval/summary/decision/decision-summary.ts';
import { standingSummary } from '../eval/summary/decision/standing-summary.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { Log, LogHeader } from '../log/record.ts';
import { runTitle } from '../log/run-name.ts';
import { engineName } from '../model/engine-name.ts';
import { type RowMetric, rowMetrics } from './row-metric.ts';

/** One run in a list of runs. What its log does not tell is absent. */
export interface RunRow extends RunNames {
	/** `open`: the log has no end, so the run is under way or was killed. `unread`: nothing but its header is known yet. */
	readonly state: 'complete' | 'interrupted' | 'failed' | 'open' | 'broken' | 'unread';
	/** Of a broken log, what is wrong with it, in one line. */
	readonly problem?: string | undefined;
	readonly done: number;
	/** Suites of which it has only some of the samples: a subset, or a run that was cut. */
	readonly parts: readonly string[];
	readonly decisions: readonly RowDecision[];
	readonly metrics: readonly RowMetric[];
}

/** What the header tells before anything else is read. */
export interface RunNames {
	/** Folder of the run, relative to that of all runs, with `/`. */
	readonly id: string;
	/** ISO 8601. */
	readonly startedAt?: string | undefined;
	readonly title: string;
	readonly model?: string | undefined;
	readonly quantization?: string | undefined;
	readonly miniature: boolean;
	readonly engine?: string | undefined;
	readonly device?: string | undefined;
	readonly suites: readonly string[];
	readonly commit?: string | undefined;
	/** Samples that the whole run has. */
	readonly planned: number;
	readonly app?: string | undefined;
	/** What its log does not tell of how it was asked. */
	readonly untold: readonly Untold[];
	readonly runner?: string | undefined;
	/** What it asked: runs in which that is equal can be compared. */
	readonly asked?: AskingRun['header'] | undefined;
	/** What its times depend on. */
	readonly machine: RowFields;
	/** How long a turn may take, after which a log that has not grown is taken for cut. */
	readonly deadlineMs?: number | undefined;
}

/** Fields of a run's identity; what is not told is absent. */
export type RowFields = Readonly<Record<string, JsonValue | undefined>>;

export interface RowDecision {
	readonly suite: string;
	readonly status: 'complete' | 'truncated' | 'undecided' | 'subset';
	readonly path?: string | undefined;
	readonly hits: number;
	readonly misses: number;
	/** Prompts; of a subset those that it judged. */
	readonly n: number;
	readonly threshold: number;
	readonly unscored: number;
	readonly low?: number | undefined;
	readonly high?: number | undefined;
	/** A repeat, or another count of what is split, could well take the other path. */
	readonly greyZone?: true | undefined;
	/** Where people labelled samples and the above is their verdict: how many of them, and what the rule alone says. */
	readonly people?: PeoplesRow | undefined;
}

export interface PeoplesRow {
	readonly labelled: number;
	readonly disputed: number;
	readonly of: number;
	readonly rule: { readonly path?: string | undefined; readonly hits: number };
}

/** The row of a whole log, with the verdicts that people's labels make of it. */
export function runRow(id: string, log: Log, judgements?: ReadonlyMap<string, PeoplesJudgement>): RunRow {
	return {
		...runNames(id, log.header),
		state: log.footer?.outcome ?? 'open',
		done: log.samples.length,
		parts: partsOf(log).map(({ suite }) => suite),
		decisions: summarizeDecisions(log, judgements).map(rowDecision),
		metrics: rowMetrics(log),
	};
}

function rowDecision(summary: DecisionSummary): RowDecision {
	const { suite, people, verdict: rule } = summary;
	const { verdict } = standingSummary(summary);
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
		greyZone: (verdict.path !== undefined && verdict.greyZone) || undefined,
		people: people && {
			labelled: people.labelled,
			disputed: people.disputed,
			of: people.of,
			rule: { path: rule.path, hits: rule.hits },
		},
	};
}

export function runNames(id: string, header: LogHeader): RunNames {
	const { model, engine, host, suites, git, startedAt, app, settings } = header;
	const { device, cpu, cores } = host;
	const { backend, threads, prefillThreads, sequences, timingsNotComparable } = engine;
	return {
		id,
		startedAt,
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
		untold: untold({ header }),
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
		machine: { device, cpu, cores, backend, threads, prefillThreads, sequences, timingsNotComparable },
		deadlineMs: settings.deadlineMs,
	};
}

/** The row of a run of which only the header was read. */
export function unreadRow(names: RunNames): RunRow {
	return { ...names, state: 'unread', done: 0, parts: [], decisions: [], metrics: [] };
}

/** The row of a log that cannot be read. */
export function brokenRow(id: string, problem: string): RunRow {
	return {
		id,
		title: id,
		miniature: false,
		suites: [],
		untold: [],
		planned: 0,
		machine: {},
		state: 'broken',
		problem,
		done: 0,
		parts: [],
		decisions: [],
		metrics: [],
	};
}
