import { setImmediate } from 'node:timers/promises';
import type { CorpusLogger } from '../chat/corpus-log.ts';
import { noHistory, openConversation } from '../dialects/conversation/open-conversation.ts';
import { Confirmations } from '../eval/evaluate/confirm.ts';
import { type DoneSample, type EvaluateOptions, evaluate, type InTurn } from '../eval/evaluate/evaluate.ts';
import { type PlannedSample, planRun, type SuitePlan } from '../eval/plan.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { Suite } from '../eval/suite.ts';
import { sampleProblem } from '../log/line.ts';
import type { LogFooter, LogRecord } from '../log/record.ts';
import { holdLog, type LogWriter, openLogFile } from '../log/write-log.ts';
import type { QueuedWork } from '../queue/evaluate-over-queue.ts';
import { resumedRun, type StartedRun } from './resume/resumed-run.ts';
import { failureOf, isUnconfirmed, toldError } from './run-failure.ts';
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
