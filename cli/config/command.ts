import { type Command, Option } from 'commander';
import type { DeclaredRunner } from '../../src/run/compose/runners.ts';
import { addRunOptions } from '../run/options.ts';

/** `gemmark config`: what would run, and who said so. */
export function addConfigCommand(program: Command, runners: readonly DeclaredRunner[]): void {
	const command = program
		.command('config')
		.description('check a config, and print what holds and where each field came from')
		.addOption(new Option('--schema', 'print the JSON Schema of a config, for editors').default(false));
	const flags = addRunOptions(command, runners);
	command.action(async ({ config, schema }: { readonly config?: string; readonly schema: boolean }) => {
		if (schema) {
			const { composedConfigSchema } = await import('../../src/run/compose/config-schema.ts');
			process.stdout.write(`${JSON.stringify(await composedConfigSchema(), undefined, 2)}\n`);
			return;
		}
		const [{ openConfig }, { askedRun }, { showConfig }] = await Promise.all([
			import('../../src/run/compose/open-config.ts'),
			import('../run/request.ts'),
			import('./config.ts'),
		]);
		const opened = await openConfig(config);
		await showConfig(askedRun(command, flags, opened), opened);
	});
}
