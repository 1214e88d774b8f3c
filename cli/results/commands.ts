import { type Command, Option } from 'commander';
import { addExamples } from '../examples.ts';
import {
	addConfigOption,
	addGateOptions,
	filled,
	integer,
	langOption,
	marginOption,
	repeated,
	reportLangOption,
} from '../flags.ts';
import { settingParser } from '../setting-flags.ts';

// The commands that read runs. Each loads its own file when it runs, so that --help is instant.

/** `gemmark report`: writes the reports of a run again from its log. */
export function addReport(command: Command): void {
	addConfigOption(addGateOptions(command))
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('-o, --out <dir>', 'folder of the reports (default: beside the log)', filled)
		.option('--index', 'write index.html of all runs in a folder (default: results) instead', false)
		.option('--json', 'print the summary of the run as JSON', false)
		.option('--metrics', 'print every metric that a gate can use, with its value, and write nothing', false)
		.addOption(reportLangOption())
		.action(async (run, request) => {
			process.exitCode = await (await import('./report.ts')).report(run, request);
		});
	addExamples(command, [
		['gemmark report --lang ko --out report-ko', 'the newest run again, in Korean'],
		['gemmark report results/latest --metrics', 'metrics that a gate can use'],
	]);
}

/** `gemmark rescore`: scores a log again, without its model. */
export function addRescore(command: Command): void {
	command
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('-o, --out <dir>', 'folder of the new log and reports (default: in place)', filled)
		.option('-c, --config <file>', "the run's config (default: the nearest gemmark.config.*)", filled)
		.addOption(reportLangOption())
		.action(async (run, request) => {
			process.exitCode = await (await import('./rescore.ts')).rescoreRun(run, request);
		});
	addExamples(command, [
		['gemmark rescore results/old --out results/new', 'with the current suites, without the model'],
	]);
}

/** `gemmark compare`: several runs side by side. */
export function addCompare(command: Command): void {
	addConfigOption(command)
		.argument('<runs...>', 'run folders or logs, at least two')
		.option('--allow <field>', 'field in which the runs may differ; repeatable', repeated)
		.option(
			'--divergence',
			"load the models again: same top-1 share and KL divergence over the baseline's tokens",
			false,
		)
		.option('-m, --model <ref>', "file of a run's model, if not bundled or downloaded", repeated)
		.addOption(marginOption())
		.option('-o, --out <dir>', 'folder of the comparison (default: results/<time>-comparison)', filled)
		.option('--json', 'print the comparison as JSON', false)
		.addOption(langOption())
		.action(async (runs, request) => {
			process.exitCode = await (await import('./compare.ts')).compare(runs, request);
		});
	addExamples(command, [
		['gemmark compare results/before results/after', 'which samples changed'],
		['gemmark compare results/q8 results/q4 --margin 5%', 'ship the smaller build?'],
		['gemmark compare results/q8 results/q4 --divergence', 'how far tokens diverge'],
	]);
}

/** `gemmark fates`: what an app on each engine would have got of a run. */
export function addFates(command: Command): void {
	addConfigOption(command)
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('--json', 'print as JSON, with every generation', false)
		.action(async (run, request) => (await import('./fates.ts')).fates(run, request));
	addExamples(command, [['gemmark fates results/latest', 'the calls as other engines would parse them']]);
}

/** `gemmark merge`: joins the shards of a run. */
export function addMerge(command: Command): void {
	addConfigOption(addGateOptions(command))
		.argument('<runs...>', 'run folders or logs of the shards')
		.option('-o, --out <dir>', 'folder of the merged run (default: results/<time>-<model>-merged)', filled)
		.option('--json', 'print the summary as JSON', false)
		.addOption(reportLangOption())
		.action(async (runs, request) => {
			process.exitCode = await (await import('./merge.ts')).mergeRuns(runs, request);
		});
	addExamples(command, [['gemmark merge results/shard-*', 'join the shards of a run']]);
}

