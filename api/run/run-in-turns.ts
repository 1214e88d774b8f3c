import { randomUUID } from 'node:crypto';
import { noHistory } from '../../src/dialects/conversation/open-conversation.ts';
import { Turns } from '../../src/eval/evaluate/evaluate.ts';
import { planRun } from '../../src/eval/plan.ts';
import { runSettings } from '../../src/run/run-choices.ts';
import { type EndedRun, type LoadedRun, runLoaded } from './run-loaded.ts';

/**
 * Evaluates loaded models of the same suites and choices in turns, sample by sample, each into a folder of its own. Their
 * logs name the group, so that a comparison knows. What one of them throws ends the others, and is thrown. Throws
 * UsageError where a suite cannot be asked of one of the engines.
 */
export async function runInTurns(runs: readonly LoadedRun[]): Promise<readonly EndedRun[]> {
	const [first] = runs;
	if (first === undefined) return [];
	const { shard: _, ...settings } = runSettings(first.choices, first.model, first.app.system);
	// What one of them cannot be asked is told before any of them has begun.
	const plans = runs.map(({ model }) =>
		planRun(first.suites, settings, { grammar: true, noHistory: noHistory(model) }),
	);
	const order = (plans[0] ?? []).flatMap(({ samples }) => samples);
	const turns = new Turns(order, runs.length);
	const interleaved = randomUUID();
	const broken = new AbortController();
	const ended = await Promise.allSettled(
		runs.map((run, place) => {
			const signal = AbortSignal.any([run.signal, broken.signal]);
			return runLoaded({ ...run, signal, interleaved, inTurn: turns.of(place) })
				.finally(() => turns.leave(place))
				.catch((error: unknown) => {
					broken.abort();
					throw error;
				});
		}),
	);
	return ended.map((result) => {
		if (result.status === 'rejected') throw result.reason;
		return result.value;
	});
}
