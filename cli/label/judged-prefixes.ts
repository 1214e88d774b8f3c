import { UsageError } from '../../src/errors/gemmark-error.ts';
import { unjudgeable } from '../../src/eval/score/judgeable.ts';
import { labelHash, labelledDecision } from '../../src/eval/score/labels.ts';
import type { UnscoredCause } from '../../src/eval/score/score.ts';
import { summarizeDecisions } from '../../src/eval/summary/decision/decision-summary.ts';
import { readTurn } from '../../src/eval/turn/turn-reading.ts';
import type { Log } from '../../src/log/record.ts';

/** What people are asked of: each text once of the suites that decide on it. Throws {@link UsageError} where none does. */
export async function judgedPrefixes(log: Log): Promise<JudgedPrefixes> {
	const all = summarizeDecisions(log);
	const decisions = all.filter(({ suite }) => labelledDecision(suite) !== undefined);
	const others = all.flatMap(({ suite }) => (labelledDecision(suite) === undefined ? [suite.name] : []));
	if (decisions.length === 0) {
		const instead = others.length === 0 ? 'it decides nothing' : `${others.join(', ')} decides on a score of its own`;
		throw new UsageError(
			`people label whether the text before a call is worth keeping, and no suite of this run decides on that: ${instead}`,
			{ hint: 'Run a prefix suite, such as --suite prefix.' },
		);
	}
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
	return { judged: [...judged.values()], left, others };
}

/** A text that people are asked of. */
export interface JudgedPrefix {
	readonly promptId: string;
	readonly sampleHash: string;
	readonly input: string;
	readonly prefix: string;
	readonly called: boolean;
}

interface JudgedPrefixes {
	readonly judged: readonly JudgedPrefix[];
	/** Prompts with answers that nobody can judge, by why. */
	readonly left: ReadonlyMap<UnscoredCause, readonly string[]>;
	/** Suites that decide on a score of their own: its verdict stands. */
	readonly others: readonly string[];
}
