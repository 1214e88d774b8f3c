import { randomUUID } from 'node:crypto';
import { noHistory } from '../src/dialects/conversation/open-conversation.ts';
import type { InTurn } from '../src/eval/evaluate/evaluate-plan.ts';
import { type PlannedSample, plannedKey, planRun } from '../src/eval/plan.ts';
import type { LoadedModel, ProbedThreads } from '../src/model/runner.ts';
import { runSettings } from './choices.ts';
import { load } from './compose/load.ts';
import { runLoaded } from './log/run-log.ts';
import type { Prepared, RunRequest } from './prepare.ts';
import type { Run } from './results/read-run.ts';

/**
 * Loads all targets and has them alternate per sample. The logs name their group, so that a comparison knows it. What one of
 * the runs throws ends the others, and is thrown.
 */
export async function runInterleaved(
	prepared: Prepared,
	request: RunRequest,
	outs: readonly string[],
): Promise<readonly Run[]> {
	const { suites, composition, targets } = prepared;
	const { shard: _, ...choices } = prepared.choices;
	const { listen } = request;
	const probed = new Map<string, ProbedThreads>();
	const models: LoadedModel[] = [];
	let runs: readonly Run[];
	try {
		for (const target of targets)
			models.push(await load(target, { signal: request.signal, listen, repeats: 'evaluate' }, probed));
		// What one of them cannot be asked is refused before any of them begins.
		const plans = models.map((model) =>
			planRun(suites, runSettings(choices, model, composition.app.system), {
				grammar: true,
				noHistory: noHistory(model),
			}),
		);
		const turns = new Turns(
			(plans[0] ?? []).flatMap(({ samples }) => samples),
			models.length,
		);
		const interleaved = randomUUID();
		const broken = new AbortController();
		const signal = AbortSignal.any([broken.signal, ...(request.signal === undefined ? [] : [request.signal])]);
		const counts = models.map(() => ({ done: 0, total: 0 }));
		const sum = (of: 'done' | 'total'): number => counts.reduce((all, count) => all + count[of], 0);
		const ended = await Promise.allSettled(
			targets.map(async (target, place) => {
				const model = models[place] as LoadedModel;
				const named = target.name ?? model.identity.name;
				try {
					return await runLoaded({
						prepared,
						request: { ...request, signal },
						suites,
						target,
						model,
						out: outs[place],
						interleaved,
						inTurn: turns.of(place),
						onProgress({ done, total, label }) {
							counts[place] = { done, total };
							const all = { done: sum('done'), total: sum('total'), label: `${label} ${named}` };
							listen?.progress?.({ title: 'interleaved', ...all });
						},
					});
				} catch (error) {
					broken.abort();
					throw error;
				} finally {
					turns.leave(place);
				}
			}),
		);
		runs = ended.map((result) => {
			if (result.status === 'rejected') throw result.reason;
			return result.value;
		});
	} finally {
		await Promise.all(models.map((model) => model.dispose()));
	}
	for (const run of runs) await listen?.ended?.(run);
	return runs;
}

/**
 * Interleaves runs of the same samples, so that drift of the machine affects all alike: each sample is evaluated by one
 * run after the other, never at once. A run that lacks a sample waits for the others.
 */
export class Turns {
	readonly #places: ReadonlyMap<string, number>;
	readonly #runs: Set<number>;
	readonly #waiting: Map<number, Waiting> = new Map();
	#busy = false;

	/** `order`: the samples of all runs. */
	constructor(order: readonly PlannedSample[], runs: number) {
		this.#places = new Map(order.map((planned, place) => [plannedKey(planned), place]));
		this.#runs = new Set(Array(runs).keys());
	}

	/** Turns of a run, 0-based. */
	of(run: number): InTurn {
		return async (planned, work) => {
			await new Promise<void>((start) => {
				this.#waiting.set(run, { place: this.#places.get(plannedKey(planned)) ?? 0, start });
				this.#next();
			});
			try {
				return await work();
			} finally {
				this.#busy = false;
				this.#next();
			}
		};
	}

	/** Removes a run that ended; the others no longer wait for it. */
	leave(run: number): void {
		this.#runs.delete(run);
		this.#next();
	}

	/** Waits for all runs: one still writing its log would slow down the next sample. */
	#next(): void {
		if (this.#busy || this.#waiting.size < this.#runs.size) return;
		const order = [...this.#waiting].sort(
			([run, { place }], [other, { place: otherPlace }]) => place - otherPlace || run - other,
		);
		const [first] = order;
		if (first === undefined) return;
		const [run, { start }] = first;
		this.#busy = true;
		this.#waiting.delete(run);
		start();
	}
}

interface Waiting {
	readonly place: number;
	readonly start: () => void;
}
