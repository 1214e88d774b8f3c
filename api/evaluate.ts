import { join } from 'node:path';
import type { GemmarkError } from '../src/base/errors.ts';
import type { Config, TargetConfig } from '../src/config/define.ts';
import { settingPath } from '../src/config/where-from.ts';
import { LOG_NAME, resumedRunFolder } from '../src/log/folder.ts';
import { readLogFile } from '../src/log/read-log.ts';
import type { Log } from '../src/log/record.ts';
import { type AskedChoices, refuseContradictoryChoices } from '../src/run/run-choices.ts';
import { type Composition, compose } from './compose.ts';
import { checkEvaluateOptions } from './evaluate-options.ts';
import { warned } from './log/read-run.ts';
import { type OpenedConfig, openGivenConfig } from './open-config.ts';
import { askedChoices } from './run/asked-choices.ts';
import { chooseTarget } from './run/choose-target.ts';
import { decidePolicy } from './run/decided-policy.ts';
import { loadTarget, openTarget, type TargetProgress } from './run/load-target.ts';
import { runLoaded } from './run/run-loaded.ts';

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
