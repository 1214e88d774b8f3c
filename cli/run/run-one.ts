import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { OpenedTarget } from '../../api/run/load-target.ts';
import { type EndedRun, type LoadedRun, runLoaded } from '../../api/run/run-loaded.ts';
import { sampleOutcome } from '../../reports/terminal/run.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import type { CodeFile } from '../../src/corpus/manifest.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import type { SampleResult } from '../../src/eval/sample.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { LOG_NAME, resumedRunFolder } from '../../src/log/folder.ts';
import { peekHeader } from '../../src/log/read-log.ts';
import type { LoadedModel, ProbedThreads } from '../../src/model/runner.ts';
import type { RunChoices } from '../../src/run/run-choices.ts';
import type { LoadedGate } from '../gate/gate.ts';
import { whileWatched } from '../process/silent-thread.ts';
import { inYoungGeneration } from '../process/young-generation.ts';
import { painted } from '../terminal/paint.ts';
import { createProgress, NO_PROGRESS, type Progress } from '../terminal/progress.ts';
import { conclude, type FinishedRun } from './finished-run.ts';
import { loadModel } from './load-model.ts';
import type { RunRequest } from './run-request.ts';

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

/** What a probe found goes on to hold on the same machine, so that the times of a run are of one thread count. */
function keepProbed(probedThreads: Map<string, ProbedThreads>, logFile: string): void {
	const { engine, host } = peekHeader(logFile) ?? {};
	if (engine?.threadsFrom === 'probe' && host?.cores === availableParallelism())
		probedThreads.set(engine.runner, engine);
}
