import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError, GemmarkError, UsageError } from '../../src/base/errors.ts';
import { type Message, message } from '../../src/base/message.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import type { TargetConfig } from '../../src/config/define.ts';
import { checkContent } from '../../src/config/issue.ts';
import { warmTemplates } from '../../src/dialects/prompt/foreign-template.ts';
import {
	type LoadedModel,
	type LoadOptions,
	type LoadProgress,
	type ProbedThreads,
	parseRunnerOptions,
	type Runner,
} from '../../src/model/runner.ts';
import { loadUserRunner } from '../../src/model/user-runner.ts';
import { keepAddressSecrets } from '../../src/text/secrets.ts';
import type { OpenedConfig } from './open-config.ts';
import { DEFAULT_RUNNER, loadRunner, RUNNER_NAMES, requireOwnName } from './runners.ts';

/** The runner of a target, with its options checked. */
export interface OpenedTarget {
	/** As the config names it. */
	readonly name?: string;
	readonly step?: number;
	/** Names its folder beside others. */
	readonly title: string;
	readonly runner: Runner;
	readonly model?: string;
	readonly options: object;
	/** As config and flags have it together. */
	readonly asked: TargetConfig;
}

/**
 * Throws UsageError for an unknown runner, ConfigError for options that it does not have and for a user's runner with the
 * name of a built-in one. `index` is the target's place in the config, or -1.
 */
export async function openTarget(target: TargetConfig, opened?: OpenedConfig, index = -1): Promise<OpenedTarget> {
	const { runner: named = DEFAULT_RUNNER, model, name, step, ...options } = target;
	// Errors and the log show it, whatever the runner takes it for.
	if (model !== undefined) keepAddressSecrets(model);
	const ofConfig = opened?.config.targets !== undefined;
	const runner = typeof named === 'string' ? await loadRunner(named) : named;
	const source = ofConfig ? opened.file : `--runner ${runner.name}`;
	if (typeof named !== 'string') await requireOwnName(named, source);
	if (ofConfig && index !== -1) checkContent(runner.options, options, opened, ['targets', index], OWN_FIELDS);
	const engine = runner.name === DEFAULT_RUNNER ? BUNDLED_MODEL_NAME : runner.name;
	const checked = parseRunnerOptions(runner, options, source, OWN_FIELDS);
	return { name, step, title: name ?? model ?? engine, runner, model, options: checked, asked: target };
}

/** What every target has, whatever its runner. */
const OWN_FIELDS = ['runner', 'model', 'name', 'step'];

/**
 * Throws what loading the target would, as far as files on this machine show it; a model that is not downloaded yet is
 * checked by its load.
 */
