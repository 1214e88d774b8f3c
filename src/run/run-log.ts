import { setImmediate } from 'node:timers/promises';
import { EngineError, GemmarkError } from '../base/errors.ts';
import { distinct, type Said } from '../base/message.ts';
import { packageVersion } from '../base/read-file.ts';
import type { CorpusLogger } from '../chat/corpus-log.ts';
import type { CodeFile } from '../corpus/manifest.ts';
import { noHistory, openConversation } from '../dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../eval/app.ts';
import { Confirmations } from '../eval/evaluate/confirm.ts';
import { type DoneSample, type EvaluateOptions, evaluate, type InTurn } from '../eval/evaluate/evaluate.ts';
import { SampleFailure } from '../eval/evaluate/evaluate-sample.ts';
import { type PlannedSample, planRun, type SuitePlan } from '../eval/plan.ts';
import { declaredSuite } from '../eval/run.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { RunSettings } from '../eval/settings.ts';
import type { Suite } from '../eval/suite.ts';
import type { LintFinding } from '../lint/subject.ts';
import { sampleProblem } from '../log/line.ts';
import {
	LOG_VERSION,
	type LogFailure,
	type LogFooter,
	type LoggedTemplate,
	type LogHeader,
	type LogRecord,
	namedHeader,
} from '../log/record.ts';
import { holdLog, type LogWriter, openLogFile } from '../log/write-log.ts';
import type { LoadedModel, RawModel } from '../model/runner.ts';
import type { QueuedWork } from '../queue/evaluate-over-queue.ts';
import { loggedApp } from './compose/compose-app.ts';
import { gitIdentity, hostIdentity, repeatCommand } from './host.ts';
import { resumedRun, type StartedRun } from './resume.ts';

export interface ModelRun extends DeclaredRun {
	readonly suites: readonly Suite[];
	readonly logFile: string;
	readonly resume: boolean;
	/** In what a resumed run may differ from what it was: `code`. */
	readonly allow?: readonly string[] | undefined;
	/** Address of a Redis: workers do the work, the loaded model only tells who they must be. */
	readonly queue?: string | undefined;
	/** Where the run takes turns with others: how. */
	readonly inTurn?: InTurn | undefined;
	/** Captures the app's turns. */
	readonly loggerFor?: ((planned: PlannedSample) => CorpusLogger | undefined) | undefined;
	readonly signal: AbortSignal;
	readonly onWarning?: ((line: string) => void) | undefined;
	/** Told once its log is there, or is gone on with. */
	readonly onBegun?: (() => void) | undefined;
	readonly onProgress: ProgressListener;
	/** Told of each sample once it is in the log. */
	readonly onSample?: ((result: SampleResult) => void) | undefined;
}

/**
 * Evaluates one loaded model into its log. The log always ends with a footer that tells how it ended, unless the
 * process was killed; an engine failure is logged, then thrown.
 */
export async function runModel(run: ModelRun): Promise<LogFooter['outcome']> {
	const plans = planRun(run.suites, run.settings, {
		grammar: run.model.kind === 'raw' && run.model.grammar,
		noHistory: noHistory(run.model),
	});
	const header = logHeader(run, plans);
	const held = holdLog(run.logFile);
	try {
		const before = run.resume ? await resumedRun(run, header) : undefined;
		const log = openLogFile(run.logFile, before?.end ?? 'create', { held });
		try {
			if (before?.started === undefined) log.append(header);
			run.onBegun?.();
			return await evaluateInto(log, run, plans, { header, done: [], ...before?.started });
		} finally {
			log.close();
		}
	} finally {
		held.release();
	}
}

