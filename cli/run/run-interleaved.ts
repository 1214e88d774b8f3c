import { runInTurns } from '../../api/run/run-in-turns.ts';
import type { EndedRun } from '../../api/run/run-loaded.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import { whileWatched } from '../process/silent-thread.ts';
import { inYoungGeneration } from '../process/young-generation.ts';
import { conclude, type FinishedRun } from './finished-run.ts';
import { loadModel } from './load-model.ts';
import type { NamedTarget } from './prepare.ts';
import { loadedRun, type RunParts, runProgress } from './run-one.ts';
import type { RunRequest } from './run-request.ts';

/** Loads all targets at once, has them take turns sample by sample, each into its own folder, and reports each. */
export async function runInterleaved(
	request: RunRequest,
	parts: RunParts,
	targets: readonly NamedTarget[],
	folders: readonly string[],
): Promise<readonly FinishedRun[]> {
	const models: LoadedModel[] = [];
	const progress = runProgress(request, 'in turns');
	try {
		for (const target of targets)
			models.push(await loadModel(target, parts.signal, parts.probedThreads, request.quiet));
		const counts = models.map(() => ({ done: 0, total: 0 }));
		const runs = models.map((model, index) => ({
			...loadedRun(request, parts, model, targets[index]?.name, folders[index], progress),
			onProgress: (done: number, total: number, label: string) => {
				counts[index] = { done, total };
				const sum = (of: 'done' | 'total'): number => counts.reduce((all, count) => all + count[of], 0);
				progress.update(sum('done'), sum('total'), `${label} ${targets[index]?.name ?? model.identity.name}`);
			},
		}));
		const evaluated = (): Promise<readonly EndedRun[]> => runInTurns(runs);
		const ended = await inYoungGeneration(() => (parts.code !== undefined ? whileWatched(evaluated) : evaluated()));
		progress.finish();
		await disposeAll(models);
		const finished: FinishedRun[] = [];
		for (const { folder, failure } of ended) finished.push(await conclude(request, parts, folder, failure));
		return finished;
	} finally {
		progress.finish();
		await disposeAll(models);
	}
}

async function disposeAll(models: readonly LoadedModel[]): Promise<void> {
	await Promise.all(models.map((model) => model.dispose()));
}
