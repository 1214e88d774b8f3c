import { type OpenedConfig, openConfig, openGivenConfig } from '../run/compose/open-config.ts';
import { checkOptions } from '../run/compose/options.ts';
import type { EvaluateOptions } from '../run/evaluate.ts';
import { prepare } from '../run/prepare.ts';
import { openSession, type Session } from '../run/session.ts';
import { ConfigError } from '../src/base/errors.ts';
import { message } from '../src/base/message.ts';
import type { Config } from '../src/config/define.ts';
import type { AskedChoices } from '../src/eval/settings.ts';

/** What is tested, and how it is asked: as `evaluate` of `gemmark/node` takes it. */
export interface GemmarkTestOptions extends Partial<AskedChoices>, Pick<EvaluateOptions, 'target' | 'folder'> {
	/** One made by `defineConfig`, or the path of a config file (default: found upwards from the working folder). */
	readonly config?: Config | string;
}

/** Loads a target of a config. Throws ConfigError, UsageError, EnvironmentError, EngineError. */
export async function openApp({ config, target = 0, folder, ...asked }: GemmarkTestOptions): Promise<Session> {
	checkOptions('evaluate', { target, folder, ...asked });
	const opened = await openedConfig(config, folder);
	// Tests ask by themselves: no suite is built before one is evaluated.
	return openSession(await prepare({ ...asked, suites: [], targets: [target] }, opened));
}

/** The habit coach is not the user's app: what is tested must be named. Suites may be absent. */
async function openedConfig(config: GemmarkTestOptions['config'], folder: string | undefined): Promise<OpenedConfig> {
	const opened = await (typeof config === 'object' ? openGivenConfig(config, folder) : openConfig(config, folder));
	if (opened === undefined) throw new ConfigError(message('config.none-for-tests'));
	const { app, suites } = opened.config;
	return app === undefined || suites !== undefined ? opened : { ...opened, config: { ...opened.config, suites: [] } };
}