async function evaluateInto(
	log: LogWriter,
	run: ModelRun,
	plans: readonly SuitePlan[],
	before: StartedRun,
): Promise<LogFooter['outcome']> {
	const plan = plans.flatMap((part) => part.samples);
	let done = before.done.length;
	let outcome: LogFooter['outcome'] = 'complete';
	const ofSuite = suiteProgress(plans, before.done);
	const confirmations = new Confirmations(run.model);
	let appended = false;
	const append = (record: LogRecord): void => {
		appended = true;
		log.append(record);
	};
	run.onProgress(done, plan.length, '');
	try {
		const work = { plan, settings: run.settings, done: before.done, signal: run.signal };
		const results =
			run.queue === undefined
				? evaluateHere(run, work, confirmations)
				: await evaluateElsewhere(run.queue, run, {
						...work,
						header: before.header,
						onWorker: append,
						onWarning: run.onWarning,
					});
		for await (const result of results) {
			append({ type: 'sample', ...result });
			confirmations.logged(result);
			done += 1;
			run.onSample?.(result);
			run.onProgress(done, plan.length, `${result.suite} ${result.sampleId}`, ofSuite(result));
			// An engine in this process may never wait for anything: timers, Ctrl-C and what is to be freed come to their turn here.
			await setImmediate();
		}
		if (run.signal.aborted) outcome = 'interrupted';
		if (appended && run.queue === undefined) await confirmations.behindRun();
		return outcome;
	} catch (error) {
		outcome = 'failed';
		append(failureOf(error, confirmations));
		// Another model may be why it failed, and have answered before.
		if (run.queue === undefined && !isUnconfirmed(error)) {
			await confirmations.behindRun().catch((changed: unknown) => append(failureOf(changed, confirmations)));
		}
		throw toldError(error);
	} finally {
		// A run that was whole already keeps the end that it has.
		if (appended || before.footer?.outcome !== outcome) log.append(await footerOf(run, outcome, before));
	}
}

/** How the run ended. Its peak, and what put it in doubt, is that of all its parts. */
async function footerOf(
	{ model, app }: Pick<ModelRun, 'model' | 'app'>,
	outcome: LogFooter['outcome'],
	{ footer: before, doubts: begun = [] }: Pick<StartedRun, 'footer' | 'doubts'>,
): Promise<LogFooter> {
	const now = await model.peakRssBytes().catch(() => undefined);
	const doubts = [...((await app.doubts?.().catch(() => undefined)) ?? []), ...(model.doubts?.() ?? [])];
	const warnings = distinct([...(before?.warnings ?? []), ...begun, ...doubts]);
	const peaks = [now, before?.peakRssBytes].filter((peak) => peak !== undefined);
	return {
		type: 'footer',
		endedAt: new Date().toISOString(),
		outcome,
		...(peaks.length === 0 ? {} : { peakRssBytes: Math.max(...peaks) }),
		...(warnings.length > 0 && { warnings }),
	};
}

type HereWork = Pick<EvaluateOptions, 'plan' | 'settings' | 'signal'> & { readonly done: readonly DoneSample[] };

function evaluateHere(run: ModelRun, work: HereWork, confirmations: Confirmations): AsyncIterable<SampleResult> {
	return evaluate({
		...work,
		openConversation: (options) => openConversation(run.model, run.settings.dialect, options),
		watchSample: run.model.watchSample?.bind(run.model),
		confirm: (sample) => confirmations.behindSample(sample),
		app: run.app,
		parallel: run.model.engine.sequences ?? 1,
		inTurn: run.inTurn,
		problemOf: (sample) => sampleProblem(sample, run.settings.dialect),
		...(run.loggerFor === undefined ? {} : { loggerFor: run.loggerFor }),
	});
}

async function evaluateElsewhere(
	queue: string,
	{ model }: ModelRun,
	work: Omit<QueuedWork, 'queue'>,
): Promise<AsyncIterable<SampleResult>> {
	const { evaluateOverQueue } = await import('../queue/evaluate-over-queue.ts');
	// The workers have engines of their own: this one gives its memory back.
	await model.dispose();
	return evaluateOverQueue({ ...work, queue });
}

/** What the log has of what ended a run, with the sample that it came in, or since which nobody knows whose the answers are. */
export function failureOf(error: unknown, { unconfirmedSince }: Confirmations): LogFailure {
	const cause = causeOf(error);
	return {
		type: 'failure',
		at: new Date().toISOString(),
		...saidOf(cause),
		...(error instanceof SampleFailure ? failedSample(error) : {}),
		...(isUnconfirmed(error) ? { unconfirmedSince } : {}),
	};
}

/** What a failure of a log has of an error. */
export function saidOf(error: unknown): Pick<LogFailure, 'kind' | 'failure' | 'said' | 'detail'> {
	if (!(error instanceof GemmarkError)) {
		return { kind: 'unexpected', said: error instanceof Error ? error.message : String(error) };
	}
	return {
		kind: error.code,
		...(error instanceof EngineError && { failure: error.failure }),
		said: error.said,
		...(error.detail !== undefined && { detail: error.detail }),
	};
}

/** Whether the engine turned out to be another than was loaded. */
export function isUnconfirmed(error: unknown): boolean {
	const cause = causeOf(error);
	return cause instanceof EngineError && cause.failure === 'unconfirmed';
}

