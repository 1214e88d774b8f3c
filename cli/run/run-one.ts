import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { gate as holdAgainst } from '../../api/log/judge.ts';
import { readRun } from '../../api/log/read-run.ts';
import { exitCodeOf } from '../../api/run/exit-code.ts';
import type { OpenedTarget } from '../../api/run/load-target.ts';
import { type EndedRun, type LoadedRun, runLoaded } from '../../api/run/run-loaded.ts';
import type { CodeFile } from '../../src/corpus/file-identity.ts';
import type { EnvironmentError, GemmarkError } from '../../src/errors/gemmark-error.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import type { GateResult } from '../../src/eval/gate/gate.ts';
import type { SampleResult } from '../../src/eval/sample.ts';
import type { Suite } from '../../src/eval/suite/suite.ts';
import { shownPath } from '../../src/files/shown-path.ts';
import { peekHeader } from '../../src/log/file/peek-header.ts';
import type { Log } from '../../src/log/record.ts';
import type { LoadedModel, ProbedThreads } from '../../src/model/runner.ts';
import { shellQuoted } from '../../src/run/command-line.ts';
import { LOG_NAME } from '../../src/run/folder/log-path.ts';
import { resumedRunFolder } from '../../src/run/folder/run-folder.ts';
import type { RunChoices } from '../../src/run/run-choices.ts';
import type { LoadedGate } from '../gate/gate.ts';
import { reportFailure } from '../process/failure.ts';
import { INTERRUPTED_EXIT_CODE } from '../process/interrupt.ts';
import { whileWatched } from '../process/silent-thread.ts';
import { inYoungGeneration } from '../process/young-generation.ts';
import { keepBaseline, printGate } from '../report/conclude.ts';
import { tellEvidence } from '../report/evidence.ts';
import { tellGithub } from '../report/github.ts';
import { readTold, tellReports } from '../report/long-log.ts';
import { exitCodeUnwritten, tellUnwritten, unwrittenReports } from '../report/unwritten-reports.ts';
import { painted } from '../terminal/paint.ts';
import { createProgress, NO_PROGRESS, type Progress } from '../terminal/progress.ts';
import { singleLine } from '../terminal/terminal-text.ts';
import { loadModel } from './load-model.ts';
import type { RunRequest } from './run-request.ts';
import { sampleOutcome } from './summary/sample-outcome.ts';
import { printSummary } from './summary/summary.ts';

/** What all targets of a run have in common. */
export interface RunParts {
	readonly suites: readonly Suite[];
	readonly app: AppUnderTest;
	/** Of the config, where it is a module: it runs during the evaluation. */
	readonly code: readonly CodeFile[] | undefined;
	readonly signal: AbortSignal;
	readonly gate: LoadedGate | undefined;
	readonly choices: RunChoices;
	/** What probes have found so far, by runner. */
	readonly probedThreads: Map<string, ProbedThreads>;
}

/** A run that came to an end, good or bad, with its reports written where that was possible. */
export interface FinishedRun {
	readonly exitCode: number;
	readonly folder: string;
	readonly log: Log;
	/** What ended it early. */
	readonly failure?: GemmarkError | undefined;
	readonly gate?: GateResult | undefined;
	/** Why there are no reports. */
	readonly unwritten?: EnvironmentError | undefined;
}

/** Loads one target, evaluates it into a folder of its own and reports it. */
export async function runOne(
	request: RunRequest,
	parts: RunParts,
	target: OpenedTarget,
	out: string | undefined,
): Promise<FinishedRun> {
	const resumed = request.resume ? resumedRunFolder(out) : undefined;
	if (resumed !== undefined) keepProbed(parts.probedThreads, join(resumed, LOG_NAME));
	const model = await loadModel(target, parts.signal, parts.probedThreads, request.quiet);
	const progress = runProgress(request, target.name ?? model.identity.name);
	try {
		const running = loadedRun(request, parts, model, target.name, out, progress);
		const evaluated = (): Promise<EndedRun> => runLoaded({ ...running, resumed, onProgress: progress.update });
		const { folder, failure } = await inYoungGeneration(() =>
			parts.code !== undefined ? whileWatched(evaluated) : evaluated(),
		);
		progress.finish();
		// The engine gives its memory back before the reports are rendered.
		await model.dispose();
		return await conclude(request, parts, folder, failure);
	} finally {
		progress.finish();
		await model.dispose();
	}
}

