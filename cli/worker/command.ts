import { type Command, Option } from 'commander';
import { filled, integer } from '../option-values.ts';
import { RUNNER_NAMES } from '../run/run-request.ts';
import type { WorkerRequest } from './worker.ts';

/** `gemmark worker`: works off runs of other machines with the engine of this one. */
export function addWorkerCommand(program: Command): void {
	program
		.command('worker')
		.description(
			'work off the samples of runs that stand in a queue (gemmark run --queue), with the engine of this machine',
		)
		.requiredOption('--queue <redis>', 'the Redis that the run uses, such as redis://127.0.0.1:6379', filled)
		.option('--model <ref>', 'path.gguf or hf:user/repo:QUANT (default: the bundled miniature)', filled)
		.addOption(new Option('--runner <name>', 'engine').choices(RUNNER_NAMES).default('llama-cpp'))
		.option('--once', 'end when the run is over, instead of waiting for the next', false)
		.option(
			'--base-url <url>',
			'server of --runner openai, such as http://127.0.0.1:8080 (key in GEMMARK_API_KEY)',
			filled,
		)
		.option('--template <file>', "the model's chat template, where the server does not tell it", filled)
		.option('--threads <n>', 'engine threads (default: chosen by a short probe)', integer(1, 1024))
		.option('--context-size <n>', 'context in tokens', integer(256))
		.option('--gpu', 'let the engine use a GPU', false)
		.option('--flash-attention', 'changes even greedy output; recorded', false)
		.option('--no-share-prefix', 'evaluate system prompt and tools anew for every sample')
		.action(async (request: WorkerRequest) => {
			const { work } = await import('./worker.ts');
			process.exitCode = await work(request);
		});
}
