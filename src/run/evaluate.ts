import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { RunRequest } from '../../cli/commands/run.ts';
import { whileWatched } from '../../cli/process/silent-thread.ts';
import { inYoungGeneration } from '../../cli/process/young-generation.ts';
import { createProgress, NO_PROGRESS, type Progress } from '../../cli/progress.ts';
import { conclude, type FinishedRun } from '../../cli/run/finished-run.ts';
import { painted } from '../../cli/terminal.ts';
import { sampleOutcome } from '../../reports/terminal/run.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { GemmarkError } from '../base/errors.ts';
import { english, englishOf } from '../base/message.ts';
import type { Config, TargetConfig } from '../config/define.ts';
import { checkContent } from '../config/issue.ts';
import { choiceFields } from '../config/schema.ts';
import { settingPath } from '../config/where-from.ts';
import type { CodeFile } from '../corpus/manifest.ts';
import { ENGINE_DIALECT, noHistory } from '../dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../eval/app.ts';
import { Turns } from '../eval/evaluate/evaluate.ts';
import { planRun } from '../eval/plan.ts';
import { declaredSuite } from '../eval/run.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { RunSettings } from '../eval/settings.ts';
import type { Suite } from '../eval/suite.ts';
import { doubtful, findingText } from '../lint/subject.ts';
import { dropEmptyFolder, LOG_NAME, markLatest, newRunFolder, resumedRunFolder } from '../log/folder.ts';
import { peekHeader, readLogFile } from '../log/read-log.ts';
import type { Log } from '../log/record.ts';
import type { LoadedModel, ProbedThreads } from '../model/runner.ts';
import { requireKnownFields } from '../summary/compare/comparability.ts';
import { requireComparable } from '../summary/compare/compare.ts';
import { codeLines, type IdentifiedRun } from '../summary/compare/identity.ts';
import { RunCapture } from './capture.ts';
import {
	type AskedChoices,
	askedChoices,
	decidePolicy,
	type RunChoices,
	refuseContradictoryChoices,
	runSettings,
	unusedSamplers,
} from './choices.ts';
import { type Composition, compose } from './compose/compose.ts';
import { loggedApp } from './compose/compose-app.ts';
import { loadModel, loadTarget, type OpenedTarget, openTarget, type TargetProgress } from './compose/load.ts';
import { type OpenedConfig, openGivenConfig } from './compose/open-config.ts';
import { surplusThreads } from './host.ts';
import { lintModel } from './lint.ts';
import { chooseTarget, type NamedTarget } from './prepare.ts';
import type { LoadedGate } from './results/judge.ts';
import { warned } from './results/read-run.ts';
import { type ModelRun, runModel, runOrigin } from './run-log.ts';

/** A run in its folder. */
export interface Run {
	/** Absolute. */
	readonly folder: string;
	readonly log: Log;
	/** What ended it early; samples before it stand. */
	readonly failure?: GemmarkError | undefined;
}

export interface EvaluateOptions extends Partial<AskedChoices>, TargetProgress {
	/** Name or place of one of the config's targets, or a target of its own (default: the first). */
	readonly target?: string | number | TargetConfig | undefined;
	/** Names of suites (default: all of the config). */
	readonly suites?: readonly string[] | undefined;
	/** Folder of the run (default: `results/<time>-<model>`). */
	readonly out?: string | undefined;
	/** Repeat at temperature 0, to check that repeats agree (default: refused). */
	readonly determinism?: boolean | undefined;
	/** Go on with the run in `out`. */
	readonly resume?: boolean | undefined;
	/** `code`: go on although the code of the config is other code now, with a warning in the log. */
	readonly allow?: readonly 'code'[] | undefined;
	readonly signal?: AbortSignal | undefined;
	/** Told of what puts the results in doubt before the first sample. */
	readonly onWarning?: ((line: string) => void) | undefined;
	readonly onProgress?: ((done: number, total: number, label: string) => void) | undefined;
	/** What paths of a config given as an object are relative to (default: the working folder). */
	readonly folder?: string | undefined;
}

/**
 * Evaluates an app: what `gemmark run` does, without printing. `config` is one made by `defineConfig`, or the path of a
 * config file. Throws ConfigError, UsageError, EnvironmentError, EngineError; an engine that fails in the middle is in
 * the run.
 */
export async function evaluate(config: Config | string, options: EvaluateOptions = {}): Promise<Run> {
	checkEvaluateOptions(options);
	const opened = await openGivenConfig(config, options.folder);
	const composition = await compose(opened);
	try {
		return await evaluateComposed(composition, opened, options);
	} finally {
		await composition.close();
	}
}

