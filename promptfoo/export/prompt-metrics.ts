import type { TokenUsage } from '../promptfoo-shapes.ts';
import type { ExportedResult } from './exported-result.ts';

/** What promptfoo keeps of a column: counts, sums of latency and tokens, and of each named score its sum and count. */
export function promptMetrics(results: readonly ExportedResult[]): object {
	const outcomes = Map.groupBy(results, ({ failureReason }) => failureReason);
	const [passed = [], failed = [], errors = []] = [outcomes.get(0), outcomes.get(1), outcomes.get(2)];
	const named = Map.groupBy(
		results.flatMap(({ namedScores }) => Object.entries(namedScores)),
		([name]) => name,
	);
	const ofNamed = (value: (scores: readonly number[]) => number): object =>
		Object.fromEntries(Array.from(named, ([name, entries]) => [name, value(entries.map(([, score]) => score))]));
	return {
		score: sum(results.map(({ score }) => score)),
		testPassCount: passed.length,
		testFailCount: failed.length,
		testErrorCount: errors.length,
		assertPassCount: passed.length,
		assertFailCount: failed.length,
		totalLatencyMs: sum(results.map(({ latencyMs }) => latencyMs)),
		tokenUsage: totalTokens(results),
		namedScores: ofNamed(sum),
		namedScoresCount: ofNamed(({ length }) => length),
		// The model runs on the machine: that costs nothing that promptfoo would count.
		cost: 0,
	};
}

/** Over all rows; a count that one of them does not tell is absent. */
export function totalTokens(results: readonly ExportedResult[]): TokenUsage {
	const of = (name: keyof TokenUsage): number | undefined => {
		const counts = results.map(({ response }) => response.tokenUsage?.[name]);
		return counts.every((count) => count !== undefined) ? sum(counts) : undefined;
	};
	return { prompt: of('prompt'), completion: of('completion'), total: of('total'), numRequests: of('numRequests') };
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
