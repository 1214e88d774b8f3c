import { Command, Option } from 'commander';
import { DIALECT_NAMES } from '../../src/dialects/dialect.ts';
import { DEFAULT_RUNNER, declareRunners, RUNNER_NAMES } from '../../src/run/compose/runners.ts';
import {
	addExamples,
	addGateOptions,
	filled,
	integer,
	langOption,
	marginOption,
	names,
	number,
	policy,
	repeated,
	shard,
	thinking,
} from '../flags.ts';
import { RunnerFlags } from '../runner-flags.ts';

/** `gemmark run`: the suites on the models, then the reports. */
export async function addRun(command: Command): Promise<void> {
	const flags = await addRunOptions(command);
	command.action(async ({ resume }: { readonly resume: boolean }) => {
		const [{ openConfig }, { askedRun, restoreOptions, run }] = await Promise.all([
			import('../../src/run/compose/open-config.ts'),
			import('./run-models.ts'),
		]);
		if (resume) {
			const blank = new Command();
			await addRunOptions(blank);
			await restoreOptions(command, blank);
		}
		const opened = await openConfig(command.opts<{ readonly config?: string }>().config);
		process.exitCode = await run(askedRun(command, flags, opened), opened);
	});
	addExamples(command, [
		['gemmark run --model hf:user/repo:Q4_0', 'download a model and evaluate it'],
		['gemmark run --model q8.gguf --model q4.gguf --interleave', 'what does a smaller quantization cost?'],
		['gemmark run --suite prefix --epochs 5 --sampling recommended', 'how much of the verdict is chance?'],
		['gemmark run --runner openai --base-url http://127.0.0.1:8080', 'the model of a server'],
		['gemmark run --gate gate.yaml --baseline results/main --quiet', 'in CI: exit code 1 where the gate fails'],
	]);
}

/** What `gemmark run` takes, and `gemmark config` looks at. Returns the flags that are the runners' own. */
export async function addRunOptions(command: Command): Promise<RunnerFlags> {
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
		.option('--epochs <n>', 'repeats of every sample', integer(1, MAX_EPOCHS), 1)
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
			`call dialect: ${DIALECT_NAMES.join(', ')} (default: from the model's template)`,
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
		.option(
			'--processes <n>',
			'engine processes that samples are dealt to; same outputs, no times (default: one for each core, for models under 1 GB)',
			integer(1, 256),
		)
		.addOption(new Option('--no-cache', 'ask the model even where the cache has its answer').env('GEMMARK_NO_CACHE'))
		.option('--determinism', 'allow epochs at temperature 0, to check that they agree', false)
		.option('--max-failures <n>', 'end the run after n failed samples in a row (default: 5)', integer(1))
		.option('--resume', 'go on with the run in --out (default: the newest), with its options', false)
		.optionsGroup('Gates and comparisons:');
	addGateOptions(command);
	command
		.option(
			'--interleave',
			'several models: load all at once and take turns, sample by sample, so that differences of time have an interval',
			false,
		)
		.addOption(marginOption())
		.option('--divergence', 'several models: also same top-1 share and KL divergence, asking each again', false)
		.optionsGroup('Where it runs, and what is printed:')
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
	const flags = new RunnerFlags(await declareRunners());
	flags.addTo(command);
	return flags;
}

/** A run has 1,000,000 samples at most; more repeats of one say nothing new. */
export const MAX_EPOCHS = 1000;
