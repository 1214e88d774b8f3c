import { Argument, type Command, Option } from 'commander';
import type { DeclaredRunner } from '../../api/runners.ts';
import { filled, integer, integers } from '../flags/option-values.ts';
import { RunnerFlags } from '../flags/runner-flags.ts';
import { BENCH_SECTIONS, type BenchRequest, type BenchSection, DEFAULT_SECTIONS } from './bench-request.ts';

/** The only engine that is measured. */
const RUNNER = 'llama-cpp';

/** `gemmark bench`: how fast the engine, and how much gemmark adds to it. */
export function addBenchCommand(program: Command, runners: readonly DeclaredRunner[]): void {
	const command = program
		.command('bench')
		.description(
			"measure speed: the core's functions, start-up, overhead, and the engine as llama-bench does; memory; and what intervals cover",
		)
		.addArgument(new Argument('[what...]', 'what to measure').choices(BENCH_SECTIONS).default(DEFAULT_SECTIONS))
		.option('-m, --model <ref>', 'path.gguf or hf:user/repo:QUANT (default: the bundled miniature)', filled)
		.option('-p, --n-prompt <n,...>', 'prompt lengths; 0 for none', integers(0, 1_000_000), [512])
		.option('-n, --n-gen <n,...>', 'output lengths; 0 for none', integers(0, 1_000_000), [128])
		.option('-d, --n-depth <n,...>', 'tokens in the context before', integers(0, 1_000_000), [0])
		.option('-r, --repetitions <n>', 'repetitions of each test', integer(1, 10_000), 5)
		.option('--no-warmup', 'let the first repetition count although everything is cold')
		.option('--epochs <n>', 'sharing: repeats of each prompt', integer(1, 1000), 8)
		.option('--large', 'sharing: also a random model of 270M; writes 300 MB, takes minutes', false)
		.addOption(new Option('--format <name>', 'what to print').choices(['md', 'json', 'jsonl', 'csv']).default('md'))
		.option('--out <dir>', 'folder of bench.md, bench.json and bench.csv (default: results/<time>-bench)', filled);
	const flags = new RunnerFlags(
		runners.filter(({ name }) => name === RUNNER),
		{ only: ['threads', 'flashAttention'], short: { threads: '-t' } },
	);
	flags.addTo(command);
	command.action(async (what: readonly BenchSection[]) => {
		const { bench } = await import('./bench.ts');
		await bench(what, flags.request<BenchRequest>(command, RUNNER));
	});
}
