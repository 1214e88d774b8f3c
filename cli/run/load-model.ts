import { loadTarget, modelFile, type OpenedTarget } from '../../api/run/load-target.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import type { LoadedModel, ProbedThreads } from '../../src/model/runner.ts';
import { createProgress, NO_PROGRESS } from '../terminal/progress.ts';

/**
 * Finds the target's model (downloading it where it is not here yet) and loads it, with progress on stderr. `probedThreads`
 * has what probes of earlier targets found, by runner: one probe holds for all targets of a comparison.
 */
export async function loadModel(
	target: OpenedTarget,
	signal: AbortSignal,
	probedThreads: Map<string, ProbedThreads> = new Map(),
	quiet = false,
): Promise<LoadedModel> {
	const downloading = quiet ? NO_PROGRESS : createProgress(process.stderr, 'downloading');
	const loading = quiet ? NO_PROGRESS : createProgress(process.stderr, 'loading');
	let waiting: NodeJS.Timeout | undefined;
	try {
		const model = await loadTarget(target, {
			signal,
			probedThreads: probedThreads.get(target.runner.name),
			onDownload: (done, total) => downloading.update(megabytes(done), total && megabytes(total), 'MB'),
			onLoad: ({ done, total, stage, waitsFor }) => {
				downloading.finish();
				clearTimeout(waiting);
				if (waitsFor !== undefined) {
					waiting = setTimeout(() => loading.print(singleLine(`waiting for ${waitsFor}`)), SHORT_WAIT_MS);
				} else if (process.stderr.isTTY) loading.update(done, total, stage);
			},
		});
		if (model.engine.threadsFrom === 'probe') probedThreads.set(target.runner.name, model.engine);
		return model;
	} finally {
		clearTimeout(waiting);
		downloading.finish();
		loading.finish();
	}
}

/** A server that has its model loaded answers sooner: nobody has to be told. */
export const SHORT_WAIT_MS = 1000;

/** Path of the file that `reference` names, downloaded with progress on stderr; the bundled miniature without one. */
export async function findModelFile(reference: string | undefined, signal: AbortSignal): Promise<string> {
	const progress = createProgress(process.stderr, 'downloading');
	try {
		return await modelFile(reference, signal, (done, total) =>
			progress.update(megabytes(done), total && megabytes(total), 'MB'),
		);
	} finally {
		progress.finish();
	}
}

function megabytes(bytes: number): number {
	return Math.round(bytes / 1e6);
}