export async function checkTarget(
	{ runner, model: reference, options }: OpenedTarget,
	processes = 1,
	topK = 0,
): Promise<void> {
	const { name, maxTopK = Number.POSITIVE_INFINITY } = runner;
	if (topK > maxTopK) throw new UsageError(message('usage.top-k', { topK, runner: name, most: maxTopK }));
	const model = runner.modelSource === 'gguf-file' ? await modelHere(reference) : (reference ?? '');
	if (model === undefined) return;
	runner.check?.({ ...options, model });
	processesFor(runner, { ...options, model }, { asked: processes });
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

/** What a load reports. */
export interface LoadListener {
	/** Bytes of a model that is downloaded. */
	download?(done: number, total: number | undefined): void;
	load?(progress: LoadProgress): void;
	loaded?(model: LoadedModel): void;
	warning?(said: Message): void;
}

/**
 * Finds a target's model (downloads it where it is missing; the bundled miniature where none is named) and loads it.
 * `probed` has the thread counts that probes of earlier targets found, by runner. Throws the runner's {@link GemmarkError},
 * and EngineError `unavailable` where the load was interrupted.
 */
export async function load(
	{ runner, model: reference, options }: OpenedTarget,
	{ signal, listen, repeats, run, kept, processes = { asked: 1 } }: LoadRequest = {},
	probed: Map<string, ProbedThreads> = new Map(),
): Promise<LoadedModel> {
	const path = runner.modelSource === 'gguf-file' ? await modelFile(reference, signal, listen) : (reference ?? '');
	const onProgress = (progress: LoadProgress): void => listen?.load?.(progress);
	const probedThreads = probed.get(runner.name);
	const asked: AskedLoad = { ...options, model: path, signal, repeats, run, kept, probedThreads, onProgress };
	const alone: AskedLoad = { ...asked, sequences: 1 };
	const isBetterAlone = 'most' in processes && (asked.sequences ?? 1) > 1 && (runner.room?.(alone).usual ?? 1) > 1;
	// On a CPU a process per core is faster than several samples at once.
	const loading = isBetterAlone ? alone : asked;
	if (isBetterAlone) listen?.warning?.(message('run.parallel-cpu'));
	const processCount = processesFor(runner, loading, processes);
	if (runner.modelSource === 'gguf-file') warmTemplates();
	try {
		const model = await (processCount > 1
			? loadSeveral(runner, loading, processCount)
			: RUNNER_NAMES.includes(runner.name)
				? runner.load(loading)
				: loadUserRunner(runner, loading));
		if (model.engine.threadsFrom === 'probe') probed.set(runner.name, model.engine);
		listen?.loaded?.(model);
		return model;
	} catch (cause) {
		// Runners reject with the signal's own reason, as fetch does.
		if (signal?.aborted !== true || cause instanceof GemmarkError) throw cause;
		throw new EngineError('unavailable', message('engine.load-interrupted', { model: runner.name }), { cause });
	}
}

type AskedLoad = LoadOptions & { readonly sequences?: number };

/** How a target is loaded. */
interface LoadRequest extends Pick<LoadOptions, 'repeats' | 'run' | 'kept' | 'signal'> {
	readonly listen?: LoadListener;
	/** Default: one process. */
	readonly processes?: ProcessChoice;
}

/** Processes with one model: a number that was asked for, or at most so many that the machine has room for. */
export type ProcessChoice = { readonly asked: number } | { readonly most: number };

/** Throws {@link UsageError} for more than the machine has room for, or for a runner without processes. */
function processesFor(runner: Runner, options: LoadOptions, choice: ProcessChoice): number {
	if ('most' in choice) return choice.most <= 1 ? 1 : Math.min(choice.most, runner.room?.(options).usual ?? 1);
	const { asked: n } = choice;
	if (n === 1) return 1;
	const room = runner.room?.(options);
	if (room === undefined) {
		const why = 'its engine is not a process of this machine';
		throw new UsageError(message('usage.conflict', { flag: '--processes', other: `--runner ${runner.name}`, why }));
	}
	const limit = (['cores', 'memory'] as const).find((one) => n > room[one]);
	if (limit === undefined) return n;
	throw new UsageError(message('usage.processes', { n, limit, most: room[limit] }));
}

/** Loads a model so many times; the first stands for all. */
async function loadSeveral(runner: Runner, options: LoadOptions, processes: number): Promise<LoadedModel> {
	const loads = Array.from({ length: processes }, (_, index) =>
		runner.load({ ...options, processes, ...(index > 0 && { onProgress: undefined }) }),
	);
	const settled = await Promise.allSettled(loads);
	const models = settled.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : []));
	const disposeAll = async (): Promise<void> => void (await Promise.all(models.map((model) => model.dispose())));
	const failed = settled.find((load) => load.status === 'rejected');
	const [first, ...others] = models;
	if (failed !== undefined || first === undefined) {
		await disposeAll();
		throw failed?.reason;
	}
	return {
		...first,
		others,
		async peakRssBytes() {
			const peaks = await Promise.all(models.map((model) => model.peakRssBytes()));
			const known = peaks.filter((bytes) => bytes !== undefined);
			return known.length === 0 ? undefined : Math.max(...known);
		},
		async confirm(after) {
			const settled = await Promise.allSettled(models.map((model) => model.confirm?.(after)));
			const doubt = settled.find((one) => one.status === 'rejected');
			if (doubt !== undefined) throw doubt.reason;
			return settled.every((one) => one.status === 'fulfilled' && one.value === true);
		},
		dispose: disposeAll,
	};
}

/** Path of the file that `reference` names; the bundled miniature without one. */
export async function modelFile(
	reference: string | undefined,
	signal?: AbortSignal,
	listen?: LoadListener,
): Promise<string> {
	if (reference === undefined) return bundledModel();
	const bundled = bundledModelNamed(reference);
	if (bundled !== undefined) return bundled;
	const { resolveModel } = await import('../../src/download/resolve-model.ts');
	return resolveModel(reference, { signal, onProgress: ({ done, total }) => listen?.download?.(done, total) });
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
