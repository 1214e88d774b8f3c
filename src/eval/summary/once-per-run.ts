import type { EvaluatedRun } from '../run.ts';

/** A pure function of a run, worked out once for each run in memory: several reports ask for the same. */
export function oncePerRun<T>(compute: (run: EvaluatedRun) => T): (run: EvaluatedRun) => T {
	const known = new WeakMap<EvaluatedRun, { readonly value: T }>();
	return (run) => {
		const before = known.get(run) ?? { value: compute(run) };
		known.set(run, before);
		return before.value;
	};
}
