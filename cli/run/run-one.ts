import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GemmarkError } from '../../src/errors/gemmark-error.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import type { GateResult } from '../../src/eval/gate.ts';
import type { Suite } from '../../src/eval/suite.ts';
import type { Log } from '../../src/log/record.ts';
import type { Runner } from '../../src/model/runner.ts';
import { CaptureFile } from '../../src/run/capture-file.ts';
import { shellQuoted } from '../../src/run/command-line.ts';
import { displayPath, LOG_NAME, markLatest, newRunFolder, resumedRunFolder } from '../../src/run/run-folder.ts';
import { runModel } from '../../src/run/run-model.ts';
import { runOrigin } from '../../src/run/run-origin.ts';
import { reportFailure } from '../failure.ts';
import { INTERRUPTED_EXIT_CODE } from '../interrupt.ts';
import { createProgress } from '../progress.ts';
import { applyGate, gateLines, type LoadedGate } from '../report/gate.ts';
import { writeRunReports } from '../../api/write-reports.ts';
import { loadModel } from './load-model.ts';
import type { RunRequest } from './run-request.ts';
import { runSettings } from './run-settings.ts';
import { printSummary } from './summary.ts';

/** What every model of a run has in common. */
export interface Composition {
	readonly suites: readonly Suite[];
	readonly app: AppUnderTest;
	readonly runner: Runner;
	readonly signal: AbortSignal;
	readonly gate: LoadedGate | undefined;
}

/** A run that came to an end, good or bad, with its reports written. */
export interface FinishedRun {
	readonly exitCode: number;
	readonly folder: string;
	readonly log: Log;
	/** What ended it early. */
	readonly failure?: GemmarkError;
	readonly gate?: GateResult;
}

/** Loads one model, evaluates it into a folder of its own and reports it. */
export async function runOne(
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
		const capture = request.capture === undefined ? undefined : new CaptureFile(request.capture, request.resume);
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
				...(request.queue === undefined ? {} : { queue: request.queue }),
				...(capture === undefined ? {} : { loggerFor: (planned) => capture.loggerFor(planned) }),
				signal,
				onProgress: progress.update,
			});
			capture?.requireWhole();
		} catch (error) {
			if (!(error instanceof GemmarkError) || error.exitCode !== 3) throw error;
			// Where not even a log could be begun, there is nothing to report.
			if (!existsSync(join(folder, LOG_NAME))) throw error;
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
	const log = await writeRunReports(join(folder, LOG_NAME), folder, request.lang).catch((error: unknown) => {
		// What ended the run, such as a full disk, also keeps its reports from being written.
		throw failure ?? error;
	});
	if (failure !== undefined) return { exitCode: failure.exitCode, folder, log, failure };
	if (signal.aborted) return { exitCode: INTERRUPTED_EXIT_CODE, folder, log };
	if (gate === undefined) return { exitCode: 0, folder, log };
	const result = applyGate(gate, log);
	return { exitCode: result.passed ? 0 : 1, folder, log, gate: result };
}

/** Prints what a run came to: its summary and gate to stdout, what went wrong to stderr. */
export function tellRun({ log, folder, failure, gate, exitCode }: FinishedRun, json: boolean): void {
	printSummary(log, folder, json);
	if (gate !== undefined) (json ? process.stderr : process.stdout).write(`${gateLines(gate).join('\n')}\n`);
	if (failure !== undefined) {
		reportFailure(failure, (line) => process.stderr.write(`${line}\n`));
		process.stderr.write(`gemmark: what was done before is in ${displayPath(folder)}\n`);
	}
	if (exitCode === INTERRUPTED_EXIT_CODE) {
		process.stderr.write(
			`gemmark: go on with --resume --out ${shellQuoted(displayPath(folder))} and the same options\n`,
		);
	}
}
