import { UsageError } from '../../src/errors/gemmark-error.ts';
import { unjudgeable } from '../../src/eval/score/judgeable.ts';
import { labelHash } from '../../src/eval/score/labels.ts';
import type { UnscoredCause } from '../../src/eval/score/score.ts';
import { summarizeDecisions } from '../../src/eval/summary/decision/decision-summary.ts';
import { readTurn } from '../../src/eval/turn/turn-reading.ts';
import type { Log } from '../../src/log/record.ts';

/** What people are asked of: each text once of the suites that decide something. Throws {@link UsageError} where none does. */
export async function judgedPrefixes(log: Log): Promise<JudgedPrefixes> {
	const decisions = summarizeDecisions(log);
	if (decisions.length === 0) {
		throw new UsageError('this run decides nothing, so there is nothing to label', {
			hint: 'Run a suite that has a decision, such as --suite prefix.',
		});
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
	return { judged: [...judged.values()], left };
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
}