/** `gemmark gate`: checks existing runs against thresholds. */
export function addGate(command: Command): void {
	addConfigOption(addGateOptions(command))
		.argument('<runs...>', 'run folders or logs')
		.option('-o, --out <file>', 'write the output to a file instead of updating the reports', filled)
		.option('--pin <file>', 'write what the run ran on into a gate file, as rules that pin it', filled)
		.option('--json', 'print the result of each run as JSON', false)
		.addOption(reportLangOption())
		.action(async (runs, request) => {
			process.exitCode = await (await import('./gate.ts')).gateRuns(runs, request);
		});
}

/** `gemmark label`: people overrule the rule, on record. */
export function addLabel(command: Command): void {
	addConfigOption(command)
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.option('--who <name>', 'name of the reviewer; with --import, for rows without one', filled)
		.option('--all', 'ask for every text, even after the verdict is settled', false)
		.option('--web', 'ask in the browser, on 127.0.0.1 only', false)
		.option('--export <file>', 'write a CSV to fill in', filled)
		.option('--import <file>', 'read the labels of a filled-in CSV', filled)
		.addOption(reportLangOption())
		.action(async (run, request) => {
			process.exitCode = await (await import('../label/label.ts')).label(run, request);
		});
	addExamples(command, [['gemmark label --who 지은', 'label the prefixes of the newest run']]);
}

/** `gemmark ingest`: what an app logged on its device becomes a run. */
export function addIngest(command: Command): void {
	addGateOptions(command)
		.argument('<files...>', 'captures; - is the standard input')
		.option('-o, --out <dir>', 'folder of the run (default: results/<time>-<model>)', filled)
		.option('--suite <name>', 'suite that was asked (default: the first of single turns)', filled)
		.option('-c, --config <file>', 'config with that suite (default: the nearest gemmark.config.*)', filled)
		.option('-m, --model <name>', 'model that the app ran', filled)
		.option('--device <name>', 'device that it ran on', filled)
		.option('--engine <name>', "the app's engine and its version, such as 'flutter_gemma 0.11.2'", filled)
		.option('--temperature <t>', 'sampling temperature of the app', settingParser('temperature'))
		.option('--commit <hash>', 'commit that the app was built from', filled)
		.option('--json', 'print the summary as JSON', false)
		.addOption(reportLangOption())
		.action(async (files, request) => {
			process.exitCode = await (await import('./ingest.ts')).ingest(files, request);
		});
	addExamples(command, [["adb logcat -d | gemmark ingest - --device 'Pixel 9'", 'the log of an app on a phone']]);
}

/** `gemmark export`: what a tuning can learn from a run. */
export function addExport(command: Command): void {
	const training = command
		.command('training')
		.description('the rows of dev that a run got wrong, as a tuning reads them')
		.argument('[run]', 'run folder or log.jsonl', 'results/latest')
		.addOption(
			new Option('--format <name>', 'trl, mobile-actions, or text (prompt and completion)')
				.choices(TRAINING_FORMATS)
				.default('trl'),
		)
		.option('--all', 'every row of dev, also those that are right', false)
		.option('-o, --out <file>', 'file of the rows', filled, 'training.jsonl')
		.option('-c, --config <file>', "the run's config (default: the nearest gemmark.config.*)", filled)
		.action(async (run, request) => (await import('./export.ts')).exportTraining(run, request));
	addExamples(training, [['gemmark export training results/latest', 'what the model is to learn']]);
}

const TRAINING_FORMATS = ['trl', 'mobile-actions', 'text'];

/** `gemmark view`: runs over time, in a browser. */
export function addView(command: Command): void {
	command
		.argument('[folder]', 'folder of runs', 'results')
		.option('--port <n>', 'port; 0 for any free one', integer(0, 65_535), 0)
		.addOption(langOption())
		.action(async (folder, request) => (await import('../view/view.ts')).view(folder, request));
}
