import { styleText } from 'node:util';
import { Command, Help } from 'commander';
import { singleLine } from '../reports/terminal/text.ts';
import { packageVersion } from '../src/base/read-file.ts';
import { addExamples } from './examples.ts';
import { requireWorkingFolder } from './process.ts';
import { drawingOn } from './terminal.ts';

/** A command as the list of commands has it, and how its flags are loaded. */
type Row = readonly [usage: string, description: string, load: () => Promise<AddFlags>];
type AddFlags = (command: Command) => void | Promise<void>;

const GROUPS: Readonly<Record<string, readonly Row[]>> = {
	'Run an evaluation:': [
		[
			'init [options] [folder]',
			'write a config, thirty prompts and two tools to start from',
			async () => (await import('./commands/init.ts')).addInit,
		],
		[
			'run [options]',
			'run suites on one or more models and write the reports',
			async () => (await import('./commands/run.ts')).addRun,
		],
		[
			'upgrade [options]',
			'measure an engine against the one in use, on the same prompts',
			async () => (await import('./commands/run.ts')).addUpgrade,
		],
		[
			'sweep [options]',
			'try builds and engines in blocks, and name the one to ship',
			async () => (await import('./commands/sweep.ts')).addSweep,
		],
		[
			'config [options]',
			'check a config, and print its effective fields and their sources',
			async () => (await import('./commands/config.ts')).addConfig,
		],
		[
			'lint [options] [source]',
			"list what a model's chat template omits from an app's prompt, without loading weights",
			async () => (await import('./commands/lint.ts')).addLint,
		],
		[
			'worker [options]',
			'evaluate samples of queued runs (gemmark run --queue) with the engine of this machine',
			async () => (await import('./commands/worker.ts')).addWorker,
		],
		[
			'plan [options]',
			'write down what a run asks an app, to be answered on a phone without a cable',
			async () => (await import('./phone/plan.ts')).addPlan,
		],
		[
			'ingest [options] <files...>',
			'turn the answers to a plan, a recording or the log of an app on a device into a run with verdict and reports',
			async () => (await import('./results/commands.ts')).addIngest,
		],
		[
			'import',
			"turn another tool's test data into a config and a corpus",
			async () => (await import('./commands/import.ts')).addImport,
		],
	],
	'Read runs:': [
		[
			'report [options] [run]',
			'write the reports of a run again from its log',
			async () => (await import('./results/commands.ts')).addReport,
		],
		[
			'compare [options] <runs...>',
			'compare runs on the same samples; the first is the baseline',
			async () => (await import('./results/commands.ts')).addCompare,
		],
		[
			'fates [options] [run]',
			"show how each engine would parse a run's calls",
			async () => (await import('./results/commands.ts')).addFates,
		],
		[
			'rescore [options] [run]',
			'score a run again with the suites as they are now, without its model',
			async () => (await import('./results/commands.ts')).addRescore,
		],
		[
			'merge [options] <runs...>',
			'merge the shards of a run',
			async () => (await import('./results/commands.ts')).addMerge,
		],
		[
			'gate [options] <runs...>',
			'check runs against thresholds, and update their reports',
			async () => (await import('./results/commands.ts')).addGate,
		],
		[
			'export',
			'write the prompts that a run got wrong as training rows',
			async () => (await import('./results/commands.ts')).addExport,
		],
		[
			'view [options] [folder]',
			'serve the runs of a folder on 127.0.0.1: list, trends, any two compared, progress',
			async () => (await import('./results/commands.ts')).addView,
		],
		[
			'label [options] [run]',
			'label the prefixes of a run by hand; reports then compare the rule with people',
			async () => (await import('./results/commands.ts')).addLabel,
		],
	],
	'This machine:': [
		[
			'bench [options] [what]',
			'measure the speed of the engine as llama-bench does',
			async () => (await import('./commands/bench.ts')).addBench,
		],
		[
			'models [options]',
			'list local models, and how to name others',
			async () => (await import('./commands/models.ts')).addModels,
		],
		[
			'cache [options]',
			'show the cache of model answers, or clear it',
			async () => (await import('./commands/models.ts')).addCache,
		],
		[
			'devices [options]',
			'list the phones and emulators that adb sees',
			async () => (await import('./commands/models.ts')).addDevices,
		],
		[
			'doctor [options]',
			'check engines, models, memory and browsers of this machine',
			async () => (await import('./commands/doctor.ts')).addDoctor,
		],
	],
};

/** The command line: only the command that `args` call is loaded; without `args`, all of them. */
export async function createProgram(args?: readonly string[]): Promise<Command> {
	const usages = new Map<string, string>();
	const help = new Help();
	const program = new Command('gemmark')
		.description('Evaluates and benchmarks apps that ship an on-device Gemma.')
		.version(packageVersion(), '-V, --version')
		.showHelpAfterError('(gemmark --help lists the commands)')
		.exitOverride()
		.hook('preAction', () => requireWorkingFolder())
		.configureHelp({
			styleTitle: (title) => styleText('bold', title, { validateStream: false }),
			optionDescription: (option) => help.optionDescription(option).replace(' (default: false)', ''),
			subcommandTerm: (command) => usages.get(command.name()) ?? help.subcommandTerm(command),
		})
		.configureOutput({
			// The titles' bold is gemmark's; text of a message was made a single line before.
			writeOut: (text) => void drawingOn(process.stdout).write(text),
			writeErr: (text) => void drawingOn(process.stderr).write(text),
			outputError: (text, write) => write(`gemmark: ${singleLine(text.replace(/^error: /u, ''))}\n`),
		});
	const [first, second] = (args ?? []).filter((word) => !word.startsWith('-'));
	const called = first === 'help' ? second : first;
	for (const [group, rows] of Object.entries(GROUPS)) {
		program.commandsGroup(group);
		for (const [usage, description, load] of rows) {
			const [name = ''] = usage.split(' ');
			usages.set(name, usage);
			const command = program.command(name).description(description);
			if (args === undefined || called === name) await (await load())(command);
		}
	}
	program.commandsGroup('Commands:');
	addExamples(program, [
		['gemmark run', 'evaluate the config of this folder, or the bundled habit coach without one'],
		['gemmark init my-app && cd my-app && gemmark run', 'start your own project'],
		['gemmark help run', 'show the options of a command'],
	]);
	return program;
}