/** The run of a loaded model as it was asked for. */
export function loadedRun(
	request: RunRequest,
	{ suites, app, code, signal, choices, gate }: RunParts,
	model: LoadedModel,
	target: string | undefined,
	out: string | undefined,
	progress: Progress,
): Omit<LoadedRun, 'onProgress'> {
	const tell = (result: SampleResult): void => {
		progress.print(painted(sampleOutcome(result, suites), process.stderr));
	};
	return {
		model,
		target,
		suites,
		app,
		code,
		choices,
		out,
		capture: request.capture,
		queue: request.queue,
		baseline: gate?.baseline,
		allow: request.allow,
		signal,
		onWarning: (line) => (request.quiet ? undefined : process.stderr.write(`gemmark: ${singleLine(line)}\n`)),
		onSample: request.verbose ? tell : undefined,
	};
}

/** Progress on stderr, as far as it is wanted. */
export function runProgress({ quiet }: RunRequest, title: string): Progress {
	return quiet ? NO_PROGRESS : createProgress(process.stderr, title);
}

/** Whatever ended the run, what was evaluated is reported. */
export async function conclude(
	request: RunRequest,
	{ gate }: RunParts,
	folder: string,
	failure: GemmarkError | undefined,
): Promise<FinishedRun> {
	const log = await readTold(join(folder, LOG_NAME), readRun, request).catch((error: unknown) => {
		// What ended the run may have taken its log, too.
		throw failure ?? error;
	});
	const ended = failure !== undefined || log.footer?.outcome === 'interrupted';
	let result: GateResult | undefined;
	let unwritten: EnvironmentError | undefined;
	try {
		if (!ended && gate !== undefined) {
			result = holdAgainst(log, gate.gate, gate.baseline, { allow: request.allow });
		}
	} finally {
		tellReports(log, request);
		unwritten = await unwrittenReports({ folder, log }, { lang: request.lang, gate: result });
	}
	tellGithub({ log, out: unwritten === undefined ? folder : undefined }, result);
	const exitCode = exitCodeOf(log, { failure, gate: result });
	keepBaseline(request.saveBaseline, log, folder, exitCode);
	return { exitCode: exitCodeUnwritten(unwritten, exitCode), folder, log, failure, gate: result, unwritten };
}

/** Prints what a run came to: its summary and gate to stdout, what went wrong to stderr. */
export function printRun(
	{ log, folder, failure, gate, unwritten, exitCode }: FinishedRun,
	{ json, quiet = false }: Pick<RunRequest, 'json' | 'quiet'>,
	isOneOfSeveral = false,
): void {
	printSummary(log, folder, { json, quiet, unwritten, gate });
	printGate(gate, { json, quiet });
	if (failure !== undefined) {
		reportFailure(failure, (line) => process.stderr.write(`${line}\n`));
		process.stderr.write(`gemmark: what was done before is in ${shownPath(folder)}\n`);
	} else if (exitCode === 3) tellEvidence(log);
	tellUnwritten(unwritten, exitCode);
	if (exitCode === INTERRUPTED_EXIT_CODE) {
		const { target, interleaved } = log.header;
		const named = isOneOfSeveral && target !== undefined ? ` --target ${shellQuoted(target)}` : '';
		const alone = isOneOfSeveral ? ' (one model at a time)' : '';
		const onward = `go on with --resume${named} --out ${shellQuoted(shownPath(folder))} and the same options${alone}`;
		const anew = 'runs in turns cannot be gone on with: start them again';
		process.stderr.write(`gemmark: ${interleaved === undefined ? onward : anew}\n`);
	}
}

/** What a probe found goes on to hold on the same machine, so that the times of a run are of one thread count. */
function keepProbed(probedThreads: Map<string, ProbedThreads>, logFile: string): void {
	const { engine, host } = peekHeader(logFile) ?? {};
	if (engine?.threadsFrom === 'probe' && host?.cores === availableParallelism())
		probedThreads.set(engine.runner, engine);
}
