import { setImmediate } from 'node:timers/promises';
import type { CorpusLogger } from '../chat/corpus-logger.ts';
import { noHistory, openConversation } from '../dialects/conversation/open-conversation.ts';
import { EngineError, GemmarkError } from '../errors/gemmark-error.ts';
import type { DoneSample } from '../eval/decision/judged.ts';
import { Confirmations } from '../eval/evaluate/confirmations.ts';
import { type EvaluateOptions, evaluate } from '../eval/evaluate/evaluate.ts';
import { SampleFailure } from '../eval/evaluate/evaluate-sample.ts';
import type { InTurn } from '../eval/evaluate/turns.ts';
import { type PlannedSample, planRun, type SuitePlan } from '../eval/plan.ts';
import { type SampleResult, UNCONFIRMED } from '../eval/sample.ts';
import type { Suite } from '../eval/suite.ts';
import { requireScores } from '../log/checks/own-scores.ts';
import { holdLog } from '../log/held-log.ts';
import { type LogEnd, type LogWriter, openLogFile, readResumedLog } from '../log/log-file.ts';
import { sampleProblem } from '../log/log-line.ts';
import type { LogFailure, LogFooter, LogHeader, LogRecord } from '../log/record.ts';
import type { QueuedWork } from '../queue/evaluate-over-queue.ts';
import { requireSameRun } from './resume.ts';
import { type DeclaredRun, logHeader } from './run-header.ts';
import { type ProgressListener, suiteProgress } from './suite-progress.ts';

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
	before: Started,
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
		if (run.queue === undefined && !isUnconfirmed(causeOf(error))) {
			await confirmations.behindRun().catch((changed: unknown) => append(failureOf(changed, confirmations)));
		}
		throw error instanceof SampleFailure ? inSample(error) : error;
	} finally {
		// A run that was whole already keeps the end that it has.
		if (appended || before.footer?.outcome !== outcome) log.append(await footerOf(run, outcome, before));
	}
}

function failureOf(error: unknown, { unconfirmedSince }: Confirmations): LogFailure {
	const cause = causeOf(error);
	return {
		type: 'failure',
		at: new Date().toISOString(),
		code: cause instanceof GemmarkError ? cause.code : 'unexpected',
		message: cause instanceof Error ? cause.message : String(cause),
		...(cause instanceof GemmarkError && cause.detail !== undefined ? { detail: cause.detail } : {}),
		...(error instanceof SampleFailure ? failedSample(error) : {}),
		...(isUnconfirmed(cause) ? { unconfirmedSince } : {}),
	};
}

function causeOf(error: unknown): unknown {
	return error instanceof SampleFailure ? error.cause : error;
}

function isUnconfirmed(cause: unknown): boolean {
	return cause instanceof EngineError && cause.failure === 'unconfirmed';
}

/** How the run ended. Its peak, and what put it in doubt, is that of all its parts. */
async function footerOf(
	{ model, app }: Pick<ModelRun, 'model' | 'app'>,
	outcome: LogFooter['outcome'],
	{ footer: before, doubts: begun = [] }: Pick<Started, 'footer' | 'doubts'>,
): Promise<LogFooter> {
	const now = await model.peakRssBytes().catch(() => undefined);
	const doubts = [...((await app.doubts?.().catch(() => undefined)) ?? []), ...(model.doubts?.() ?? [])];
	const warnings = [...new Set([...(before?.warnings ?? []), ...begun, ...doubts])];
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

/** The engine's error as its operator is told of it: with the sample that it came in. */
function inSample({ planned: { suite, sample }, cause }: SampleFailure): unknown {
	if (!(cause instanceof EngineError)) return cause;
	const { failure, message, hint, detail } = cause;
	return new EngineError(failure, `${suite.name} ${sample.id}: ${message}`, {
		...(hint !== undefined && { hint }),
		...(detail !== undefined && { detail }),
		cause,
	});
}

function failedSample({ planned }: SampleFailure): {
	readonly suite: string;
	readonly sampleId: string;
	readonly arm: string;
	readonly epoch: number;
} {
	return { suite: planned.suite.name, sampleId: planned.sample.id, arm: planned.arm, epoch: planned.epoch };
}

/** What an earlier process has of the run in its log. */
interface Started {
	readonly header: LogHeader;
	readonly done: readonly DoneSample[];
	readonly footer?: LogFooter | undefined;
	/** What puts its being one run in doubt. */
	readonly doubts?: readonly string[];
}

/** Nothing is started where the run was cut before its header was whole. Of its samples only what is still needed is kept; those that another model may have answered are to be asked again. */
async function resumedRun(
	{ logFile, suites, allow, onWarning }: ModelRun,
	now: LogHeader,
): Promise<{ readonly end: LogEnd; readonly started?: Started }> {
	const { log, end } = await readResumedLog(logFile);
	if (log === undefined) return { end };
	const { header, samples, footer } = log;
	const doubts = requireSameRun(header, now, logFile, allow);
	for (const doubt of doubts) onWarning?.(doubt);
	// One run has one scorer: what is there must be what the suites' code, as it is now, comes to.
	if (header.version > 1) requireScores(log, suites, logFile);
	const done = samples
		.filter(({ transcript }) => transcript.failure !== UNCONFIRMED)
		.map(({ suite, sampleId, arm, epoch, scores }) => ({ suite, sampleId, arm, epoch, scores }));
	return { end, started: { header, done, footer, doubts } };
}
