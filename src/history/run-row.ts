import { summarizeDecisions } from '../eval/summary/decision-summary.ts';
import { summarizeLatencies } from '../eval/summary/speed/latency-summary.ts';
import { mainScore, summarizeSuites } from '../eval/summary/suite-summary.ts';
import type { Log, LogHeader } from '../log/record.ts';
import { runTitle } from '../log/run-name.ts';
import { engineName } from '../model/engine-name.ts';
import { intervalOf } from '../stats/rate.ts';

/** One run in a list of runs. What its log does not tell is absent. */
export interface RunRow extends RunNames {
	/** `open`: the log has no end, so the run is under way or was killed. */
	readonly state: 'complete' | 'interrupted' | 'failed' | 'open' | 'broken';
	/** Of a broken log, what is wrong with it, in one line. */
	readonly problem?: string | undefined;
	readonly done: number;
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
}

export interface RowDecision {
	readonly suite: string;
	readonly status: 'complete' | 'truncated' | 'undecided' | 'subset';
	readonly path?: string | undefined;
	readonly hits: number;
	readonly n: number;
	readonly threshold: number;
	readonly unscored: number;
	readonly low?: number | undefined;
	readonly high?: number | undefined;
}

/** A rate with its 95 % interval (0 to 1), or the median of measurements. */
export interface RowMetric {
	/** `SUITE.ARM.SCORE`, or `latency.SUITE.ARM.METRIC` of warm turns. */
	readonly name: string;
	readonly kind: 'rate' | 'number';
	/** The score that says whether a sample passed. */
	readonly main: boolean;
	readonly unit?: string | undefined;
	readonly value: number;
	readonly low?: number | undefined;
	readonly high?: number | undefined;
	readonly n: number;
	readonly unscored: number;
}

/** The row of a whole log. */
export function runRow(id: string, log: Log): RunRow {
	return {
		...runNames(id, log.header),
		state: log.footer?.outcome ?? 'open',
		done: log.samples.length,
		decisions: summarizeDecisions(log).map(({ suite, verdict }) => ({
			suite: suite.name,
			status: verdict.status,
			path: verdict.path,
			hits: verdict.hits,
			n: verdict.n,
			threshold: verdict.threshold,
			unscored: verdict.unscored.reduce((sum, { count }) => sum + count, 0),
			...(verdict.status === 'complete' && verdict.wilson),
		})),
		metrics: [...scoreMetrics(log), ...latencyMetrics(log)],
	};
}

export function runNames(id: string, header: LogHeader): RunNames {
	const { model, engine, host, suites, git, startedAt } = header;
	return {
		id,
		startedAt,
		title: runTitle(header),
		model: model.name,
		quantization: model.quantization,
		miniature: model.miniature,
		engine: engineName(engine),
		device: host.device,
		suites: suites.map(({ name }) => name),
		commit: git?.commit,
		planned: suites.reduce((sum, { planned }) => sum + planned, 0),
	};
}

/** The row of a log that cannot be read. */
export function brokenRow(id: string, problem: string): RunRow {
	return {
		id,
		title: id,
		miniature: false,
		suites: [],
		planned: 0,
		state: 'broken',
		problem,
		done: 0,
		decisions: [],
		metrics: [],
	};
}

function scoreMetrics(log: Log): readonly RowMetric[] {
	return summarizeSuites(log).flatMap(({ suite, arms }) =>
		arms.flatMap(({ arm, scores }) =>
			scores.flatMap(({ name, declaration, rate, values, unscored }): readonly RowMetric[] => {
				const common = {
					name: `${suite.name}.${arm}.${name}`,
					unit: declaration.unit,
					main: name === mainScore(suite),
					unscored: unscored.reduce((sum, { count }) => sum + count, 0),
				};
				if (rate?.rate !== undefined) {
					return [{ ...common, kind: 'rate', value: rate.rate, n: rate.n, ...intervalOf(rate) }];
				}
				return values?.p50 === undefined ? [] : [{ ...common, kind: 'number', value: values.p50, n: values.n }];
			}),
		),
	);
}

/** Warm turns only: the cold one is one. No interval, for turns of one run are not independent of its machine. */
function latencyMetrics(log: Log): readonly RowMetric[] {
	return summarizeLatencies(log).rows.flatMap(({ suite, arm, metric, unit, state, distribution }) =>
		state === 'cold' || distribution.p50 === undefined
			? []
			: [
					{
						name: `latency.${suite}.${arm}.${metric}`,
						kind: 'number' as const,
						main: false,
						unit,
						value: distribution.p50,
						n: distribution.n,
						unscored: 0,
					},
				],
	);
}
