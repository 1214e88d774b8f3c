import { Argument, type Command, Option } from 'commander';
import { DIALECT_NAMES } from '../../src/dialects/dialect.ts';
import { DEFAULT_RUNNER, type DeclaredRunner, RUNNER_NAMES } from '../../src/run/compose/runners.ts';
import {
	addGateOptions,
	filled,
	integer,
	langOption,
	names,
	number,
	policy,
	repeated,
	shard,
	thinking,
} from '../flags.ts';
import { RunnerFlags } from '../runner-flags.ts';
import type { BenchmarkRequest, ImportPromptfooOptions } from './import.ts';
import type { InitOptions } from './init.ts';
import type { LintRequest } from './lint.ts';
import type { WorkerRequest } from './worker.ts';

/** `gemmark completion`: prints a script with which a shell completes commands, flags and their values. */
export function addCompletionCommand(program: Command): void {
	program
		.command('completion')
		.description('print a script with which your shell completes gemmark')
		.addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
		.action(async (shell: 'bash' | 'zsh' | 'fish') => {
			const { completion } = await import('../completion.ts');
			process.stdout.write(completion(shell, program));
		});
}

/** `gemmark run`: the suites on the models, then the reports. */
export function addRunCommand(program: Command, runners: readonly DeclaredRunner[]): void {
	const command = program.command('run').description('run suites on one or more models and write the reports');
	const flags = addRunOptions(command, runners);
	command.action(async ({ config }: { readonly config?: string }) => {
		const [{ openConfig }, { askedRun, run }] = await Promise.all([
			import('../../src/run/compose/open-config.ts'),
			import('./run.ts'),
		]);
		const opened = await openConfig(config);
		process.exitCode = await run(askedRun(command, flags, opened), opened);
	});
}

/** What `gemmark run` takes, and `gemmark config` looks at. Returns the flags that are the runners' own. */
export function addRunOptions(command: Command, runners: readonly DeclaredRunner[]): RunnerFlags {
	command
		.optionsGroup('What is run:')
		.option('--config <file>', 'config (default: gemmark.config.* of this folder or one above)', filled)
		.option(
			'--suite <names>',
			"suites, comma-separated (default: the config's; without one prefix, frame; there are tools, replay and dialogs too)",
			names,
		)
		.option('--target <name>', "one of the config's targets; may stand more than once (default: all)", repeated)
		.option(
			'--model <ref>',
			'path.gguf or hf:user/repo:QUANT; may stand more than once (default: the bundled miniature)',
			repeated,
		)
		.option('--runner <name>', `engine: ${RUNNER_NAMES.join(', ')}`, filled, DEFAULT_RUNNER)
		.option('--out <dir>', 'folder of the run (default: results/<time>-<model>)', filled)
		.optionsGroup('How the model is asked:')
		.option('--seed <n>', 'seed of the run', integer(0, 2 ** 31 - 1), 1)
		.option('--epochs <n>', 'repeats of every sample', integer(1, MOST_EPOCHS), 1)
		.option('--temperature <t>', 'sampling temperature; 0 is greedy', number(0, 5), 0)
		.option('--top-k <n>', 'sample among the k likeliest tokens (default with a temperature: 64)', integer(1))
		.option('--top-p <p>', 'sample within this probability mass (default with a temperature: 0.95)', number(0, 1))
		.addOption(
			new Option(
				'--sampling <name>',
				"what Gemma's model cards recommend: temperature 1, top-k 64, top-p 0.95",
			).choices(['recommended']),
		)
		.option('--thinking <mode>', 'off, on, or a budget of n tokens for thought', thinking, 'off')
		.option('--max-tokens <n>', 'longest generation', integer(1, 32_768), 512)
		.option('--deadline <s>', 'seconds for one generation', number(0.1, 86_400), 120)
		.optionsGroup('How the app reads and answers:')
		.addOption(
			new Option('--policy <path>', 'prefix policy of the chat loop: push, discard, or from:RUN, as that run decided')
				.argParser(policy)
				.default('push'),
		)
		.addOption(
			new Option('--reading <kind>', 'how a call must look to count').choices(['strict', 'lenient']).default('lenient'),
		)
		.option(
			'--dialect <name>',
			`call dialect: ${DIALECT_NAMES.join(', ')} (default: told by the model's template)`,
			filled,
		)
		.addOption(
			new Option(
				'--reflection [when]',
				'message after failed calls: off, on, or both: each sample without it and with it',
			)
				.choices(['off', 'on', 'both'])
				.preset('on')
				.default('off'),
		)
		.optionsGroup('Which part of it:')
		.option('--limit <n>', 'only the first n samples of each suite', integer(1))
		.option('--filter <re>', 'only samples whose id or input matches')
		.option('--shard <i/n>', 'only the i-th of n parts of the work', shard)
		.option(
			'--early-stop',
			'end the prefix suite once its verdict is certain; its rate is then marked truncated',
			false,
		)
		.option('--determinism', 'allow epochs at temperature 0, to check that they agree', false)
		.option('--resume', 'go on with the run in --out (default: the newest)', false)
		.optionsGroup('Gates and comparisons:');
	addGateOptions(command);
	command
		.option(
			'--interleave',
			'several models: load all at once and take turns, sample by sample, so that differences of time have an interval',
			false,
		)
		.option('--divergence', 'several models: also same top-1 share and KL divergence, asking each again', false)
		.optionsGroup('Where it is done, and what is told:')
		.option(
			'--queue <redis>',
			'have workers (gemmark worker) do the work, over a Redis such as redis://127.0.0.1:6379',
			filled,
		)
		.option(
			'--capture <file>',
			'write turns as an app on a device would log them, of suites with one user turn for each sample (docs/on-device.md)',
			filled,
		)
		.option('--json', 'print the summary as JSON', false)
		.addOption(new Option('--quiet', "print the verdict and the report's place alone").conflicts(['verbose', 'json']))
		.option('--verbose', 'print what each sample came to, on stderr')
		.addOption(langOption())
		.optionsGroup('Options:');
	const flags = new RunnerFlags(runners);
	flags.addTo(command);
	return flags;
}

