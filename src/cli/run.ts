import { join } from 'node:path';
import { type ExitCode, GemmarkError, UsageError } from '../errors/gemmark-error.ts';
import type { AppUnderTest } from '../eval/app.ts';
import type { Suite } from '../eval/suite.ts';
import type { Runner } from '../model/runner.ts';
import { composeApp, composeSuites } from './compose.ts';
import { reportFailure } from './failure.ts';
import { catchInterrupt, INTERRUPTED_EXIT_CODE } from './interrupt.ts';
import { loadModel } from './load-model.ts';
import { createProgress } from './progress.ts';
import { displayPath, LOG_NAME, markLatest, newRunFolder, resumedRunFolder } from './run-folder.ts';
import { runModel } from './run-model.ts';
import { runOrigin } from './run-origin.ts';
import type { RunRequest } from './run-request.ts';
import { runSettings } from './run-settings.ts';
import { loadRunner } from './runners.ts';
import { printSummary } from './summary.ts';
import { writeRunReports } from './write-reports.ts';

/** `gemmark run`: each model is loaded once, evaluated and reported. Returns the exit code. */
export async function run(request: RunRequest): Promise<number> {
	refuseContradictions(request);
	const [suites, app, runner] = await Promise.all([composeSuites(request), composeApp(), loadRunner(request.runner)]);
	const interrupt = catchInterrupt(() => {
		process.stderr.write('\ngemmark: stopping; what is done is kept. Ctrl-C again ends at once\n');
	});
	try {
		return await runOne(request, { suites, app, runner, signal: interrupt.signal });
	} finally {
		interrupt.release();
	}
}

interface Composition {
	readonly suites: readonly Suite[];
	readonly app: AppUnderTest;
	readonly runner: Runner;
	readonly signal: AbortSignal;
}

async function runOne(request: RunRequest, composition: Composition): Promise<number> {
	const { suites, app, runner, signal } = composition;
	const resumed = request.resume ? resumedRunFolder(request.out) : undefined;
	const model = await loadModel(runner, request, request.model?.[0], signal);
	let folder: string;
	let failure: GemmarkError | undefined;
	try {
		folder = resumed ?? newRunFolder(request.out, model.identity.name, new Date());
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
			markLatest(folder);
		}
	} finally {
		await model.dispose();
	}
	return conclude(request, folder, failure, signal.aborted);
}

/** Whatever ended the run, what was evaluated is reported. */
async function conclude(
	request: RunRequest,
	folder: string,
	failure: GemmarkError | undefined,
	interrupted: boolean,
): Promise<number> {
	const log = await writeRunReports(join(folder, LOG_NAME), folder, request.lang);
	printSummary(log, folder, request.json);
	if (failure !== undefined) {
		const exitCode: ExitCode = reportFailure(failure, (line) => process.stderr.write(`${line}\n`));
		process.stderr.write(`gemmark: what was done before is in ${displayPath(folder)}\n`);
		return exitCode;
	}
	if (interrupted) {
		process.stderr.write(
			`gemmark: go on with: gemmark run --resume --out ${displayPath(folder)} (and the same options)\n`,
		);
		return INTERRUPTED_EXIT_CODE;
	}
	return 0;
}

function refuseContradictions(request: RunRequest): void {
	if (request.epochs > 1 && request.temperature === 0 && !request.determinism) {
		throw new UsageError(`--epochs ${request.epochs}: at temperature 0 every repeat is the same`, {
			hint: 'Add --temperature 1, or --determinism to check that it is so.',
		});
	}
}
