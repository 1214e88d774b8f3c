import type { Distribution } from '../../stats/distribution.ts';
import type { Rate } from '../../stats/rate.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import { formatAdherence } from './format-adherence.ts';
import { summarizeFrames } from './frame-summary.ts';
import { summarizeLatencies } from './latency-summary.ts';
import { summarizePrefix } from './prefix-summary.ts';
import { summarizeTools } from './tools-summary.ts';

/** Numbers of a run by the names gates and CSV files use; what a run does not tell is not in it. */
export type NamedMetrics = ReadonlyMap<string, number>;

/**
 * `prefix.{hits,n,rate,probabilityAtLeastThird,called,firstTool,arguments,strictFormat,turnOrder}`,
 * `frame.ARM.{valid,acceptedShare}`, `SUITE.{correct,relevant,irrelevant,endState,turnOrder}` of tool suites,
 * `SUITE.ARM.formatAdherence`, `latency.SUITE.ARM.{cold,warm}.METRIC.{n,p50,p90,p95,p99,mean}`, `loadMs`, `peakRssBytes`,
 * `model.sizeBytes`. Shares are 0 to 1.
 */
export function namedMetrics(run: EvaluatedRun): NamedMetrics {
	const metrics = new Map<string, number>();
	const put = (name: string, value: number | undefined): void => {
		if (value !== undefined) metrics.set(name, value);
	};
	const prefix = summarizePrefix(run);
	if (prefix !== undefined) {
		const { verdict } = prefix;
		put('prefix.hits', verdict.hits);
		put('prefix.n', verdict.n);
		if (verdict.status === 'complete') {
			put('prefix.rate', verdict.hits / verdict.n);
			put('prefix.probabilityAtLeastThird', verdict.probabilityAtLeastThird);
		}
		for (const name of ['called', 'firstTool', 'arguments', 'strictFormat', 'turnOrder'] as const) {
			put(`prefix.${name}`, prefix[name].rate);
		}
	}
	for (const arm of summarizeFrames(run)?.arms ?? []) {
		put(`frame.${arm.arm}.valid`, arm.valid.rate);
		put(`frame.${arm.arm}.acceptedShare`, arm.acceptedShare.rate);
	}
	for (const { name } of run.header.suites) {
		const tools = name === 'prefix' || name === 'frame' ? undefined : summarizeTools(run, name);
		if (tools === undefined) continue;
		const rates: readonly (readonly [string, Rate])[] = [
			['correct', tools.correct],
			['relevant', tools.relevant],
			['irrelevant', tools.irrelevant],
			['endState', tools.endState],
			['turnOrder', tools.turnOrder],
		];
		for (const [metric, rate] of rates) put(`${name}.${metric}`, rate.rate);
	}
	for (const { suite, arm, strict } of formatAdherence(run)) put(`${suite}.${arm}.formatAdherence`, strict.rate);
	const latencies = summarizeLatencies(run);
	for (const { suite, arm, state, metric, distribution } of latencies.rows) {
		for (const name of STATISTICS) put(`latency.${suite}.${arm}.${state}.${metric}.${name}`, distribution[name]);
	}
	put('loadMs', latencies.loadMs);
	put('peakRssBytes', latencies.peakRssBytes);
	put('model.sizeBytes', run.header.model.sizeBytes);
	return metrics;
}

const STATISTICS: readonly (keyof Distribution)[] = ['n', 'p50', 'p90', 'p95', 'p99', 'mean'];
