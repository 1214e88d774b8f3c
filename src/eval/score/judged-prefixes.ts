import { summarizeDecisions } from '../../summary/decisions.ts';
import type { EvaluatedRun } from '../run.ts';
import type { UnscoredCause } from '../score.ts';
import { labelHash, labelledDecision, unjudgeable } from '../scoring/labels.ts';
import { readTurn } from '../turn.ts';

/** What people are asked of: each text once of the suites that decide on it. */
export async function judgedPrefixes(log: EvaluatedRun): Promise<JudgedPrefixes> {
	const all = summarizeDecisions(log);
	const decisions = all.filter(({ suite }) => labelledDecision(suite) !== undefined);
	const others = all.flatMap(({ suite }) => (labelledDecision(suite) === undefined ? [suite.name] : []));
	const judged = new Map<string, JudgedPrefix>();
	const left = new Map<UnscoredCause, string[]>();
	const asked = decisions.flatMap(({ samples, decision }) => samples.map(({ result }) => ({ result, decision })));
	for (const { result, decision } of asked) {
		const cause = unjudgeable(result, decision.score);
		if (cause !== undefined) {
			left.set(cause, [...new Set(left.get(cause)).add(result.sampleId)]);
			continue;
		}
		const { prefix, call } = readTurn(result.transcript.generations);
		const sampleHash = await labelHash(result);
		judged.set(`${result.sampleId} ${sampleHash}`, {
			promptId: result.sampleId,
			sampleHash,
			input: typeof result.sample.input === 'string' ? result.sample.input : '',
			prefix: prefix.trim(),
			called: call !== undefined,
		});
	}
	return { suites: decisions.map(({ suite }) => suite.name), judged: [...judged.values()], left, others };
}

/** A text that people are asked of. */
export interface JudgedPrefix {
	readonly promptId: string;
	readonly sampleHash: string;
	readonly input: string;
	readonly prefix: string;
	readonly called: boolean;
}

export interface JudgedPrefixes {
	/** That decide on what people are asked. */
	readonly suites: readonly string[];
	readonly judged: readonly JudgedPrefix[];
	/** Prompts with answers that nobody can judge, by why. */
	readonly left: ReadonlyMap<UnscoredCause, readonly string[]>;
	/** Suites that decide on a score of their own: its verdict stands. */
	readonly others: readonly string[];
}
