import type { Command } from 'commander';
import { filled } from '../flags/option-values.ts';
import type { BenchmarkRequest } from './benchmark.ts';
import { addImportPromptfoo } from './promptfoo-command.ts';

/** `gemmark import`: what others wrote becomes a config and a corpus; one subcommand for each of them. */
export function addImportCommand(program: Command): void {
	const importing = program.command('import').description("turn another tool's test data into a config and a corpus");
	for (const add of SUBCOMMANDS) add(importing);
}

const SUBCOMMANDS: readonly ((importing: Command) => void)[] = [addBfcl, addFunctionChat, addImportPromptfoo];

function addBfcl(importing: Command): void {
	importing
		.command('bfcl')
		.description('Berkeley Function-Calling Leaderboard v4: questions, and possible answers')
		.argument('<files...>', 'BFCL_v4_*.json, and those of possible_answer/')
		.option('--out <dir>', 'new folder for config and corpus', filled, 'bfcl')
		.option('--system <file>', 'system prompt of samples that bring none', filled)
		.action(async (files: readonly string[], request: BenchmarkRequest) => {
			const { importFiles } = await import('./benchmark.ts');
			await importFiles('bfcl', files, request);
		});
}

function addFunctionChat(importing: Command): void {
	importing
		.command('functionchat')
		.description('FunctionChat-Bench of Kakao: single calls, dialogs, call decisions')
		.argument('<files...>', 'FunctionChat-*.jsonl')
		.option('--out <dir>', 'new folder for config and corpus', filled, 'functionchat')
		.option('--system <file>', 'system prompt of samples that bring none', filled)
		.action(async (files: readonly string[], request: BenchmarkRequest) => {
			const { importFiles } = await import('./benchmark.ts');
			await importFiles('functionchat', files, request);
		});
}
