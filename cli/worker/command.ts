import type { Command } from 'commander';
import { DEFAULT_RUNNER, type DeclaredRunner, RUNNER_NAMES } from '../../src/run/compose/runners.ts';
import { filled } from '../flags/option-values.ts';
import { RunnerFlags } from '../flags/runner-flags.ts';
import type { WorkerRequest } from './worker.ts';

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