/** The error as the run's operator is told of it: that of an engine names the sample that it came in. */
export function toldError(error: unknown): unknown {
	const cause = causeOf(error);
	if (!(error instanceof SampleFailure && cause instanceof EngineError)) return cause;
	const { suite, sample } = error.planned;
	const { failure, message, hint, detail } = cause;
	return new EngineError(failure, `${suite.name} ${sample.id}: ${message}`, {
		...(hint !== undefined && { hint }),
		...(detail !== undefined && { detail }),
		cause,
	});
}

function causeOf(error: unknown): unknown {
	return error instanceof SampleFailure ? error.cause : error;
}

function failedSample({
	planned: { suite, sample, arm, epoch },
}: SampleFailure): Pick<LogFailure, 'suite' | 'sampleId' | 'arm' | 'epoch'> {
	return { suite: suite.name, sampleId: sample.id, arm, epoch };
}

/** All that a run says of itself before its first sample. */
export interface DeclaredRun {
	/** Name that the config gives the target. */
	readonly target?: string | undefined;
	readonly model: LoadedModel;
	readonly app: AppUnderTest;
	readonly settings: RunSettings;
	/** What puts its results in doubt. */
	readonly warnings?: readonly Said[] | undefined;
	/** What the app's prompt came to in the model's template. */
	readonly lint?: readonly LintFinding[] | undefined;
	/** Identity of this run beyond model, engine, settings and suites. */
	readonly origin: Pick<LogHeader, 'gemmark' | 'startedAt' | 'host' | 'git' | 'command'>;
	/** Of the config, where it is a module. */
	readonly code?: readonly CodeFile[] | undefined;
	/** Where the run takes turns with others: the id that all of them have. */
	readonly interleaved?: string | undefined;
}

/** What the first line of a run's log says: who was asked what, by whom, and how. */
export function logHeader(run: DeclaredRun, plans: readonly SuitePlan[]): LogHeader {
	return namedHeader({
		type: 'header',
		version: LOG_VERSION,
		...run.origin,
		host: run.model.host ?? run.origin.host,
		target: run.target,
		model: run.model.identity,
		engine: run.model.engine,
		...(run.model.kind === 'raw' ? { template: templateOf(run.model) } : {}),
		loadMs: run.model.loadMs,
		settings: run.settings,
		...(run.warnings !== undefined && run.warnings.length > 0 && { warnings: run.warnings }),
		...(run.lint !== undefined && run.lint.length > 0 && { lint: run.lint }),
		app: loggedApp(run.app, run.model.engine),
		code: run.code,
		interleaved: run.interleaved,
		tellsOwnWords: true,
		suites: plans.map(({ suite, skipped, planned, plan }) => declaredSuite(suite, { skipped, planned, plan })),
	});
}

function templateOf({ chatTemplate, bosToken, eosToken, addsBos }: RawModel): LoggedTemplate {
	return { source: chatTemplate, bosToken, eosToken, addsBos };
}

/** Told how much of a run is done, and of the suite under way; `label` names the sample that was done last. */
export type ProgressListener = (done: number, total: number, label: string, suite?: SuiteProgress) => void;

/** Samples of a suite in this run, what was done before it included. */
export interface SuiteProgress {
	readonly name: string;
	readonly done: number;
	readonly total: number;
}

/** Counts the samples of each suite as they come. */
export function suiteProgress(
	plans: readonly SuitePlan[],
	before: readonly Pick<SampleResult, 'suite'>[],
): (result: SampleResult) => SuiteProgress {
	const done = new Map<string, number>();
	const count = ({ suite: name }: Pick<SampleResult, 'suite'>): SuiteProgress => {
		done.set(name, (done.get(name) ?? 0) + 1);
		const { samples = [] } = plans.find(({ suite }) => suite.name === name) ?? {};
		return { name, done: done.get(name) ?? 0, total: samples.length };
	};
	before.forEach(count);
	return count;
}

/** Where and when a run happens, and the command that repeats it. */
export function runOrigin(
	command: string = repeatCommand(process.argv),
): Pick<LogHeader, 'gemmark' | 'startedAt' | 'host' | 'git' | 'command'> {
	const git = gitIdentity(process.cwd());
	return {
		gemmark: packageVersion(),
		startedAt: new Date().toISOString(),
		host: hostIdentity(),
		...(git === undefined ? {} : { git }),
		command,
	};
}
