import { type Command, Option } from 'commander';
import { filled, integer, names } from '../flags/option-values.ts';

/** `gemmark init`: a config, prompts and tools of one's own, ready for `gemmark run`. */
export function addInitCommand(program: Command): void {
	program
		.command('init')
		.description('write a config, twelve prompts and two tools, to be made your own')
		.argument('[folder]', 'where to', '.')
		.option('-y, --yes', 'ask nothing: take the defaults', false)
		.option('--name <name>', 'how reports call the app', filled)
		.addOption(new Option('--language <code>', 'language of the prompts').choices(['ko', 'en']))
		.option('--suites <names>', 'what is asked, comma-separated: prefix, tools', names)
		.option('--hits <n>', 'meaningful prefixes, of the twelve, that decide for keeping them', integer(1, 12))
		.action(async (folder: string, options: InitOptions) => {
			const { init } = await import('./init.ts');
			await init(folder, options);
		});
}

/** What the command line says; the rest is asked, or the default. */
export interface InitOptions {
	readonly yes: boolean;
	readonly name?: string | undefined;
	readonly language?: 'ko' | 'en' | undefined;
	readonly suites?: readonly string[] | undefined;
	readonly hits?: number | undefined;
}
