import type { Command } from 'commander';
import { integer, langOption } from '../flags/option-values.ts';
import type { ViewRequest } from './view.ts';

/** `gemmark view`: runs over time, in a browser. */
export function addViewCommand(program: Command): void {
	program
		.command('view')
		.description('serve the runs of a folder on 127.0.0.1: list, trends, any two compared, progress')
		.argument('[folder]', 'folder of runs', 'results')
		.option('--port <n>', 'port; 0 is any that is free', integer(0, 65_535), 0)
		.addOption(langOption())
		.action(async (folder: string, request: ViewRequest) => {
			const { view } = await import('./view.ts');
			await view(folder, request);
		});
}
