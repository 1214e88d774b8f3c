import { Argument, type Command, Option } from 'commander';
import { declareRunners } from '../../run/compose/runners.ts';
import type { BenchRequest } from '../bench/engine.ts';
import { addExamples } from '../examples.ts';
import { filled, integer, integers, repeated } from '../flags.ts';
import { RunnerFlags } from '../runner-flags.ts';

/** The only engine that is measured. */
const RUNNER = 'llama-cpp';

/** `gemmark bench`: how fast the engine is. */
export async function addBench(command: Command): Promise<void> {
	command
		.addArgument(new Argument('[what]', 'what to measure').choices(['engine']).default('engine'))
		.option(
			'-m, --model <ref>',
			'path.gguf or hf:user/repo:QUANT; repeatable (default: the bundled miniature)',
			(ref, earlier?: readonly string[]) => repeated(filled(ref), earlier),
		)
		.option('-p, --n-prompt <n,...>', 'prompt lengths; 0 for none', integers(0, 1_000_000), [512])
		.option('-n, --n-gen <n,...>', 'output lengths; 0 for none', integers(0, 1_000_000), [128])
		.option('-d, --n-depth <n,...>', 'tokens already in the context', integers(0, 1_000_000), [0])
		.option('-r, --repetitions <n>', 'repetitions of each test', integer(1, 10_000), 5)
		.option('--no-warmup', 'include the first repetition, which is cold')
		.addOption(new Option('--format <name>', 'what to print').choices(['md', 'json', 'jsonl', 'csv']).default('md'))
		.option('-o, --out <dir>', 'folder of bench.md, bench.json and bench.csv (default: results/<time>-bench)', filled);
	const flags = new RunnerFlags(
		(await declareRunners()).filter(({ name }) => name === RUNNER),
		{ only: ['threads', 'flashAttention'], short: { threads: '-t' } },
	);
	flags.addTo(command);
	command.action(async () => {
		const { bench } = await import('../bench/bench.ts');
		await bench(flags.request<BenchRequest>(command, RUNNER));
	});
	addExamples(command, [['gemmark bench engine -m model.gguf -p 512 -n 128', 'as llama-bench measures']]);
}
