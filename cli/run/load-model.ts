import type { LoadedModel, Runner } from '../../src/model/runner.ts';
import { parseRunnerOptions } from '../../src/model/runner-options.ts';
import { bundledModel } from '../../src/run/bundled-model.ts';
import { createProgress } from '../progress.ts';
import type { RunnerChoice } from '../runner-flags.ts';

/** Finds the model that `reference` names (downloading it where it is not here yet) and loads it into the runner. */
export async function loadModel(
	runner: Runner,
	{ runnerOptions }: RunnerChoice,
	reference: string | undefined,
	signal: AbortSignal,
): Promise<LoadedModel> {
	const options = parseRunnerOptions(runner, runnerOptions, `--runner ${runner.name}`);
	const model = runner.modelSource === 'gguf-file' ? await findModelFile(reference, signal) : (reference ?? '');
	const progress = createProgress(process.stderr, 'loading');
	try {
		return await runner.load({
			...options,
			model,
			signal,
			onProgress: ({ done, total, stage }) => {
				if (process.stderr.isTTY) progress.update(done, total, stage);
			},
		});
	} finally {
		progress.finish();
	}
}

/** Path of the file that `reference` names; the bundled miniature without one. */
export async function findModelFile(reference: string | undefined, signal: AbortSignal): Promise<string> {
	if (reference === undefined) return bundledModel();
	const { resolveModel } = await import('../../src/download/resolve-model.ts');
	const progress = createProgress(process.stderr, 'downloading');
	try {
		return await resolveModel(reference, {
			signal,
			onProgress: ({ done, total }) => progress.update(megabytes(done), total && megabytes(total), 'MB'),
		});
	} finally {
		progress.finish();
	}
}

function megabytes(bytes: number): number {
	return Math.round(bytes / 1e6);
}
