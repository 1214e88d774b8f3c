import type { Command } from 'commander';
import {
	addConfigOption,
	addGateOptions,
	filled,
	integer,
	langOption,
	number,
	repeated,
	reportLangOption,
} from '../flags.ts';
import type { ViewRequest } from '../view/view.ts';
import type { CompareRequest } from './compare.ts';
import type { FatesRequest } from './fates.ts';
import type { GateRunsRequest } from './gate.ts';
import type { IngestRequest } from './ingest.ts';
import type { LabelRequest } from './label.ts';
import type { ExportRequest, MergeRequest } from './merge.ts';
import type { ReportRequest } from './report.ts';

/** `gemmark report`: writes the reports of a run again from its log. */
export function addReportCommand(program: Command): void {
	addConfigOption(addGateOptions(program.command('report')))
		.description('write the reports of a run again from its log')
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('--out <dir>', 'folder of the reports (default: beside the log)', filled)
		.option('--index', 'write index.html of all runs in a folder (default: results) instead', false)
		.option('--json', 'print the summary of the run as JSON', false)
		.option('--metrics', 'print every metric that a gate may ask, with its value, and write nothing', false)
		.addOption(reportLangOption())
		.action(async (run: string, options: ReportRequest) => {
			const { report } = await import('./report.ts');
			process.exitCode = await report(run, options);
		});
}

/** `gemmark models`: which models can be run here. */
export function addModelsCommand(program: Command): void {
	program
		.command('models')
		.description('list the models that are here, and how to name others')
		.option('--json', 'print as JSON', false)
		.action(async (options: { readonly json: boolean }) => {
			const { listModels } = await import('../commands/models.ts');
			await listModels(options);
		});
}

/** `gemmark devices`: which phones a cable leads to. */
export function addDevicesCommand(program: Command): void {
	program
		.command('devices')
		.description('list the phones and emulators that adb sees')
		.option('--json', 'print as JSON', false)
		.action(async (options: { readonly json: boolean }) => {
			const { listDevices } = await import('../commands/models.ts');
			await listDevices(options);
		});
}

/** `gemmark doctor`: what this machine has, and what to do about what is missing. */
export function addDoctorCommand(program: Command): void {
	program
		.command('doctor')
		.description('check engines, models, memory and browsers of this machine')
		.option('--json', 'print as JSON', false)
		.action(async (options: { readonly json: boolean }) => {
			const { doctor } = await import('../commands/doctor.ts');
			process.exitCode = await doctor(options);
		});
}

/** `gemmark fates`: what an app on each engine would have got of a run. */
export function addFatesCommand(program: Command): void {
	addConfigOption(program.command('fates'))
		.description("play a run's generations through every engine's rules for reading calls")
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('--json', 'print as JSON, with every generation', false)
		.action(async (run: string, options: FatesRequest) => {
			const { fates } = await import('./fates.ts');
			await fates(run, options);
		});
}

/** `gemmark compare`: several runs side by side. */
export function addCompareCommand(program: Command): void {
	addConfigOption(program.command('compare'))
		.description('compare runs on the same samples; the first is the baseline')
		.argument('<runs...>', 'run folders or logs, at least two')
		.option('--allow <field>', 'field in which the runs may differ; may stand more than once', repeated)
		.option(
			'--divergence',
			"load the models again: same top-1 share and KL divergence over the baseline's tokens",
			false,
		)
		.option('--model <ref>', "file of a run's model, where it is not a bundled or downloaded one", repeated)
		.option('--out <dir>', 'folder of the comparison (default: results/<time>-comparison)', filled)
		.option('--json', 'print the comparison as JSON', false)
		.addOption(langOption())
		.action(async (runs: readonly string[], request: CompareRequest) => {
			const { compare } = await import('./compare.ts');
			process.exitCode = await compare(runs, request);
		});
}

/** `gemmark rescore`: scores a log again, without its model. */
export function addRescoreCommand(program: Command): void {
	program
		.command('rescore')
		.description('score a run again with the suites as they are now, without its model')
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('--out <dir>', 'folder of the new log and reports (default: in place)', filled)
		.option('--config <file>', 'config that the run was made with (default: found upwards from here)', filled)
		.addOption(reportLangOption())
		.action(async (run: string, options: { readonly out?: string; readonly lang?: 'en' | 'ko' }) => {
			const { rescoreRun } = await import('./report.ts');
			process.exitCode = await rescoreRun(run, options);
		});
}

