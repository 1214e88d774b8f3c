import { UsageError } from '../../src/errors/gemmark-error.ts';
import type { RunRequest } from './run-request.ts';

/** Options that say two things at once are a mistake that would only show after the run. Throws {@link UsageError}. */
export function refuseContradictions(request: RunRequest, targets: number): void {
	// The option of whatever runner evaluates several samples at once.
	const { sequences } = request.runnerOptions;
	if (request.epochs > 1 && request.temperature === 0 && !request.determinism) {
		throw new UsageError(`--epochs ${request.epochs}: at temperature 0 every repeat is the same`, {
			hint: 'Add --temperature 1, or --determinism to check that it is so.',
		});
	}
	if (request.sampling === 'recommended' && request.temperature === 0) {
		throw new UsageError('--sampling recommended samples at temperature 1, but the temperature is set to 0', {
			hint: 'Leave one of them out.',
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
	if (sequences !== undefined && request.queue !== undefined) {
		throw new UsageError('--parallel is for samples evaluated here, but --queue has workers evaluate them', {
			hint: 'Start more workers instead.',
		});
	}
	if (request.capture !== undefined && Number(sequences ?? 1) > 1) {
		throw new UsageError('--capture writes one turn after another, but --parallel has several under way', {
			hint: 'Leave one of them out.',
		});
	}
	if (request.capture !== undefined && targets > 1) {
		throw new UsageError('--capture writes one run, but several models are named', {
			hint: 'Run each model by itself.',
		});
	}
	if (request.resume && targets > 1) {
		throw new UsageError('--resume goes on with one run, but several models are named', {
			hint: 'Resume each run of the matrix by its own folder.',
		});
	}
}
