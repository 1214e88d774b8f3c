import { Command } from 'commander';
import { packageVersion } from '../src/package/package-root.ts';
import { addBenchCommand } from './bench/command.ts';
import {
	addCompareCommand,
	addDoctorCommand,
	addIngestCommand,
	addLabelCommand,
	addMergeCommand,
	addModelsCommand,
	addReportCommand,
	addRescoreCommand,
} from './commands.ts';
import { requireRecentNode } from './node-version.ts';
import { addRunCommand } from './run/command.ts';
import { singleLine } from './terminal-text.ts';
import { addWorkerCommand } from './worker/command.ts';
import { requireWorkingFolder } from './working-folder.ts';

/** The command line. Commands only describe themselves here; what they do is imported when they run. */
export function createProgram(): Command {
	const program = new Command('gemmark')
		.description('Evaluates and benchmarks apps that ship an on-device Gemma.')
		.version(packageVersion(), '-V, --version')
		.showHelpAfterError('(gemmark --help lists the commands)')
		.exitOverride()
		.hook('preAction', (_program, command) => {
			requireWorkingFolder();
			// The doctor tells it among everything else.
			if (command.name() !== 'doctor') requireRecentNode(process.version);
		})
		.configureOutput({
			outputError: (text, write) => write(`gemmark: ${singleLine(text.replace(/^error: /u, ''))}\n`),
		});
	addRunCommand(program);
	addReportCommand(program);
	addCompareCommand(program);
	addRescoreCommand(program);
	addMergeCommand(program);
	addWorkerCommand(program);
	addIngestCommand(program);
	addLabelCommand(program);
	addBenchCommand(program);
	addModelsCommand(program);
	addDoctorCommand(program);
	return program;
}