/** `gemmark merge`: joins the shards of a run. */
export function addMergeCommand(program: Command): void {
	addConfigOption(addGateOptions(program.command('merge')))
		.description('join the shards of a run into one run')
		.argument('<runs...>', 'run folders or logs of the shards')
		.option('--out <dir>', 'folder of the merged run (default: results/<time>-<model>-merged)', filled)
		.option('--json', 'print the summary as JSON', false)
		.addOption(reportLangOption())
		.action(async (runs: readonly string[], request: MergeRequest) => {
			const { mergeRuns } = await import('./merge.ts');
			process.exitCode = await mergeRuns(runs, request);
		});
}

/** `gemmark gate`: runs that are there against thresholds. */
export function addGateCommand(program: Command): void {
	addConfigOption(addGateOptions(program.command('gate')))
		.description('hold runs against thresholds, and write their reports anew with what it came to')
		.argument('<runs...>', 'run folders or logs')
		.option('--out <file>', 'write what is printed to a file, and leave the reports as they are', filled)
		.option('--json', 'print what each run came to as JSON', false)
		.addOption(reportLangOption())
		.action(async (runs: readonly string[], request: GateRunsRequest) => {
			const { gateRuns } = await import('./gate.ts');
			process.exitCode = await gateRuns(runs, request);
		});
}

/** `gemmark ingest`: what an app logged on its device becomes a run. */
export function addIngestCommand(program: Command): void {
	addGateOptions(program.command('ingest'))
		.description('turn the log of an app on a device (adb logcat, or JSONL) into a run with verdict and reports')
		.argument('<files...>', 'captures; - is the standard input')
		.option('--out <dir>', 'folder of the run (default: results/<time>-<model>)', filled)
		.option('--suite <name>', 'suite that was asked (default: the first of single turns)', filled)
		.option('--config <file>', 'config with that suite (default: found upwards from here)', filled)
		.option('--model <name>', 'model that the app ran', filled)
		.option('--device <name>', 'device that it ran on', filled)
		.option('--engine <name>', "the app's engine and its version, such as 'flutter_gemma 0.11.2'", filled)
		.option('--temperature <t>', 'sampling temperature of the app', number(0, 5))
		.option('--commit <hash>', 'commit that the app was built from', filled)
		.option('--json', 'print the summary as JSON', false)
		.addOption(reportLangOption())
		.action(async (files: readonly string[], request: IngestRequest) => {
			const { ingest } = await import('./ingest.ts');
			process.exitCode = await ingest(files, request);
		});
}

/** `gemmark label`: people overrule the rule, on record. */
export function addLabelCommand(program: Command): void {
	addConfigOption(program.command('label'))
		.description("judge the prefixes of a run; the report then shows the rule's verdict against people's")
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('--who <name>', 'who judges; with --import who did where a row does not say', filled)
		.option('--export <file>', 'write a CSV to be filled in elsewhere', filled)
		.option('--import <file>', 'take the labels of a CSV that was filled in', filled)
		.addOption(reportLangOption())
		.action(async (run: string, request: LabelRequest) => {
			const { label } = await import('./label.ts');
			await label(run, request);
		});
}

/** `gemmark export`: a run in the form of another tool. Each form is imported when it is asked for. */
export function addExportCommand(program: Command): void {
	const command = program.command('export').description("write a run in another tool's form");
	addConfigOption(command.command('promptfoo'))
		.description("promptfoo's result JSON: look at it with `promptfoo import FILE` and `promptfoo view`")
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('--out <file>', 'file to write (default: promptfoo.json beside the log)', filled)
		.action(async (run: string, options: ExportRequest) => {
			const { exportPromptfoo } = await import('./merge.ts');
			await exportPromptfoo(run, options);
		});
}

/** `gemmark view`: runs over time, in a browser. */
export function addViewCommand(program: Command): void {
	program
		.command('view')
		.description('serve the runs of a folder on 127.0.0.1: list, trends, any two compared, progress')
		.argument('[folder]', 'folder of runs', 'results')
		.option('--port <n>', 'port; 0 is any that is free', integer(0, 65_535), 0)
		.addOption(langOption())
		.action(async (folder: string, request: ViewRequest) => {
			const { view } = await import('../view/view.ts');
			await view(folder, request);
		});
}
