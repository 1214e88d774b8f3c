import type { Command } from 'commander';
import type { DeclaredRunner } from '../../src/run/compose/runners.ts';
import { addRunOptions } from './options.ts';

/** `gemmark run`: the suites on the models, then the reports. */
export function addRunCommand(program: Command, runners: readonly DeclaredRunner[]): void {
	const command = program.command('run').description('run suites on one or more models and write the reports');
	const flags = addRunOptions(command, runners);
	command.action(async ({ config }: { readonly config?: string }) => {
		const [{ openConfig }, { askedRun }, { run }] = await Promise.all([
			import('../../src/run/compose/open-config.ts'),
			import('./request.ts'),
			import('./run.ts'),
		]);
		const opened = await openConfig(config);
		const { request, flags: targetFlags } = askedRun(command, flags, opened);
		process.exitCode = await run(request, opened, targetFlags);
	});
}
