import type { Command } from 'commander';
import { filled } from '../flags/option-values.ts';
import { addConfigOption } from '../gate/gate-options.ts';
import type { ExportRequest } from './promptfoo.ts';

/** `gemmark export`: a run in the form of another tool. Each form is imported when it is asked for. */
export function addExportCommand(program: Command): void {
	const command = program.command('export').description("write a run in another tool's form");
	addConfigOption(command.command('promptfoo'))
		.description("promptfoo's result JSON: look at it with `promptfoo import FILE` and `promptfoo view`")
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('--out <file>', 'file to write (default: promptfoo.json beside the log)', filled)
		.action(async (run: string, options: ExportRequest) => {
			const { exportPromptfoo } = await import('./promptfoo.ts');
			await exportPromptfoo(run, options);
		});
}
