import { styleText } from 'node:util';
import { Command } from 'commander';
import { singleLine } from '../reports/terminal/text.ts';
import { packageVersion } from '../src/base/read-file.ts';
import { declareRunners } from '../src/run/compose/runners.ts';
import { addBenchCommand } from './commands/bench.ts';
import {
	addCompletionCommand,
	addConfigCommand,
	addImportCommand,
	addInitCommand,
	addLintCommand,
	addRunCommand,
	addWorkerCommand,
} from './commands/options.ts';
import { addExamples } from './flags.ts';
import { requireWorkingFolder } from './process.ts';
import {
	addCompareCommand,
	addDevicesCommand,
	addDoctorCommand,
	addExportCommand,
	addFatesCommand,
	addGateCommand,
	addIngestCommand,
	addLabelCommand,
	addMergeCommand,
	addModelsCommand,
	addReportCommand,
	addRescoreCommand,
	addViewCommand,
} from './results/options.ts';
import { drawingOn } from './terminal.ts';

/**
 * The command line. Commands only describe themselves here; what they do is imported when they run, and what runners can
 * be told only where `args` name a command that uses one.
 */
export async function createProgram(args: readonly string[]): Promise<Command> {
	const runners = usesRunner(args) ? await declareRunners() : [];
	const program = new Command('gemmark')
		.description('Evaluates and benchmarks apps that ship an on-device Gemma.')
		.version(packageVersion(), '-V, --version')
		.showHelpAfterError('(gemmark --help lists the commands)')
		.exitOverride()
		.hook('preAction', () => requireWorkingFolder())
		.configureHelp({ styleTitle: (title) => styleText('bold', title, { validateStream: false }) })
		.configureOutput({
			// The titles' bold is gemmark's own; what of a message is not was made a single line before.
			writeOut: (text) => void drawingOn(process.stdout).write(text),
			writeErr: (text) => void drawingOn(process.stderr).write(text),
			outputError: (text, write) => write(`gemmark: ${singleLine(text.replace(/^error: /u, ''))}\n`),
		});
	program.commandsGroup('Run an evaluation:');
	addInitCommand(program);
	addRunCommand(program, runners);
	addConfigCommand(program, runners);
	addLintCommand(program);
	addWorkerCommand(program, runners);
	addIngestCommand(program);
	addImportCommand(program);
	program.commandsGroup('Read runs:');
	addReportCommand(program);
	addCompareCommand(program);
	addFatesCommand(program);
	addRescoreCommand(program);
	addMergeCommand(program);
	addGateCommand(program);
	addViewCommand(program);
	addLabelCommand(program);
	addExportCommand(program);
	program.commandsGroup('This machine:');
	addBenchCommand(program, runners);
	addModelsCommand(program);
	addDevicesCommand(program);
	addDoctorCommand(program);
	addCompletionCommand(program);
	program.commandsGroup('Commands:');
	addExamples(program);
	return program;
}

function usesRunner(args: readonly string[]): boolean {
	const [first, second] = args.filter((word) => !word.startsWith('-'));
	return ['run', 'config', 'worker', 'bench', 'completion'].includes((first === 'help' ? second : first) ?? '');
}
