import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgress, NO_PROGRESS } from '../../../cli/progress.ts';
import { singleLine } from '../../../reports/terminal/text.ts';
import { EngineError, GemmarkError } from '../../base/errors.ts';
import { packageRoot } from '../../base/read-file.ts';
import type { TargetConfig } from '../../config/define.ts';
import { type ContentPlace, checkContent } from '../../config/issue.ts';
import {
	type LoadedModel,
	type LoadOptions,
	type LoadProgress,
	type ProbedThreads,
	parseRunnerOptions,
	type Runner,
} from '../../model/runner.ts';
import { loadUserRunner } from '../../model/user-runner.ts';
import { keepAddressSecrets } from '../../text/secrets.ts';
import { DEFAULT_RUNNER, loadRunner, RUNNER_NAMES, requireOwnName } from './runners.ts';

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
	const { resolveModel } = await import('../../download/resolve-model.ts');
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
		return await (RUNNER_NAMES.includes(runner.name) ? runner.load(loading) : loadUserRunner(runner, loading));
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
	const { resolveModel } = await import('../../download/resolve-model.ts');
	return resolveModel(reference, { signal, onProgress: ({ done, total }) => onDownload?.(done, total) });
}

/** The bundled miniature that runs when no `--model` is named. Its verdicts are about itself, not about Gemma. */
export const BUNDLED_MODEL_NAME = 'mini-q8_0.gguf';

/** Folder of the bundled miniature's files. */
export function bundledModelFolder(): string {
	return join(packageRoot(), 'models', 'mini');
}

/** Path of the bundled miniature. */
export function bundledModel(): string {
	return join(bundledModelFolder(), BUNDLED_MODEL_NAME);
}

/** Path of the bundled file of that name; absent where there is none, or a file here is called so. */
export function bundledModelNamed(name: string): string | undefined {
	const path = join(bundledModelFolder(), name);
	return /^mini-\w+\.gguf$/u.test(name) && !existsSync(name) && existsSync(path) ? path : undefined;
}

/** Whether these are the bytes of a bundled file, whatever it is called. */
export function isBundledModel(sha256: string | undefined): boolean {
	if (sha256 === undefined) return false;
	const manifest = JSON.parse(readFileSync(join(bundledModelFolder(), 'manifest.json'), 'utf8')) as Manifest;
	return manifest.files.some((file) => file.sha256 === sha256.toLowerCase());
}

interface Manifest {
	readonly files: readonly { readonly sha256: string }[];
}

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
