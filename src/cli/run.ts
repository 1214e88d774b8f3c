import { join } from 'node:path';
import { type ExitCode, GemmarkError, UsageError } from '../errors/gemmark-error.ts';
import type { AppUnderTest } from '../eval/app.ts';
import type { Gate } from '../eval/gate.ts';
import type { Suite } from '../eval/suite.ts';
import type { Log } from '../log/record.ts';
import type { Runner } from '../model/runner.ts';
import { BUNDLED_MODEL_NAME } from './bundled-model.ts';
import { writeComparison } from './compare.ts';
import { composeApp, composeSuites } from './compose.ts';
import { reportFailure } from './failure.ts';
import { applyGate, gateLines, loadGate } from './gate.ts';
import { catchInterrupt, INTERRUPTED_EXIT_CODE } from './interrupt.ts';
import { loadModel } from './load-model.ts';
import { createProgress } from './progress.ts';
import {
	displayPath,
	LOG_NAME,
	markLatest,
	newReportFolder,
	newRunFolder,
	resumedRunFolder,
	slug,
} from './run-folder.ts';
import { runModel } from './run-model.ts';
import { runOrigin } from './run-origin.ts';
import type { RunRequest } from './run-request.ts';
import { runSettings } from './run-settings.ts';
import { loadRunner } from './runners.ts';
import { printSummary } from './summary.ts';
import { writeRunReports } from './write-reports.ts';

/**
 * `gemmark run`: each model is loaded once, evaluated and reported; several models are compared, the first as baseline.
 * Returns the worst exit code.
 */
export async function run(request: RunRequest): Promise<number> {
	refuseContradictions(request);
	const gate = request.gate === undefined ? undefined : loadGate(request.gate);
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
		return models.length === 1
			? (await runOne(request, composition, models[0], request.out)).exitCode
			: await runMatrix(request, composition, models);
	} finally {
		interrupt.release();
	}
}

interface Composition {
	readonly suites: readonly Suite[];
	readonly app: AppUnderTest;
	readonly runner: Runner;
	readonly signal: AbortSignal;
	readonly gate: Gate | undefined;
}

interface FinishedRun {
	readonly exitCode: number;
	readonly log: Log;
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
		finished.push(
			await runOne(request, composition, model, join(folder, `${index + 1}-${slug(model ?? BUNDLED_MODEL_NAME)}`)),
		);
	}
	if (finished.length > 1)
		await writeComparison(
			finished.map(({ log }) => log),
			folder,
			request,
		);
	return Math.max(...finished.map(({ exitCode }) => exitCode));
}

async function runOne(
	request: RunRequest,
	composition: Composition,
	reference: string | undefined,
	out: string | undefined,
): Promise<FinishedRun> {
	const { suites, app, runner, signal } = composition;
	const resumed = request.resume ? resumedRunFolder(out) : undefined;
	const model = await loadModel(runner, request, reference, signal);
	let folder: string;
	let failure: GemmarkError | undefined;
	try {
		folder = resumed ?? newRunFolder(out, model.identity.name, new Date());
		const progress = createProgress(process.stderr, model.identity.name);
		try {
			await runModel({
				model,
				suites,
				app,
				settings: runSettings(request, model),
				origin: runOrigin(),
				logFile: join(folder, LOG_NAME),
				resume: request.resume,
				signal,
				onProgress: progress.update,
			});
		} catch (error) {
			if (!(error instanceof GemmarkError) || error.exitCode !== 3) throw error;
			failure = error;
		} finally {
			progress.finish();
		}
	} finally {
		await model.dispose();
	}
	markLatest(folder);
	return conclude(request, composition, folder, failure);
}

/** Whatever ended the run, what was evaluated is reported. */
async function conclude(
	request: RunRequest,
	{ gate, signal }: Composition,
	folder: string,
	failure: GemmarkError | undefined,
): Promise<FinishedRun> {
	const log = await writeRunReports(join(folder, LOG_NAME), folder, request.lang);
	printSummary(log, folder, request.json);
	if (failure !== undefined) {
		const exitCode: ExitCode = reportFailure(failure, (line) => process.stderr.write(`${line}\n`));
		process.stderr.write(`gemmark: what was done before is in ${displayPath(folder)}\n`);
		return { exitCode, log };
	}
	if (signal.aborted) {
		process.stderr.write(`gemmark: go on with --resume --out ${displayPath(folder)} and the same options\n`);
		return { exitCode: INTERRUPTED_EXIT_CODE, log };
	}
	if (gate === undefined) return { exitCode: 0, log };
	const result = await applyGate(gate, log, request.baseline);
	const stream = request.json ? process.stderr : process.stdout;
	stream.write(`${gateLines(result).join('\n')}\n`);
	return { exitCode: result.passed ? 0 : 1, log };
}

function refuseContradictions(request: RunRequest): void {
	if (request.epochs > 1 && request.temperature === 0 && !request.determinism) {
		throw new UsageError(`--epochs ${request.epochs}: at temperature 0 every repeat is the same`, {
			hint: 'Add --temperature 1, or --determinism to check that it is so.',
		});
	}
	if (request.resume && (request.model?.length ?? 1) > 1) {
		throw new UsageError('--resume goes on with one run, but several models are named', {
			hint: 'Resume each run of the matrix by its own folder.',
		});
	}
}
