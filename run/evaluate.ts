import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Config, TargetConfig } from '../src/config/define.ts';
import { settingPath } from '../src/config/where-from.ts';
import { noHistory } from '../src/dialects/conversation/open-conversation.ts';
import { answerCacheFile } from '../src/download/folders.ts';
import { Turns } from '../src/eval/evaluate/evaluate.ts';
import { planRun } from '../src/eval/plan.ts';
import { dropEmptyFolder, LOG_NAME, newReportFolder, resumedRunFolder, slug } from '../src/log/folder.ts';
import { peekHeader } from '../src/log/read-log.ts';
import type { LoadedModel, ProbedThreads } from '../src/model/runner.ts';
import { AnswerCache, withAnswerCache } from './answer-cache.ts';
import { plannedRun, runSettings } from './choices.ts';
import { load, type OpenedTarget, type ProcessChoice } from './compose/load.ts';
import { openConfig, openGivenConfig } from './compose/open-config.ts';
import { checkOptions } from './compose/options.ts';
import { type Prepared, prepare, type RunRequest } from './prepare.ts';
import type { Run } from './results/read-run.ts';
import { runLoaded } from './run-log.ts';

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
	const started = { prepared, request, probed: new Map<string, ProbedThreads>() };
	const [only, ...others] = prepared.targets;
	if (only !== undefined && others.length === 0) return [await runTarget(started, { target: only, out: request.out })];
	// A comparison of which no run was begun leaves no new folder.
	const wasThere = request.out !== undefined && existsSync(request.out);
	const folder = newReportFolder(request.out, 'comparison', new Date());
	const placed = prepared.targets.map((target, index) => ({
		target,
		out: join(folder, `${index + 1}-${slug(target.title)}`),
	}));
	try {
		return await (request.interleave === true ? runInterleaved : runEach)(started, placed);
	} finally {
		if (!wasThere) dropEmptyFolder(folder);
	}
}

interface Started {
	readonly prepared: Prepared;
	readonly request: RunRequest;
	/** Thread counts that probes found, by runner: one probe holds for all targets of a comparison. */
	readonly probed: Map<string, ProbedThreads>;
}

interface PlacedTarget {
	readonly target: OpenedTarget;
	readonly out: string | undefined;
}

async function runEach(started: Started, placed: readonly PlacedTarget[]): Promise<readonly Run[]> {
	const runs: Run[] = [];
	for (const one of placed) {
		if (started.request.signal?.aborted) break;
		runs.push(await runTarget(started, one));
	}
	return runs;
}

async function runTarget({ prepared, request, probed }: Started, { target, out }: PlacedTarget): Promise<Run> {
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
	if (resumed !== undefined) return { most: peekHeader(join(resumed, LOG_NAME))?.engine.processes ?? 1 };
	const prompts = prepared.plans.reduce((sum, { plan }) => sum + plan.ids.length, 0);
	return { most: prepared.timesMatter ? 1 : Math.floor(prompts / PROMPTS_OF_A_PROCESS) };
}

/** Fewer do not make up for loading the model once more. */
const PROMPTS_OF_A_PROCESS = 4;

/** The thread count of a resumed run's probe is kept on the same machine, so that its times are of one count. */
function keepProbed(probed: Map<string, ProbedThreads>, logFile: string): void {
	const { engine, host } = peekHeader(logFile) ?? {};
	if (engine?.threadsFrom === 'probe' && host?.cores === availableParallelism()) probed.set(engine.runner, engine);
}

/** Loads all targets and has them alternate per sample. */
async function runInterleaved(started: Started, placed: readonly PlacedTarget[]): Promise<readonly Run[]> {
	const { probed, request } = started;
	const { signal, listen } = request;
	const models: LoadedModel[] = [];
	let runs: readonly Run[];
	try {
		for (const { target } of placed) models.push(await load(target, { signal, listen, repeats: 'evaluate' }, probed));
		runs = await alternate(started, placed, models);
	} finally {
		await Promise.all(models.map((model) => model.dispose()));
	}
	for (const run of runs) await request.listen?.ended?.(run);
	return runs;
}

/** The logs name their group, so that a comparison knows it. What one of the runs throws ends the others, and is thrown. */
async function alternate(
	{ prepared, request }: Started,
	placed: readonly PlacedTarget[],
	models: readonly LoadedModel[],
): Promise<readonly Run[]> {
	const { suites, composition } = prepared;
	const { shard: _, ...choices } = prepared.choices;
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
		placed.map(async ({ target, out }, place) => {
			const model = models[place] as LoadedModel;
			const named = target.name ?? model.identity.name;
			try {
				return await runLoaded({
					prepared,
					request: { ...request, signal },
					suites,
					target,
					model,
					out,
					interleaved,
					inTurn: turns.of(place),
					onProgress({ done, total, label }) {
						counts[place] = { done, total };
						const all = { done: sum('done'), total: sum('total'), label: `${label} ${named}` };
						request.listen?.progress?.({ title: 'interleaved', ...all });
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
	return ended.map((result) => {
		if (result.status === 'rejected') throw result.reason;
		return result.value;
	});
}
