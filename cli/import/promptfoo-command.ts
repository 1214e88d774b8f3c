import type { Command } from 'commander';
import { filled } from '../flags/option-values.ts';

/** `gemmark import promptfoo`: a promptfooconfig becomes a config and a corpus that `gemmark run` takes. */
export function addImportPromptfoo(command: Command): void {
	command
		.command('promptfoo')
		.description('prompts, vars and simple assertions of a promptfooconfig.yaml')
		.argument('<file>', 'promptfooconfig.yaml or .json')
		.option('--out <folder>', 'where to', filled, 'gemmark-promptfoo')
		.option('--javascript', 'take javascript assertions too: `gemmark run` then runs the code in them', false)
		.action(async (file: string, options: ImportPromptfooOptions) => {
			const { importPromptfoo } = await import('./promptfoo.ts');
			importPromptfoo(file, options);
		});
}

export interface ImportPromptfooOptions {
	readonly out: string;
	readonly javascript: boolean;
}
