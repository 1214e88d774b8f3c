import { ConfigError } from '../src/base/errors.ts';
import { message } from '../src/base/message.ts';
import type { Config } from '../src/config/define.ts';
<<<<<<< HEAD
import type { AskedChoices } from '../src/run/choices.ts';
=======
import { doubtful, findingMessage } from '../src/lint/subject.ts';
import { LOG_VERSION } from '../src/log/record.ts';
import { type AskedChoices, askedChoices, decidePolicy, runSettings } from '../src/run/choices.ts';
import { type Composition, compose } from '../src/run/compose/compose.ts';
import { loggedApp } from '../src/run/compose/compose-app.ts';
import { loadTarget, openTarget } from '../src/run/compose/load.ts';
>>>>>>> 7997c5c5 (lint: findings are messages by code, with their remedies in the catalogue)
import { type OpenedConfig, openConfig, openGivenConfig } from '../src/run/compose/open-config.ts';
import { checkOptions } from '../src/run/compose/options.ts';
import type { EvaluateOptions } from '../src/run/evaluate.ts';
import { prepare } from '../src/run/prepare.ts';
import { openSession, type Session } from '../src/run/session.ts';

/** What is tested, and how it is asked: as `evaluate` of `gemmark/node` takes it. */
export interface GemmarkTestOptions extends Partial<AskedChoices>, Pick<EvaluateOptions, 'target' | 'folder'> {
	/** One made by `defineConfig`, or the path of a config file (default: found upwards from the working folder). */
	readonly config?: Config | string | undefined;
}

/** Loads a target of a config. Throws ConfigError, UsageError, EnvironmentError, EngineError. */
export async function openApp({ config, target = 0, folder, ...asked }: GemmarkTestOptions): Promise<Session> {
	checkOptions('evaluate', { target, folder, ...asked });
	const opened = await openedConfig(config, folder);
	// Tests ask by themselves: no suite is built before one is evaluated.
	return openSession(await prepare({ ...asked, suites: [], targets: [target] }, opened));
}

<<<<<<< HEAD
/** The habit coach is not the user's app: what is tested must be named. Suites may be absent. */
=======
async function loadedApp(
	composition: Composition,
	opened: OpenedConfig,
	wanted: GemmarkTestOptions['target'],
	asked: Omit<GemmarkTestOptions, 'config' | 'target' | 'folder'>,
): Promise<LoadedApp> {
	const { app, warnings, targets, suites, close } = composition;
	const target = await openTarget(chooseTarget(targets, wanted), opened.file);
	const doubts: string[] = [];
	const choices = await decidePolicy(askedChoices(opened, asked), {
		config: composition,
		onDoubt: (line) => doubts.push(line),
	});
	const model = await loadTarget(target, {});
	try {
		const settings = runSettings(choices, model, app.system);
		const lint = await lintModel(model, settings.dialect, app, choices.thinking);
		const header = {
			version: LOG_VERSION,
			target: target.name,
			model: model.identity,
			engine: model.engine,
			...(model.kind === 'raw' && {
				template: { source: model.chatTemplate, bosToken: model.bosToken, eosToken: model.eosToken },
			}),
			loadMs: model.loadMs,
			settings,
			warnings: [...warnings, ...doubts, ...doubtful(lint).map(findingMessage)],
			lint,
			app: loggedApp(app, model.engine),
		};
		return new LoadedApp({ app, model, choices, settings, suites, header, closeApp: close });
	} catch (error) {
		await model.dispose();
		throw error;
	}
}

/** The habit coach is nobody's app: what is tested must be named. Tests ask by themselves, so that suites may be absent. */
>>>>>>> 7997c5c5 (lint: findings are messages by code, with their remedies in the catalogue)
async function openedConfig(config: GemmarkTestOptions['config'], folder: string | undefined): Promise<OpenedConfig> {
	const opened = await (typeof config === 'object' ? openGivenConfig(config, folder) : openConfig(config, folder));
	if (opened === undefined) throw new ConfigError(message('config.none-for-tests'));
	const { app, suites } = opened.config;
	return app === undefined || suites !== undefined ? opened : { ...opened, config: { ...opened.config, suites: [] } };
}
