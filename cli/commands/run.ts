import { Command, Option } from 'commander';
import { DEFAULT_RUNNER, declareRunners, RUNNER_NAMES } from '../../run/compose/runners.ts';
import { addExamples } from '../examples.ts';
import { addGateOptions, addShortHelp, filled, integer, langOption, marginOption, names, repeated } from '../flags.ts';
import { RunnerFlags } from '../runner-flags.ts';
import { addSettings } from '../setting-flags.ts';

/** `gemmark run`: the suites on the models, then the reports. */
export async function addRun(command: Command): Promise<void> {
	const flags = await addRunOptions(command);
	command.action(
		async ({ resume, watch, out }: { readonly resume: boolean; readonly watch: boolean; out?: string }) => {
			if (watch) {
				const { watchRun } = await import('../watch/watch.ts');
				process.exitCode = await watchRun(process.argv.slice(3), out);
				return;
			}
			const { runner } = command.opts<{ readonly runner: string }>();
			// Beside what else is loaded: a run from cached answers waits for nothing longer.
			if (runner === DEFAULT_RUNNER)
				void import('../../src/dialects/prompt/foreign-template.ts').then(({ warmTemplates }) => warmTemplates());
			const [{ openConfig }, { askedRun, restoreOptions, run, tellWatch, watchedOrder }] = await Promise.all([
				import('../../run/compose/open-config.ts'),
				import('./run-models.ts'),
			]);
			if (resume) {
				const blank = new Command();
				await addRunOptions(blank);
				await restoreOptions(command, blank);
			}
			try {
				const { config } = command.opts<{ readonly config?: string }>();
				const order = await watchedOrder(runner);
				const opened = await openConfig(config);
				process.exitCode = await run(askedRun(command, flags, opened), opened, { order });
			} finally {
				tellWatch();
			}
		},
	);
	addExamples(command, [
		['gemmark run --model hf:user/repo:Q4_0', 'download a model and evaluate it'],
		['gemmark run --model q8.gguf --model q4.gguf --interleave', 'what does a smaller quantization cost?'],
		['gemmark run --suite prefix --epochs 5 --sampling recommended', 'how much of the verdict is chance?'],
		['gemmark run --runner openai --base-url http://127.0.0.1:8080', 'the model of a server'],
		['gemmark run --gate gate.yaml --baseline results/main --quiet', 'in CI: exit code 1 if the gate fails'],
	]);
}

/** `gemmark upgrade`: an engine against another one, on the same prompts. */
export async function addUpgrade(command: Command): Promise<void> {
	command
		.option(
			'--from <engine>',
			"the old one: folder of a node-llama-cpp, address, or port:N (default: the config's)",
			filled,
		)
		.option('--to <engine>', "the new one, in the same forms (default: the config's)", filled);
	const flags = await addRunOptions(command);
	command.option('--no-interleave', 'one after the other, where a phone cannot hold both: times have no interval');
	command.action(async (sides: { readonly from?: string; readonly to?: string; readonly config?: string }) => {
		const [{ openConfig }, { askedRun }, { upgrade }] = await Promise.all([
			import('../../run/compose/open-config.ts'),
			import('./run-models.ts'),
			import('../upgrade/upgrade.ts'),
		]);
		process.exitCode = await upgrade(sides, askedRun(command, flags, await openConfig(sides.config)));
	});
	addExamples(command, [['gemmark upgrade --to ../new', 'may the app ship the newer engine?']]);
}

/** The options that most runs need. */
const MOST_USED: readonly string[] = [
	...['--config', '--model', '--runner', '--base-url', '--suite', '--out', '--limit', '--filter', '--epochs'],
	...['--sampling', '--max-tokens', '--interleave', '--gate', '--watch', '--resume'],
];

/** What `gemmark run` takes, and `gemmark config` looks at. Returns the flags that are the runners' own. */
export async function addRunOptions(command: Command): Promise<RunnerFlags> {
	const own = command.options.flatMap(({ long }) => long ?? []);
	command
		.optionsGroup('What is run:')
		.option('-c, --config <file>', 'config (default: the nearest gemmark.config.*)', filled)
		.option(
			'--suite <names>',
			"comma-separated suites (default: the config's, or prefix, frame; also tools, replay, dialogs)",
			names,
		)
		.option('--target <name>', "one of the config's targets; repeatable (default: all)", repeated)
		.option(
			'-m, --model <ref>',
			'path.gguf or hf:user/repo:QUANT; repeat it to compare (default: the bundled miniature)',
			repeated,
		)
		.option('--runner <name>', `engine: ${RUNNER_NAMES.join(', ')}`, filled, DEFAULT_RUNNER)
		.option('-o, --out <dir>', 'run folder (default: results/<time>-<model>)', filled)
		.optionsGroup('How the model is asked:');
	addSettings(command, 'asked').optionsGroup('How the app reads and answers:');
	addSettings(command, 'read').optionsGroup('Which part of it:');
	addSettings(command, 'part')
		.option(
			'--processes <n>',
			'engine processes that share the samples; same outputs, no times (default: one per core for models under 1 GB)',
			integer(1, 256),
		)
		.addOption(new Option('--no-cache', 'ask the model even if the cache has its answer').env('GEMMARK_NO_CACHE'))
		.option(
			'--determinism',
			'allow epochs at temperature 0 of an engine that repeats itself, to check that they agree',
			false,
		)
		.option('--max-failures <n>', 'end the run after n consecutive failed samples (default: 5)', integer(1))
		.addOption(
			new Option('--watch', 'run again what a saved change touches, and print which samples flipped')
				.default(false)
				.conflicts(['resume', 'queue', 'json', 'capture']),
		)
		.option('--resume', 'continue the run in --out (default: the newest) with its options', false)
		.optionsGroup('Gates and comparisons:');
	addGateOptions(command);
	command
		.option('--interleave', 'alternate models per sample, so that time differences have an interval', false)
		.addOption(marginOption())
		.option('--divergence', 'several models: also same top-1 share and KL divergence; asks each model again', false)
		.optionsGroup('Where it runs, and what is printed:')
		.option(
			'--queue <redis>',
			'let workers (gemmark worker) evaluate, through a Redis such as redis://127.0.0.1:6379',
			filled,
		)
		.option(
			'--capture <file>',
			'write turns as an app on a device logs them; suites with one user turn per sample (docs/on-device.md)',
			filled,
		)
		.option('--json', 'print the summary as JSON', false)
		.addOption(new Option('--quiet', "print only the verdict and the report's path").conflicts(['verbose', 'json']))
		.option('--verbose', 'print the result of each sample on stderr')
		.addOption(langOption())
		.optionsGroup('Options:');
	const flags = new RunnerFlags(await declareRunners());
	flags.addTo(command);
	addShortHelp(command, [...own, ...MOST_USED]);
	return flags;
}
