import { join } from 'node:path';
import { UsageError } from '../errors/gemmark-error.ts';
import { BUNDLED_MODEL_NAME } from './bundled-model.ts';
import { writeComparison } from './compare.ts';
import { composeApp, composeSuites } from './compose.ts';
import { loadGateAndBaseline } from './gate.ts';
import { catchInterrupt } from './interrupt.ts';
import { newReportFolder, slug } from './run-folder.ts';
import { type Composition, type FinishedRun, runOne, tellRun } from './run-one.ts';
import type { RunRequest } from './run-request.ts';
import { loadRunner } from './runners.ts';

/**
 * `gemmark run`: each model is loaded once, evaluated and reported; several models are compared, the first as baseline.
 * Returns the worst exit code.
 */
export async function run(request: RunRequest): Promise<number> {
	refuseContradictions(request);
	if (request.queue !== undefined) await (await import('./queue-connection.ts')).requireRedis(request.queue);
	const gate = request.gate === undefined ? undefined : await loadGateAndBaseline(request.gate, request.baseline);
	const [suites, app, runner] = await Promise.all([
		composeSuites(request.suite),
		composeApp(),
		loadRunner(request.runner),
	]);
	const interrupt = catchInterrupt(() => {
		process.stderr.write('\ngemmark: stopping; what is done is kept. Ctrl-C again ends at once\n');
	});
	const composition = { suites, app, runner, signal: interrupt.signal, gate };
	try {
		const models = request.model ?? [undefined];
		if (models.length > 1) return await runMatrix(request, composition, models);
		const finished = await runOne(request, composition, models[0], request.out);
		tellRun(finished, request.json);
		return finished.exitCode;
	} finally {
		interrupt.release();
	}
}

async function runMatrix(
	request: RunRequest,
	composition: Composition,
	models: readonly (string | undefined)[],
): Promise<number> {
	const folder = newReportFolder(request.out, 'comparison', new Date());
	const finished: FinishedRun[] = [];
	for (const [index, model] of models.entries()) {
		if (composition.signal.aborted) break;
		const own = join(folder, `${index + 1}-${slug(model ?? BUNDLED_MODEL_NAME)}`);
		const run = await runOne(request, composition, model, own);
		finished.push(run);
		// With --json the comparison is the one object on stdout.
		if (!request.json) tellRun(run, false);
	}
	const logs = finished.map(({ log }) => log);
	if (logs.length > 1) await writeComparison(logs, () => folder, request);
	return Math.max(...finished.map(({ exitCode }) => exitCode));
}

function refuseContradictions(request: RunRequest): void {
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
}
