import { join } from 'node:path';
import { BUNDLED_MODEL_NAME } from '../../src/run/bundled-model.ts';
import { newReportFolder, slug } from '../../src/run/run-folder.ts';
import { writeComparison } from '../compare/compare.ts';
import { composeApp, composeSuites } from '../compose.ts';
import { reportFailure } from '../failure.ts';
import { catchInterrupt, INTERRUPTED_EXIT_CODE } from '../interrupt.ts';
import { loadGateAndBaseline } from '../report/gate.ts';
import { loadRunner } from '../../api/runners.ts';
import { refuseContradictions } from './run-contradictions.ts';
import { type Composition, type FinishedRun, runOne, tellRun } from './run-one.ts';
import type { RunRequest } from './run-request.ts';

/**
 * `gemmark run`: each model is loaded once, evaluated and reported; several models are compared, the first as baseline.
 * Returns the worst exit code.
 */
export async function run(request: RunRequest): Promise<number> {
	refuseContradictions(request);
	if (request.queue !== undefined) await (await import('../../src/queue/connection.ts')).requireRedis(request.queue);
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
	} catch (error) {
		// Ctrl-C while the model was being found or loaded: nothing was begun.
		if (!interrupt.signal.aborted) throw error;
		reportFailure(error, (line) => process.stderr.write(`${line}\n`));
		return INTERRUPTED_EXIT_CODE;
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