async function evaluateComposed(
	composition: Composition,
	opened: OpenedConfig,
	options: EvaluateOptions,
): Promise<Run> {
	const suites = await composition.suites(options.suites);
	for (const line of [...composition.warnings, ...composition.unheld]) options.onWarning?.(line);
	const target = await openTarget(chooseTarget(composition.targets, options.target), opened.file);
	const choices = await decidePolicy(askedChoices(opened, options), {
		config: composition,
		onDoubt: options.onWarning,
	});
	refuseContradictoryChoices(choices, options.determinism);
	const { signal = new AbortController().signal, onProgress = () => undefined, onDownload, onLoad } = options;
	const resumed = options.resume === true ? resumedRunFolder(options.out) : undefined;
	const model = await loadTarget(target, { signal, onDownload, onLoad });
	try {
		const { folder, failure } = await runLoaded({
			model,
			target: target.name,
			suites,
			app: composition.app,
			code: composition.code,
			choices,
			out: options.out ?? settingPath(opened, 'out'),
			resumed,
			allow: options.allow,
			signal,
			onProgress,
			onWarning: options.onWarning,
		});
		return { folder, log: await warned(await readLogFile(join(folder, LOG_NAME))), failure };
	} finally {
		await model.dispose();
	}
}

/** Checks what code gave, whose types nobody may have checked. Throws {@link ConfigError} naming the field. */
export function checkEvaluateOptions(options: unknown): void {
	checkContent(z.strictObject(fields), options, { file: 'evaluate' });
}

/** As `--shard` counts. */
const FROM_1 = 'must be a whole number of at least 1';

const fields = {
	...choiceFields,
	shard: z
		.strictObject({ index: z.int().min(1, FROM_1), count: z.int().min(1, FROM_1) })
		.refine(({ index, count }) => index <= count, { path: ['index'], error: 'must be at most `count`' })
		.optional(),
	target: z.union([z.string(), z.int().min(0), z.looseObject({})], 'must be a name, a number or a target').optional(),
	suites: z.array(z.string()).optional(),
	out: z.string().min(1).optional(),
	determinism: z.boolean().optional(),
	resume: z.boolean().optional(),
	allow: z.array(z.literal('code')).optional(),
	signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
	folder: z.string().min(1).optional(),
	onWarning: aFunction(),
	onProgress: aFunction(),
	onDownload: aFunction(),
	onLoad: aFunction(),
} satisfies Record<keyof EvaluateOptions, z.ZodType>;

function aFunction(): z.ZodType {
	return z.custom((value) => typeof value === 'function', 'must be a function').optional();
}

export interface LoadedRun
	extends Pick<
		ModelRun,
		'target' | 'code' | 'suites' | 'app' | 'signal' | 'onProgress' | 'onSample' | 'inTurn' | 'interleaved'
	> {
	readonly model: LoadedModel;
	readonly choices: RunChoices;
	/** Absent: `results/<time>-<model>`. */
	readonly out?: string | undefined;
	/** Folder of the run to go on with. */
	readonly resumed?: string | undefined;
	/** File that takes the app's turns. */
	readonly capture?: string | undefined;
	readonly queue?: string | undefined;
	/** Run that this one will be held against. */
	readonly baseline?: IdentifiedRun | undefined;
	/** In what the run may differ from the baseline, and from itself when it is resumed. */
	readonly allow?: readonly string[] | undefined;
	readonly onWarning?: ((line: string) => void) | undefined;
	/** The command that repeats the run, where there is one. */
	readonly command?: string | undefined;
}

export interface EndedRun {
	readonly folder: string;
	/** What ended it early. */
	readonly failure?: GemmarkError | undefined;
}

/**
 * Evaluates a loaded model into a folder. An engine or machine that fails is in the result, for what was evaluated
 * before stands; anything else is thrown, as is a failure before there is a log. Throws UsageError for a baseline that was
 * asked something else.
 */
export async function runLoaded(run: LoadedRun): Promise<EndedRun> {
	const { model, choices, resumed, capture: captured } = run;
	const settings = runSettings(choices, model, run.app.system);
	requireSameQuestion(run, settings);
	const lint = await lintModel(model, settings.dialect, run.app, choices.thinking);
	const warnings = [
		...unusedSamplers(choices, model),
		...surplusThreads(model.engine),
		...doubtful(lint).map((finding) => findingText(finding)),
		...run.suites.flatMap((suite) => suite.warnings ?? []),
	];
	for (const warning of warnings) run.onWarning?.(english(warning));
	const { miniature } = model.identity;
	const { timingsNotComparable } = model.engine;
	const capture =
		captured === undefined
			? undefined
			: new RunCapture(captured, {
					resume: resumed !== undefined,
					miniature,
					engineReads: settings.dialect === ENGINE_DIALECT,
					timingsNotComparable: englishOf(timingsNotComparable),
				});
	const wasThere = run.out !== undefined && existsSync(run.out);
	const folder = resumed ?? newRunFolder(run.out, model.identity.name, new Date(), { resumes: true });
	try {
		await runModel({
			...run,
			settings,
			lint,
			warnings,
			origin: runOrigin(run.command),
			logFile: join(folder, LOG_NAME),
			// Not at its end, which a killed run never comes to: what is gone on with is the newest.
			onBegun: () => markLatest(folder),
			resume: resumed !== undefined,
			loggerFor: capture && ((planned) => capture.loggerFor(planned)),
			onSample(result) {
				capture?.sampled(result);
				run.onSample?.(result);
			},
		});
		capture?.requireWhole();
		if (capture?.turns === 0) run.onWarning?.(`${captured}: ${NOTHING_CAPTURED}`);
		return { folder };
	} catch (error) {
		if (!(error instanceof GemmarkError) || error.exitCode !== 3) throw error;
		// Where not even a log could be begun, there is nothing to report.
		if (!existsSync(join(folder, LOG_NAME))) throw error;
		return { folder, failure: error };
	} finally {
		capture?.end();
		// A run that was refused leaves nothing, and the one before stays the latest.
		if (!wasThere && !existsSync(join(folder, LOG_NAME))) dropEmptyFolder(folder);
	}
}

