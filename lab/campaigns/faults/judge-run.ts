import { exitCodeOf } from '../../../run/results/exit-code.ts';
import type { Run } from '../../../run/results/read-run.ts';
import type { UnscoredCause } from '../../../src/eval/score.ts';
import { type RunSummary, summarizeRun } from '../../../src/summary/summarize.ts';

type DecisionSummary = RunSummary['decisions'][number];

/** What each prompt comes to when nothing disturbs the run: whether it is a hit. */
export interface Undisturbed {
	readonly hits: ReadonlyMap<string, boolean>;
}

/** What became of a disturbed run: a path, none, or a refusal; `wrong` breaks a promise, and says which. */
export interface Judgement {
	readonly outcome: 'equal' | 'undecided' | 'subset' | 'refused' | 'wrong';
	/** Of a wrong run the promise it breaks, of a refused one the line it is refused with. */
	readonly why?: string;
	/** Why samples are unscored, each cause once. */
	readonly causes: readonly UnscoredCause[];
}

export function undisturbedOf(run: Run): Undisturbed {
	const { verdict, prompts } = onlyDecision(run).standing;
	if (verdict.status !== 'complete') throw new Error(`the undisturbed run is ${verdict.status}`);
	return { hits: new Map(prompts.map(({ id, hit }) => [id, hit === true])) };
}

/** Where so many hits take the first path. */
export function undisturbedPath({ hits }: Undisturbed, threshold: number): string {
	return [...hits.values()].filter(Boolean).length >= threshold ? 'A' : 'B';
}

/** Holds a run against what it would have said undisturbed, and against the path that it would have taken. */
export function judgeRun(run: Run, undisturbed: Undisturbed, path: string): Judgement {
	const decided = onlyDecision(run);
	const { verdict, prompts } = decided.standing;
	const causes = [...new Set(prompts.flatMap(({ unscored }) => unscored))];
	const [why] = [...brokenPromises(run, decided, undisturbed, path)];
	if (why !== undefined) return { outcome: 'wrong', why, causes };
	if (verdict.path !== undefined) return { outcome: 'equal', causes };
	return { outcome: verdict.status === 'subset' ? 'subset' : 'undecided', causes };
}

function* brokenPromises(run: Run, decided: DecisionSummary, undisturbed: Undisturbed, path: string): Iterable<string> {
	const { verdict, prompts } = decided.standing;
	if (verdict.path !== undefined && verdict.path !== path) yield `path ${verdict.path}, undisturbed ${path}`;
	for (const { id, hit } of prompts) {
		if (hit !== undefined && hit !== undisturbed.hits.get(id)) {
			yield `${id} is a ${hit ? 'hit' : 'miss'}, undisturbed a ${hit ? 'miss' : 'hit'}`;
		}
	}
	const scored = run.log.samples.map(({ scores }) => scores[decided.decision.score]?.value);
	const [hits, misses] = [true, false].map((value) => scored.filter((one) => one === value).length);
	if (verdict.hits !== hits) yield `${verdict.hits} hits of ${hits} samples that hit`;
	if (verdict.misses !== misses) yield `${verdict.misses} misses of ${misses} samples that missed`;
	const exitCode = exitCodeOf(summarizeRun(run.log), run);
	if (exitCode === 0 && verdict.status === 'undecided') yield 'undecided with exit 0';
	if (exitCode === 0 && run.failure !== undefined) yield 'failed with exit 0';
}

function onlyDecision(run: Run): DecisionSummary {
	const [decided, ...others] = summarizeRun(run.log).decisions;
	if (decided === undefined || others.length > 0) throw new Error('one suite decides');
	return decided;
}
