import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GemmarkError } from '../src/base/errors.ts';
import { englishOf } from '../src/base/message.ts';
import { ENGINE_DIALECT } from '../src/dialects/conversation/open-conversation.ts';
import type { InTurn } from '../src/eval/evaluate/evaluate.ts';
import { declaredSuite } from '../src/eval/run.ts';
import type { RunSettings } from '../src/eval/settings.ts';
import type { Suite } from '../src/eval/suite.ts';
import { doubtful, findingMessage } from '../src/lint/subject.ts';
import { dropEmptyFolder, LOG_NAME, markLatest, newRunFolder } from '../src/log/folder.ts';
import { readLogFile } from '../src/log/read-log.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import { requireKnownFields } from '../src/summary/compare/comparability.ts';
import { requireComparable } from '../src/summary/compare/compare.ts';
import { codeLines } from '../src/summary/compare/identity.ts';
import { RunCapture } from './capture.ts';
import { runSettings, unusedSamplers } from './choices.ts';
import { loggedApp } from './compose/compose-app.ts';
import type { OpenedTarget } from './compose/load.ts';
import { type DeclaredRun, runOrigin } from './header.ts';
import { surplusThreads } from './host.ts';
import { lintModel } from './lint.ts';
import type { Prepared, RunRequest } from './prepare.ts';
import { type Run, warned } from './results/read-run.ts';
import { type RunProgress, runModel, type WrittenLog } from './run-log.ts';

/** A loaded target and the suites that it is asked. */
export interface LoadedRun {
	readonly prepared: Pick<Prepared, 'composition' | 'choices' | 'gate'>;
	readonly request: Pick<RunRequest, 'capture' | 'queue' | 'allow' | 'first' | 'maxFailures' | 'signal' | 'listen'>;
	readonly suites: readonly Suite[];
	readonly target: Pick<OpenedTarget, 'name'>;
	readonly model: LoadedModel;
	/** Absent: `results/<time>-<model>`. */
	readonly out?: string;
	/** Folder of the run to continue. */
	readonly resumed?: string;
	readonly interleaved?: string;
	readonly inTurn?: InTurn;
	readonly spread?: boolean;
	readonly onProgress?: (progress: Omit<RunProgress, 'title'>) => void;
}

/** All that a run says of itself before its first sample. */
export async function declareRun({
	prepared,
	suites,
	target,
	model,
	interleaved,
}: Pick<LoadedRun, 'prepared' | 'suites' | 'target' | 'model' | 'interleaved'>): Promise<DeclaredRun> {
	const { choices, composition } = prepared;
	const { app, code } = composition;
	const settings = runSettings(choices, model, app.system);
	const lint = await lintModel(model, settings.dialect, app, choices.thinking);
	const warnings = [
		...unusedSamplers(choices, model),
		...surplusThreads(model.engine),
		...doubtful(lint).map(findingMessage),
		...suites.flatMap((suite) => suite.warnings ?? []),
	];
	return { target: target.name, model, app, code, settings, lint, warnings, interleaved, origin: runOrigin() };
}

/**
 * Evaluates a loaded model into a folder. An engine or machine that fails is in the result, and samples before it stand;
 * anything else is thrown, as is a failure before there is a log.
 */
export async function runLoaded(run: LoadedRun): Promise<Run> {
	const { model, request, resumed, out, suites } = run;
	const { listen, capture: captured } = request;
	const declared = await declareRun(run);
	requireSameQuestion(run, declared.settings);
	for (const warning of declared.warnings ?? []) listen?.warning?.(warning);
	const capture =
		captured === undefined
			? undefined
			: new RunCapture(captured, {
					resume: resumed !== undefined,
					miniature: model.identity.miniature,
					engineReads: declared.settings.dialect === ENGINE_DIALECT,
					timingsNotComparable: englishOf(model.engine.timingsNotComparable),
				});
	const wasThere = out !== undefined && existsSync(out);
	const folder = resumed ?? newRunFolder(out, model.identity.name, new Date(), { resumes: true });
	const logFile = join(folder, LOG_NAME);
	const isFailure = (error: unknown): error is GemmarkError => error instanceof GemmarkError && error.exitCode === 3;
	let written: WrittenLog;
	try {
		written = await runModel({
			...declared,

			suites,
			logFile,
			resume: resumed !== undefined,
			inTurn: run.inTurn,
			spread: run.spread,
			onProgress: run.onProgress,
			first: request.first,
			allow: request.allow,
			queue: request.queue,
			maxFailures: request.maxFailures,
			signal: request.signal,
			onWarning: listen?.warning?.bind(listen),
			// At the begin, because a killed run never ends: the newest is the one to continue.
			onBegun: () => markLatest(folder),
			loggerFor: capture && ((planned) => capture.loggerFor(planned)),
			onSample(result) {
				capture?.sampled(result);
				listen?.sample?.(result);
			},
		});
		capture?.requireWhole();
		if (capture?.turns === 0) listen?.warning?.(`${captured}: ${NOTHING_CAPTURED}`);
	} catch (error) {
		if (!isFailure(error) || !existsSync(logFile)) throw error;
		// What ended the run may have taken its log, too.
		const log = await readLogFile(logFile).catch(() => {
			throw error;
		});
		written = { log, error };
	} finally {
		capture?.end();
		// A run that was refused leaves nothing, and the one before stays the latest.
		if (!wasThere && !existsSync(logFile)) dropEmptyFolder(folder);
	}
	const { log, error: failure } = written;
	if (failure !== undefined && !isFailure(failure)) throw failure;
	return { folder, log: warned(log), failure };
}

const NOTHING_CAPTURED =
	'nothing was captured: only turns of the app’s loop here are, in suites of one user turn for each sample';

/** A baseline that was asked something else is refused before the first sample, not after the last. */
function requireSameQuestion({ prepared, request, model, suites }: LoadedRun, settings: RunSettings): void {
	const { composition, gate } = prepared;
	const asked = suites.map((suite) => declaredSuite(suite, { skipped: [], planned: 0 }));
	const { identity, engine } = model;
	const header = { model: identity, engine, settings, suites: asked, app: loggedApp(composition.app, engine) };
	const { allow, listen } = request;
	requireKnownFields(allow, gate?.baseline === undefined ? [{ header }] : [gate.baseline, { header }]);
	if (gate?.baseline === undefined) return;
	requireComparable(gate.baseline, { header }, { allow });
	for (const line of codeLines(gate.baseline.header, { code: composition.code })) listen?.warning?.(line);
}
