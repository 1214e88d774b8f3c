import { UsageError } from '../../src/errors/gemmark-error.ts';
import type { RunnerName } from '../../src/model/runner.ts';
import type { RunRequest } from './run-request.ts';

/** Options that say two things at once are a mistake that would only show after the run. Throws {@link UsageError}. */
export function refuseContradictions(request: RunRequest): void {
	if (request.epochs > 1 && request.temperature === 0 && !request.determinism) {
		throw new UsageError(`--epochs ${request.epochs}: at temperature 0 every repeat is the same`, {
			hint: 'Add --temperature 1, or --determinism to check that it is so.',
		});
	}
	if (request.baseline !== undefined && request.gate === undefined) {
		throw new UsageError('--baseline is what a gate compares with, but there is no --gate', {
			hint: 'Add --gate FILE, or compare afterwards with: gemmark compare BASELINE RUN.',
		});
	}
	if (request.capture !== undefined && request.queue !== undefined) {
		throw new UsageError('--capture writes turns that happen here, but --queue has them happen elsewhere', {
			hint: 'Leave one of them out.',
		});
	}
	if (request.parallel !== undefined && request.queue !== undefined) {
		throw new UsageError('--parallel is for samples evaluated here, but --queue has workers evaluate them', {
			hint: 'Start more workers instead.',
		});
	}
	if (request.capture !== undefined && (request.parallel ?? 1) > 1) {
		throw new UsageError('--capture writes one turn after another, but --parallel has several under way', {
			hint: 'Leave one of them out.',
		});
	}
	if (request.capture !== undefined && (request.model?.length ?? 1) > 1) {
		throw new UsageError('--capture writes one run, but several models are named', {
			hint: 'Run each model by itself.',
		});
	}
	if (request.resume && (request.model?.length ?? 1) > 1) {
		throw new UsageError('--resume goes on with one run, but several models are named', {
			hint: 'Resume each run of the matrix by its own folder.',
		});
	}
	refuseForeignOptions(request);
}

/** An option that this engine would not even look at is a mistake about which engine runs. */
function refuseForeignOptions({ runner, baseUrl, template, realTime, parallel }: RunRequest): void {
	const foreign: readonly (readonly [option: string, given: boolean, of: readonly RunnerName[]])[] = [
		['--base-url', baseUrl !== undefined, ['openai']],
		['--template', template !== undefined, ['openai']],
		['--real-time', realTime === true, ['replay']],
		['--parallel', parallel !== undefined, ['llama-cpp', 'openai']],
	];
	for (const [option, given, of] of foreign) {
		if (!given || of.includes(runner)) continue;
		throw new UsageError(`${option} is for --runner ${of.join(' or ')}, but this is ${runner}`, {
			hint: `Add --runner ${of[0]}, or leave ${option} out.`,
		});
	}
}
