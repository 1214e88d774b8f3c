import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { ConfigError } from '../../src/base/errors.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { placeOf } from '../../src/config/issue.ts';
import { type PathSetting, settingPath } from '../../src/config/where-from.ts';
import { askedChoices } from '../../src/run/choices.ts';
import type { OpenedConfig } from '../../src/run/compose/open-config.ts';
import { DEFAULT_RUNNER } from '../../src/run/compose/runners.ts';
import type { TargetFlags } from '../../src/run/prepare.ts';
import type { RunnerFlags } from '../flags/runner-flags.ts';
import type { RunRequest } from './run-request.ts';

/** A run as flags and config ask for it together. */
export interface AskedRun {
	readonly request: RunRequest;
	/** What the flags alone say of targets. */
	readonly flags: TargetFlags;
	/** The command's own flags that were given, by option; those of the runner are in the request. */
	readonly given: Readonly<Record<string, unknown>>;
}

/** Flags over the config's settings over the defaults. Throws UsageError for what the runner does not have. */
export function askedRun(command: Command, runnerFlags: RunnerFlags, opened: OpenedConfig | undefined): AskedRun {
	const values = command.opts<RunRequest>();
	const isFlag = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
	const pathOf = (name: PathSetting): string | undefined =>
		opened === undefined || isFlag(name) ? undefined : settingPath(opened, name);
	const gate = pathOf('gate');
	const baseline = pathOf('baseline');
	requireThere(opened, 'gate', gate);
	// Without a gate nothing is compared.
	if (isFlag('gate') || gate !== undefined) requireThere(opened, 'baseline', baseline);
	const runner = isFlag('runner') ? values.runner : runnerOf(opened);
	const request = runnerFlags.request<RunRequest>(command, runner);
	const settings = {
		gate: gate && shownPath(gate),
		baseline: baseline && shownPath(baseline),
		out: pathOf('out'),
		lang: isFlag('lang') ? undefined : opened?.config.lang,
	};
	const overridden = Object.entries(settings).filter(([, value]) => value !== undefined);
	const flagged = Object.fromEntries(Object.entries(request).filter(([name]) => isFlag(name)));
	return {
		request: {
			...request,
			...Object.fromEntries(overridden),
			...askedChoices(opened, flagged),
		},
		flags: { ...request, runner: isFlag('runner') ? runner : undefined },
		given: flagged,
	};
}

/** A flag that names nothing is told as such; a config has a line. */
function requireThere(opened: OpenedConfig | undefined, name: 'gate' | 'baseline', path: string | undefined): void {
	if (opened === undefined || path === undefined || existsSync(path)) return;
	throw new ConfigError(
		`${placeOf(opened, [name])}: ${name}: there is no ${name === 'gate' ? 'file' : 'run'} ${opened.config[name]}`,
		{
			hint: `Correct it there, or name another with --${name}.`,
		},
	);
}

/** The runner that runner flags are for, where none is named: that of the config's first target. */
function runnerOf(opened: OpenedConfig | undefined): string {
	const runner = opened?.config.targets?.[0]?.runner ?? DEFAULT_RUNNER;
	return typeof runner === 'string' ? runner : DEFAULT_RUNNER;
}
