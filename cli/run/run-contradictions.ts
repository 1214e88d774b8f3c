import { UsageError } from '../../src/base/errors.ts';
import type { TargetConfig } from '../../src/config/define.ts';
import { requireBaselinePlace } from '../../src/run/inputs/baseline-file.ts';
import { refuseContradictoryChoices } from '../../src/run/run-choices.ts';
import type { RunRequest } from './run-request.ts';

/** Options that say two things at once are a mistake that would only show after the run. Throws {@link UsageError}. */
export function refuseContradictions(request: RunRequest, targets: readonly TargetConfig[]): void {
	// The option of whatever runner evaluates several samples at once.
	const { sequences } = request.runnerOptions;
	refuseContradictoryChoices(request, request.determinism);
	if (request.baseline !== undefined && request.gate === undefined) {
		throw new UsageError('--baseline is what a gate compares with, but there is no --gate', {
			hint: 'Add --gate FILE, or compare afterwards with: gemmark compare BASELINE RUN.',
		});
	}
	if (request.saveBaseline !== undefined) requireBaselinePlace(request.saveBaseline);
	if (request.saveBaseline !== undefined && targets.length > 1) {
		throw new UsageError('--save-baseline keeps one run, but several models are named', {
			hint: 'Run each model by itself.',
		});
	}
	const part = (['limit', 'filter', 'shard'] as const).find((name) => request[name] !== undefined);
	if (request.saveBaseline !== undefined && part !== undefined) {
		throw new UsageError(`--save-baseline keeps a whole run, but --${part} leaves samples out`, {
			hint: 'Leave one of them out; shards are kept once merged: gemmark merge ... --save-baseline FILE.',
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
	if (request.capture !== undefined && targets.length > 1) {
		throw new UsageError('--capture writes one run, but several models are named', {
			hint: 'Run each model by itself.',
		});
	}
	if (request.resume && targets.length > 1) {
		throw new UsageError('--resume goes on with one run, but several models are named', {
			hint: 'Resume each run of the matrix by its own folder.',
		});
	}
	if (request.interleave === true) refuseToInterleave(request, targets);
}

/** Turns are of one sample after another, here, and of the same samples. */
function refuseToInterleave(request: RunRequest, targets: readonly TargetConfig[]): void {
	if (targets.length < 2) {
		throw new UsageError('--interleave has several models take turns, but one is named', {
			hint: 'Name another --model, or leave it out.',
		});
	}
	if (request.queue !== undefined) {
		throw new UsageError('--interleave has models take turns here, but --queue has workers evaluate them', {
			hint: 'Leave one of them out.',
		});
	}
	if (request.earlyStop) {
		throw new UsageError('--interleave needs the same samples of each model, but --early-stop ends each at its own', {
			hint: 'Leave one of them out.',
		});
	}
	if (targets.some(({ sequences }) => Number(sequences ?? 1) > 1)) {
		throw new UsageError('--interleave evaluates one sample after another, but --parallel has several under way', {
			hint: 'Leave one of them out.',
		});
	}
}
