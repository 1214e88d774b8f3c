import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Config, TargetConfig } from '../src/config/define.ts';
import { settingPath } from '../src/config/where-from.ts';
import { answerCacheFile } from '../src/download/folders.ts';
import { dropEmptyFolder, LOG_NAME, newReportFolder, resumedRunFolder, slug } from '../src/log/folder.ts';
import { peekHeader } from '../src/log/read-log.ts';
import type { LoadedModel, ProbedThreads } from '../src/model/runner.ts';
import { AnswerCache, withAnswerCache } from './answer-cache.ts';
import { plannedRun } from './choices.ts';
import { load, type OpenedTarget, type ProcessChoice } from './compose/load.ts';
import { openConfig, openGivenConfig } from './compose/open-config.ts';
import { checkOptions } from './compose/options.ts';
import { runInterleaved } from './interleave.ts';
import { runLoaded } from './log/run-log.ts';
import { type Prepared, prepare, type RunRequest } from './prepare.ts';
import type { Run } from './results/read-run.ts';

interface ConfigChoice {
	/** One made by `defineConfig`, or the path of a config file (default: found upwards from here, or the habit coach). */
	readonly config?: Config | string;
	/** What paths of a config given as an object are relative to (default: the working folder). */
	readonly folder?: string;
}

export interface EvaluateOptions
	extends Omit<RunRequest, 'targets' | 'interleave' | 'margin'>,
		Pick<ConfigChoice, 'folder'> {
	/** Name or place of one of the config's targets, or a target (default: the first). */
	readonly target?: string | number | TargetConfig;
}

/**
 * Evaluates one target of a config: what `gemmark run` does, without printing. Throws ConfigError, UsageError,
 * EnvironmentError, EngineError; an engine that fails during the run is in the result.
 */
export async function evaluate(config: Config | string, options: EvaluateOptions = {}): Promise<Run> {
	checkOptions('evaluate', options);
	const { target = 0, ...request } = options;
	const [run] = await runTargets({ ...request, config, targets: [target] });
	if (run === undefined) throw new Error('one target makes one run');
	return run;
}

/** Evaluates the targets of a config, one after the other or interleaved, each into its own folder. */
export async function runTargets({ config, folder, ...request }: RunRequest & ConfigChoice): Promise<readonly Run[]> {
	const opened = await (config === undefined ? openConfig(undefined, folder) : openGivenConfig(config, folder));
	const out = request.out ?? (opened && settingPath(opened, 'out'));
	const prepared = await prepare(request, opened);
	try {
		return await runPrepared(prepared, { ...request, out });
	} finally {
		await prepared.close();
	}
}

/**
 * Evaluates what was prepared. An engine that fails is in its run, whose earlier samples stand. After an abort no further
 * target begins. Throws what a load throws, and UsageError for a baseline that was asked something else.
 */
export async function runPrepared(prepared: Prepared, request: RunRequest): Promise<readonly Run[]> {
	if (request.queue !== undefined) await (await import('../src/queue/connection.ts')).requireRedis(request.queue);
	for (const warning of prepared.composition.warnings) request.listen?.warning?.(warning);
	/** Thread counts that probes found, by runner: one probe holds for all targets of a comparison. */
	const probed = new Map<string, ProbedThreads>();
	const { targets } = prepared;
	const [only, ...others] = targets;
	if (only !== undefined && others.length === 0) return [await runTarget(prepared, request, probed, only, request.out)];
	// A comparison of which no run was begun leaves no new folder.
	const wasThere = request.out !== undefined && existsSync(request.out);
	const folder = newReportFolder(request.out, 'comparison', new Date());
	const outs = targets.map(({ title }, index) => join(folder, `${index + 1}-${slug(title)}`));
	try {
		if (request.interleave === true) return await runInterleaved(prepared, request, outs);
		const runs: Run[] = [];
		for (const [index, target] of targets.entries()) {
			if (request.signal?.aborted) break;
			runs.push(await runTarget(prepared, request, probed, target, outs[index]));
		}
		return runs;
	} finally {
		if (!wasThere) dropEmptyFolder(folder);
	}
}

async function runTarget(
	prepared: Prepared,
	request: RunRequest,
	probed: Map<string, ProbedThreads>,
	target: OpenedTarget,
	out: string | undefined,
): Promise<Run> {
	const resumed = request.resume === true ? resumedRunFolder(out) : undefined;
	if (resumed !== undefined) keepProbed(probed, join(resumed, LOG_NAME));
	const { signal, listen } = request;
	const processes = processChoice(prepared, request, resumed);
	const { timesMatter } = prepared;
	const asked = { signal, listen, processes, run: plannedRun(prepared.suites, prepared.choices) };
	const mayUseCache = request.cache === true && request.determinism !== true && !timesMatter;
	const answers = mayUseCache ? new AnswerCache(answerCacheFile(), (said) => listen?.warning?.(said)) : undefined;
	let model: LoadedModel | undefined;
	let run: Run;
	try {
		const how = { ...asked, kept: answers?.loads, ...(timesMatter && { repeats: 'evaluate' as const }) };
		const loaded = await load(target, how, probed);
		model = answers === undefined ? loaded : withAnswerCache(loaded, answers);
		const title = target.name ?? model.identity.name;
		run = await runLoaded({
			prepared,
			request,
			suites: prepared.suites,
			target,
			model,
			out,
			resumed,
			onProgress: (progress) => request.listen?.progress?.({ title, ...progress }),
		});
	} finally {
		// The engine gives its memory back before reports are rendered.
		await model?.dispose();
		answers?.close();
	}
	await request.listen?.ended?.(run);
	return run;
}

/** Times are only taken of a process that has the machine to itself. A run goes on as it began. */
function processChoice(prepared: Prepared, request: RunRequest, resumed: string | undefined): ProcessChoice {
	if (request.processes !== undefined) return { asked: request.processes };
	if (resumed !== undefined) {
		const { processes = 1, sequences = 1 } = peekHeader(join(resumed, LOG_NAME))?.engine ?? {};
		return sequences > 1 ? { asked: 1 } : { most: processes };
	}
	const prompts = prepared.fullPlans.reduce((sum, { plan }) => sum + plan.ids.length, 0);
	return { most: prepared.timesMatter ? 1 : Math.floor(prompts / PROMPTS_OF_A_PROCESS) };
}

/** Fewer do not make up for loading the model once more. */
const PROMPTS_OF_A_PROCESS = 4;

/** The thread count of a resumed run's probe is kept on the same machine, so that its times are of one count. */
function keepProbed(probed: Map<string, ProbedThreads>, logFile: string): void {
	const { engine, host } = peekHeader(logFile) ?? {};
	if (engine?.threadsFrom === 'probe' && host?.cores === availableParallelism()) probed.set(engine.runner, engine);
}
