import { loadTarget, modelFile, type OpenedTarget } from '../../api/load-target.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import { createProgress } from '../progress.ts';

/** Finds the target's model (downloading it where it is not here yet) and loads it, with progress on stderr. */
export async function loadModel(target: OpenedTarget, signal: AbortSignal): Promise<LoadedModel> {
	const downloading = createProgress(process.stderr, 'downloading');
	const loading = createProgress(process.stderr, 'loading');
	try {
		return await loadTarget(target, {
			signal,
			onDownload: (done, total) => downloading.update(megabytes(done), total && megabytes(total), 'MB'),
			onLoad: ({ done, total, stage }) => {
				downloading.finish();
				if (process.stderr.isTTY) loading.update(done, total, stage);
			},
		});
	} finally {
		downloading.finish();
		loading.finish();
	}
}

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
