import { EngineError, GemmarkError } from '../../src/base/errors.ts';
import type { TargetConfig } from '../../src/config/define.ts';
import { type ContentPlace, checkContent } from '../../src/config/issue.ts';
import {
	type LoadedModel,
	type LoadOptions,
	type LoadProgress,
	parseRunnerOptions,
	type Runner,
} from '../../src/model/runner.ts';
import { bundledModel, bundledModelNamed } from '../../src/run/bundled-model.ts';
import { keepAddressSecrets } from '../../src/text/secrets.ts';
import { DEFAULT_RUNNER, loadRunner, RUNNER_NAMES, requireOwnName } from '../runners.ts';
import { loadOwnRunner } from './own-runner.ts';

/** Told while a target is made ready; bytes while its model is downloaded. */
export interface TargetProgress {
	readonly onDownload?: ((doneBytes: number, totalBytes: number | undefined) => void) | undefined;
	readonly onLoad?: ((progress: LoadProgress) => void) | undefined;
}

/** A target's place in its config. */
export interface WrittenTarget {
	readonly place: ContentPlace;
	readonly index: number;
}

/** The runner of a target, with its options checked. `source` is where they stand. */
export interface OpenedTarget {
	/** As the config names it. */
	readonly name: string | undefined;
	readonly runner: Runner;
	readonly model: string | undefined;
	readonly options: object;
}

/**
 * Throws UsageError for a runner that is not there, ConfigError for options that it does not have and for an own
 * runner that takes the name of one of gemmark's; `written` tells where
 * in a config they stand.
 */
export async function openTarget(target: TargetConfig, source: string, written?: WrittenTarget): Promise<OpenedTarget> {
	const { runner: named = DEFAULT_RUNNER, model, name, ...options } = target;
	// Whatever the runner takes it for: it stands in its errors, and in the log.
	if (model !== undefined) keepAddressSecrets(model);
	const runner = typeof named === 'string' ? await loadRunner(named) : named;
	if (typeof named !== 'string') await requireOwnName(named, source);
	if (written !== undefined) {
		checkContent(runner.options, options, written.place, ['targets', written.index], OWN_FIELDS);
	}
	return { name, runner, model, options: parseRunnerOptions(runner, options, source, OWN_FIELDS) };
}

/** What every target has, whatever its runner. */
const OWN_FIELDS = ['runner', 'model', 'name'];

/**
 * Throws what loading the target would, as far as that can be told from what is on this machine; a model that is still to
 * be downloaded is left to its load.
 */
export async function checkTarget({ runner, model: reference, options }: OpenedTarget): Promise<void> {
	const model = runner.modelSource === 'gguf-file' ? await modelHere(reference) : (reference ?? '');
	if (model !== undefined) runner.check?.({ ...options, model });
}

async function modelHere(reference: string | undefined): Promise<string | undefined> {
	if (reference === undefined) return bundledModel();
	const bundled = bundledModelNamed(reference);
	if (bundled !== undefined) return bundled;
	const { resolveModel } = await import('../../src/download/resolve-model.ts');
	try {
		return await resolveModel(reference, { download: false });
	} catch (error) {
		if (error instanceof EngineError && error.failure === 'model-missing') return undefined;
		throw error;
	}
}

/**
 * Finds the target's model (downloading it where it is not here yet; the bundled miniature where none is named) and loads it.
 * Throws the runner's {@link GemmarkError}, and EngineError `unavailable` where the load was interrupted.
 */
export async function loadTarget(
	{ runner, model: reference, options }: OpenedTarget,
	{ signal, probedThreads, onDownload, onLoad }: TargetProgress & Pick<LoadOptions, 'signal' | 'probedThreads'>,
): Promise<LoadedModel> {
	const model = runner.modelSource === 'gguf-file' ? await modelFile(reference, signal, onDownload) : (reference ?? '');
	const loading = { ...options, model, signal, probedThreads, onProgress: onLoad };
	try {
		return await (RUNNER_NAMES.includes(runner.name) ? runner.load(loading) : loadOwnRunner(runner, loading));
	} catch (cause) {
		// Runners reject with the signal's own reason, as fetch does.
		if (signal?.aborted !== true || cause instanceof GemmarkError) throw cause;
		throw new EngineError('unavailable', `the load of ${runner.name} was interrupted`, { cause });
	}
}

/** Path of the file that `reference` names; the bundled miniature without one. */
export async function modelFile(
	reference: string | undefined,
	signal?: AbortSignal | undefined,
	onDownload?: TargetProgress['onDownload'],
): Promise<string> {
	if (reference === undefined) return bundledModel();
	const bundled = bundledModelNamed(reference);
	if (bundled !== undefined) return bundled;
	const { resolveModel } = await import('../../src/download/resolve-model.ts');
	return resolveModel(reference, { signal, onProgress: ({ done, total }) => onDownload?.(done, total) });
}
