import { type Message, message } from '../../base/message.ts';
import { mainScore } from '../../eval/header.ts';
import type { GateResult } from '../gate/gate.ts';
import type { SuiteSummary } from '../suites.ts';
import type { RunSummary } from '../summarize.ts';

/** Something that would stop a release. */
interface Stop {
	readonly kind: 'calls' | 'gate' | 'budget';
	readonly said: Message;
	/** Of a count of prompts: those that pass. */
	readonly count?: { readonly hits: number; readonly n: number };
}

/** A summary as the library and `--json` give it: with its gate, and what would stop a release. */
export interface GatedSummary extends RunSummary {
	readonly gate?: GateResult;
	readonly stops: readonly Stop[];
}

export function gatedSummary(summary: RunSummary, gate: GateResult | undefined): GatedSummary {
	return { ...summary, gate, stops: stopsOf(summary, gate) };
}

/** The gravest first: tool calls of which none is right, broken rules of the gate, budgets that every tenth turn exceeds. */
export function stopsOf({ suites, speed, calls }: RunSummary, gate: GateResult | undefined): readonly Stop[] {
	const { hits: right = 0, n = 0 } = calls?.right ?? {};
	return [
		...suites.flatMap(noRightCall),
		...(gate?.lines ?? []).flatMap(({ status, metric, value, expected }): readonly Stop[] => {
			if (status !== 'fail') return [];
			const isOfCalls = metric.endsWith('.correct') && value === right / n;
			const said = isOfCalls
				? message('run.stop-gate-calls', { right, n, metric, expected })
				: message('run.stop-gate', { metric, value: value && Number(value.toPrecision(4)), expected });
			return [{ kind: 'gate', said }];
		}),
		...speed.budgets.flatMap(({ budget, within, p90 }): readonly Stop[] => {
			if (p90 === undefined || p90 <= budget.atMost) return [];
			const said = message('run.stop-budget', { over: within.n - within.hits, n: within.n, limit: budget.atMost });
			return [{ kind: 'budget', said }];
		}),
	];
}

/** Fewer prompts say too little. */
const ENOUGH = 5;

function noRightCall({ suite, variants }: SuiteSummary): readonly Stop[] {
	const score = suite.view === 'tools' ? mainScore(suite) : 'firstTool';
	return variants.flatMap(({ scores }): readonly Stop[] => {
		const rate = scores.find(({ name }) => name === score)?.rate;
		if (rate === undefined || rate.n < ENOUGH || rate.hits > 0) return [];
		const count = { hits: rate.hits, n: rate.n };
		return [{ kind: 'calls', said: message('run.stop-calls', { suite: suite.name, n: rate.n }), count }];
	});
}