/** A run has 1,000,000 samples at most; more repeats of one say nothing new. */
export const MOST_EPOCHS = 1000;

/** `gemmark config`: what would run, and who said so. */
export function addConfigCommand(program: Command, runners: readonly DeclaredRunner[]): void {
	const command = program
		.command('config')
		.description('check a config, and print what holds and where each field came from')
		.addOption(new Option('--schema', 'print the JSON Schema of a config, for editors').default(false));
	const flags = addRunOptions(command, runners);
	command.action(async ({ config, schema }: { readonly config?: string; readonly schema: boolean }) => {
		if (schema) {
			const { composedConfigSchema } = await import('../../src/run/compose/config-schema.ts');
			process.stdout.write(`${JSON.stringify(await composedConfigSchema(), undefined, 2)}\n`);
			return;
		}
		const [{ openConfig }, { askedRun }, { showConfig }] = await Promise.all([
			import('../../src/run/compose/open-config.ts'),
			import('./run.ts'),
			import('./config.ts'),
		]);
		const opened = await openConfig(config);
		await showConfig(askedRun(command, flags, opened), opened);
	});
}

/** `gemmark worker`: works off runs of other machines with the engine of this one. */
export function addWorkerCommand(program: Command, runners: readonly DeclaredRunner[]): void {
	const command = program
		.command('worker')
		.description(
			'work off the samples of runs that stand in a queue (gemmark run --queue), with the engine of this machine',
		)
		.requiredOption('--queue <redis>', 'the Redis that the run uses, such as redis://127.0.0.1:6379', filled)
		.option('--model <ref>', 'path.gguf or hf:user/repo:QUANT (default: the bundled miniature)', filled)
		.option('--runner <name>', `engine: ${RUNNER_NAMES.join(', ')}`, filled, DEFAULT_RUNNER)
		.option('--config <file>', 'config of the run (default: gemmark.config.* of this folder or one above)', filled)
		.option('--once', 'end when the run is over, instead of waiting for the next', false);
	const flags = new RunnerFlags(runners);
	flags.addTo(command);
	command.action(async ({ runner }: { readonly runner: string }) => {
		const { work } = await import('./worker.ts');
		process.exitCode = await work(flags.request<WorkerRequest>(command, runner));
		// BullMQ may still be trying to reach a Redis that is away.
		setImmediate(() => process.stderr.write('', () => process.exit()));
	});
}

/** `gemmark init`: a config, prompts and tools of one's own, ready for `gemmark run`. */
export function addInitCommand(program: Command): void {
	program
		.command('init')
		.description('write a config, twelve prompts and two tools, to be made your own')
		.argument('[folder]', 'where to', '.')
		.option('-y, --yes', 'ask nothing: take the defaults', false)
		.option('--name <name>', 'how reports call the app', filled)
		.addOption(new Option('--language <code>', 'language of the prompts').choices(['ko', 'en']))
		.option('--suites <names>', 'what is asked, comma-separated: prefix, tools', names)
		.option('--hits <n>', 'meaningful prefixes, of the twelve, that decide for keeping them', integer(1, 12))
		.action(async (folder: string, options: InitOptions) => {
			const { init } = await import('./init.ts');
			await init(folder, options);
		});
}

/** `gemmark import promptfoo`: a promptfooconfig becomes a config and a corpus that `gemmark run` takes. */
function addImportPromptfoo(command: Command): void {
	command
		.command('promptfoo')
		.description('prompts, vars and simple assertions of a promptfooconfig.yaml')
		.argument('<file>', 'promptfooconfig.yaml or .json')
		.option('--out <folder>', 'where to', filled, 'gemmark-promptfoo')
		.option('--javascript', 'take javascript assertions too: `gemmark run` then runs the code in them', false)
		.action(async (file: string, options: ImportPromptfooOptions) => {
			const { importPromptfoo } = await import('./import.ts');
			importPromptfoo(file, options);
		});
}

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
			const { importFiles } = await import('./import.ts');
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
			const { importFiles } = await import('./import.ts');
			await importFiles('functionchat', files, request);
		});
}

/** `gemmark lint`: what a chat template makes of an app, without weights. */
export function addLintCommand(program: Command): void {
	program
		.command('lint')
		.description("tell what a model's chat template never shows it of an app, without loading weights")
		.argument('[source]', 'GGUF, tokenizer_config.json or Jinja file (default: the bundled miniature)', filled)
		.option(
			'--config <file>',
			'config with the app (default: found upwards from here; without one the habit coach)',
			filled,
		)
		.option('--tools <file>', "tools instead of the app's", filled)
		.option('--system <file>', "system prompt instead of the app's", filled)
		.option('--turns <n>', 'user turns that the context should have room for', integer(1, 10_000), 10)
		.option('--context-size <n>', 'context in tokens (default: 8192, or less where the model has less)', integer(256))
		.option('--thinking <mode>', 'off, on, or a budget, as runs will ask for it', thinking, 'off')
		.addOption(
			new Option('--lang <code>', 'language of the findings; JSON has both').choices(['en', 'ko']).default('en'),
		)
		.option('--json', 'print as JSON', false)
		.action(async (source: string | undefined, request: LintRequest) => {
			const { lintSource } = await import('./lint.ts');
			process.exitCode = await lintSource(source, request);
		});
}
