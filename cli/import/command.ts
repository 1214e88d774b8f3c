import type { Command } from 'commander';
import { addImportPromptfoo } from './promptfoo-command.ts';

/** Each form that `gemmark import` takes adds its subcommand. */
const FORMS: readonly ((command: Command) => void)[] = [addImportPromptfoo];

/** `gemmark import`: what was written for another tool becomes a config and a corpus. */
export function addImportCommand(program: Command): void {
	const command = program
		.command('import')
		.description('make a config and a corpus of what was written for another tool');
	for (const add of FORMS) add(command);
}
