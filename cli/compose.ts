import { UsageError } from '../src/base/errors.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import type { Suite } from '../src/eval/suite.ts';
import { type ComposeOptions, type Composition, compose } from '../src/run/compose/compose.ts';
import { openConfig } from '../src/run/compose/open-config.ts';
import { closeAtEnd } from './process/command-end.ts';

/**
 * What the command line evaluates: the config that is named, or found upwards from here, or gemmark's own, until the
 * command is done. MCP servers are started for what asks a model alone.
 */
export async function composeHere(config: string | undefined, options: ComposeOptions = {}): Promise<Composition> {
	const composition = await compose(await openConfig(config), { servers: false, ...options });
	closeAtEnd(composition.close);
	return composition;
}

/** The config that the user named, to hold runs against; one that merely stands here runs no code. */
export async function composeIfNamed(config: string | undefined): Promise<Composition | undefined> {
	return config === undefined ? undefined : composeHere(config);
}

/** Suites of gemmark's own, by name. */
export async function composeSuites(names: readonly string[]): Promise<readonly Suite[]> {
	return (await compose(undefined)).suites(names);
}

/** The app of gemmark's own: the habit coach. */
export async function composeApp(): Promise<AppUnderTest> {
	return (await compose(undefined)).app;
}

/** App and suites of a run that is there already, `from` a config or what was composed of it. Throws {@link UsageError} for a suite that is not known here. */
export async function composeNamed(
	names: readonly string[],
	from?: string | Composition,
): Promise<{ readonly app: AppUnderTest; readonly suites: readonly Suite[] }> {
	const here = typeof from === 'object' ? from : await composeHere(from);
	// A run of gemmark's own suites may stand in a folder with a config.
	const composition = names.every((name) => here.suiteNames.includes(name)) ? here : await compose(undefined);
	const unknown = names.find((name) => !composition.suiteNames.includes(name));
	if (unknown !== undefined) {
		throw new UsageError(`the run has a suite ${unknown}, which is not known here`, {
			hint: 'Name the config that it was run with: --config FILE.',
		});
	}
	return { app: composition.app, suites: await composition.suites(names) };
}

/** Suites of a run that is there already. */
export async function composeSuitesNamed(names: readonly string[]): Promise<readonly Suite[]> {
	return (await composeNamed(names)).suites;
}