const NOTHING_CAPTURED =
	'nothing was captured: only turns of the app’s loop here are, in suites of one user turn for each sample';

/** A baseline that was asked something else is told before the first sample, not behind the last. */
function requireSameQuestion(
	{ baseline, allow, model, suites, app, code, onWarning }: LoadedRun,
	settings: RunSettings,
): void {
	const asked = suites.map((suite) => declaredSuite(suite, { skipped: [], planned: 0 }));
	const { identity, engine } = model;
	const header = { model: identity, engine, settings, suites: asked, app: loggedApp(app, engine) };
	requireKnownFields(allow, baseline === undefined ? [{ header }] : [baseline, { header }]);
	if (baseline === undefined) return;
	requireComparable(baseline, { header }, { allow });
	for (const line of codeLines(baseline.header, { code })) onWarning?.(line);
}

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

/** What all targets of a run have in common. */
export interface RunParts {
	readonly suites: readonly Suite[];
	readonly app: AppUnderTest;
	/** Of the config, where it is a module: it runs during the evaluation. */
	readonly code: readonly CodeFile[] | undefined;
	readonly signal: AbortSignal;
	readonly gate: LoadedGate | undefined;
	readonly choices: RunChoices;
	/** What probes have found so far, by runner. */
	readonly probedThreads: Map<string, ProbedThreads>;
}

/** Loads one target, evaluates it into a folder of its own and reports it. */
export async function runOne(
	request: RunRequest,
	parts: RunParts,
	target: OpenedTarget,
	out: string | undefined,
): Promise<FinishedRun> {
	const resumed = request.resume ? resumedRunFolder(out) : undefined;
	if (resumed !== undefined) keepProbed(parts.probedThreads, join(resumed, LOG_NAME));
	const model = await loadModel(target, parts.signal, parts.probedThreads, request.quiet);
	const progress = runProgress(request, target.name ?? model.identity.name);
	try {
		const running = loadedRun(request, parts, model, target.name, out, progress);
		const evaluated = (): Promise<EndedRun> => runLoaded({ ...running, resumed, onProgress: progress.update });
		const { folder, failure } = await inYoungGeneration(() =>
			parts.code !== undefined ? whileWatched(evaluated) : evaluated(),
		);
		progress.finish();
		// The engine gives its memory back before the reports are rendered.
		await model.dispose();
		return await conclude(request, parts, folder, failure);
	} finally {
		progress.finish();
		await model.dispose();
	}
}

/** The run of a loaded model as it was asked for. */
export function loadedRun(
	request: RunRequest,
	{ suites, app, code, signal, choices, gate }: RunParts,
	model: LoadedModel,
	target: string | undefined,
	out: string | undefined,
	progress: Progress,
): Omit<LoadedRun, 'onProgress'> {
	const tell = (result: SampleResult): void => {
		progress.print(painted(sampleOutcome(result, suites), process.stderr));
	};
	return {
		model,
		target,
		suites,
		app,
		code,
		choices,
		out,
		capture: request.capture,
		queue: request.queue,
		baseline: gate?.baseline,
		allow: request.allow,
		signal,
		onWarning: (line) => (request.quiet ? undefined : process.stderr.write(`gemmark: ${singleLine(line)}\n`)),
		onSample: request.verbose ? tell : undefined,
	};
}

/** Progress on stderr, as far as it is wanted. */
export function runProgress({ quiet }: RunRequest, title: string): Progress {
	return quiet ? NO_PROGRESS : createProgress(process.stderr, title);
}

/** What a probe found goes on to hold on the same machine, so that the times of a run are of one thread count. */
function keepProbed(probedThreads: Map<string, ProbedThreads>, logFile: string): void {
	const { engine, host } = peekHeader(logFile) ?? {};
	if (engine?.threadsFrom === 'probe' && host?.cores === availableParallelism())
		probedThreads.set(engine.runner, engine);
}

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
