import { setImmediate } from 'node:timers/promises';
import { EngineError, GemmarkError } from '../src/base/errors.ts';
import { distinct, message, type Said } from '../src/base/message.ts';
import type { CorpusLogger } from '../src/chat/corpus-log.ts';
import { noHistory, openConversation } from '../src/dialects/conversation/open-conversation.ts';
import { Confirmations } from '../src/eval/evaluate/confirm.ts';
import type { SampleEngine } from '../src/eval/evaluate/deal.ts';
import { type EvaluateOptions, evaluate, type InTurn, plannedKey } from '../src/eval/evaluate/evaluate.ts';
import { SampleFailure } from '../src/eval/evaluate/evaluate-sample.ts';
import { type PlanChoices, type PlannedSample, planRun, type SuitePlan, spreadPlan } from '../src/eval/plan.ts';
import type { SampleIdentity, SampleResult } from '../src/eval/sample.ts';
import { ALLOWANCES, doubtsOf, partDifferences } from '../src/eval/settings/identity.ts';
import type { Suite } from '../src/eval/suite.ts';
import { sampleProblem } from '../src/log/line.ts';
import { parseLog } from '../src/log/parse-log.ts';
import { readLogFile } from '../src/log/read-log.ts';
import type { Log, LogFailure, LogFooter, LogRecord, LogWorker } from '../src/log/record.ts';
import { lockLog, openLogFile } from '../src/log/write-log.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import type { QueuedWork } from '../src/queue/evaluate-over-queue.ts';
import { type DeclaredRun, logHeader } from './header.ts';
import { resumedRun, type StartedRun } from './resume.ts';

interface ModelRun extends DeclaredRun {
	readonly suites: readonly Suite[];
	readonly logFile: string;
	readonly resume: boolean;
	/** In what a resumed run may differ from its original. */
	readonly allow?: readonly string[];
	/** Address of a Redis: workers evaluate the samples, the loaded model only says which model they need. */
	readonly queue?: string;
	/** Prompts to begin with, as `SUITE ID`. */
	readonly first?: readonly string[];
	/** So many failed samples in a row end the run. */
	readonly maxFailures?: number;
	/** How the run alternates with others. */
	readonly inTurn?: InTurn;
	/** Ask of all suites from the start, not of one after the other: a run that may end early has some of each. */
	readonly spread?: boolean;
	/** Captures the app's turns. */
	readonly loggerFor?: (planned: PlannedSample) => CorpusLogger | undefined;
	readonly signal?: AbortSignal;
	readonly onWarning?: (said: Said) => void;
	/** The log was created, or is continued. */
	readonly onBegun?: () => void;
	readonly onProgress?: (progress: Omit<RunProgress, 'title'>) => void;
	/** A sample is in the log. */
	readonly onSample?: (result: SampleResult) => void;
}

/** A log that was written, and what ended it early. */
export interface WrittenLog {
	readonly log: Log;
	readonly error?: unknown;
}

/**
 * Evaluates one loaded model into its log. The log ends with a footer that has the run's outcome, unless the
 * process was killed. Throws where the log cannot be begun or ended.
 */
export async function runModel(run: ModelRun): Promise<WrittenLog> {
	const plans = planFor(run.model, run.suites, run.settings);
	const header = logHeader(run, plans);
	const locked = lockLog(run.logFile);
	try {
		const before = run.resume ? await resumedRun(run, header) : undefined;
		const log = openLogFile(run.logFile, before?.end ?? 'create', { lock: locked });
		const lines: string[] = [];
		const append = (record: LogRecord): void => void lines.push(log.append(record));
		try {
			if (before?.started === undefined) append(header);
			run.onBegun?.();
			const error = await evaluateInto(append, run, plans, { header, done: [], ...before?.started });
			// What an earlier process wrote is in the file alone.
			const isWhole = before?.started === undefined;
			return { log: isWhole ? parseLog(lines, run.logFile) : await readLogFile(run.logFile), error };
		} finally {
			log.close();
		}
	} finally {
		locked.release();
	}
}

/** The work that a loaded model can do of suites. Throws UsageError for a suite that it cannot be asked. */
export function planFor(model: LoadedModel, suites: readonly Suite[], settings: PlanChoices): readonly SuitePlan[] {
	return planRun(suites, settings, { grammar: model.kind === 'raw' && model.grammar, noHistory: noHistory(model) });
}

/** Gives what ended the run early. */
async function evaluateInto(
	write: (record: LogRecord) => void,
	run: ModelRun,
	plans: readonly SuitePlan[],
	before: StartedRun,
): Promise<unknown> {
	const { last = new Set() } = before;
	const first = new Set(run.first);
	const rank = (planned: PlannedSample): number =>
		Number(last.has(plannedKey(planned))) - Number(first.has(`${planned.suite.name} ${planned.sample.id}`));
	const samples = run.spread === true ? spreadPlan(plans) : plans.flatMap((part) => part.samples);
	const plan = samples.toSorted((one, other) => rank(one) - rank(other));
	let done = before.done.length;
	let outcome: LogFooter['outcome'] = 'complete';
	const ofSuite = suiteProgress(plans, before.done);
	const confirmations = new Confirmations(run.model);
	const doubts: Said[] = [];
	const doubt = (said: Said): void => {
		doubts.push(said);
		run.onWarning?.(said);
	};
	const onLost = ({ said }: EngineError): void =>
		doubt(message('run.process-lost', { n: run.model.engine.processes ?? 1, said }));
	let appended = false;
	const append = (record: LogRecord): void => {
		appended = true;
		write(record);
	};
	const total = plan.length;
	run.onProgress?.({ done, total, label: '' });
	try {
		const work = { plan, settings: run.settings, done: before.done, signal: run.signal };
		const signal = run.signal ?? new AbortController().signal;
		const { header } = before;
		const onWorker = (worker: LogWorker): void => {
			append(worker);
			const { engine, host } = worker;
			const { doubted } = partDifferences(header, { ...header, engine, host }, 'worker', ALLOWANCES);
			doubtsOf({ doubted, times: [] }).forEach(doubt);
		};
		const queued = { ...work, signal, header, onWorker, onWarning: run.onWarning };
		const results =
			run.queue === undefined
				? evaluateHere(run, { ...work, onLost }, confirmations)
				: await evaluateElsewhere(run.queue, run, queued);
		for await (const result of results) {
			append({ type: 'sample', ...result });
			confirmations.logged(result);
			done += 1;
			run.onSample?.(result);
			run.onProgress?.({ done, total, label: `${result.suite} ${result.sampleId}`, suite: ofSuite(result) });
			// An engine in this process may never wait: timers, Ctrl-C and garbage collection get their turn here.
			await setImmediate();
		}
		if (run.signal?.aborted) outcome = 'interrupted';
		if (appended && run.queue === undefined) await confirmations.afterRun();
		return undefined;
	} catch (error) {
		outcome = 'failed';
		append(failureOf(error, confirmations));
		// Another model may be why it failed, and may have answered before.
		if (run.queue === undefined && !isUnconfirmed(error)) {
			await confirmations.afterRun().catch((changed: unknown) => append(failureOf(changed, confirmations)));
		}
		return operatorError(error);
	} finally {
		// A complete run that is resumed keeps its footer.
		if (appended || before.footer?.outcome !== outcome) write(await footerOf(run, outcome, before, doubts));
	}
}

/** How the run ended. Peak and warnings are those of all its parts. */
async function footerOf(
	{ model, app }: Pick<ModelRun, 'model' | 'app'>,
	outcome: LogFooter['outcome'],
	{ footer: before, doubts: begun = [] }: Pick<StartedRun, 'footer' | 'doubts'>,
	arisen: readonly Said[],
): Promise<LogFooter> {
	const now = await model.peakRssBytes().catch(() => undefined);
	const doubts = [...arisen, ...((await app.doubts?.().catch(() => undefined)) ?? []), ...(model.doubts?.() ?? [])];
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

type HereWork = Pick<EvaluateOptions, 'plan' | 'settings' | 'signal' | 'onLost'> & {
	readonly done: readonly SampleIdentity[];
};

function evaluateHere(run: ModelRun, work: HereWork, confirmations: Confirmations): AsyncIterable<SampleResult> {
	const engineOf = (model: LoadedModel): SampleEngine => ({
		openConversation: (options) => openConversation(model, run.settings.dialect, options),
		watchSample: model.watchSample?.bind(model),
	});
	return evaluate({
		...work,
		...engineOf(run.model),
		others: run.model.others?.map(engineOf),
		confirm: (sample) => confirmations.afterSample(sample),
		app: run.app,
		parallel: run.model.engine.sequences ?? 1,
		inTurn: run.inTurn,
		maxFailures: run.maxFailures,
		problemOf: sampleProblem,
		loggerFor: run.loggerFor,
	});
}

async function evaluateElsewhere(
	queue: string,
	{ model }: ModelRun,
	work: Omit<QueuedWork, 'queue'>,
): Promise<AsyncIterable<SampleResult>> {
	const { evaluateOverQueue } = await import('../src/queue/evaluate-over-queue.ts');
	// The workers have their own engines: this one gives its memory back.
	await model.dispose();
	return evaluateOverQueue({ ...work, queue });
}

/** The log's record of what ended a run, with its sample, or the first that another model may have answered. */
function failureOf(error: unknown, { unconfirmedSince }: Confirmations): LogFailure {
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
		detail: error.detail,
	};
}

/** Whether the engine turned out to be another than was loaded. */
function isUnconfirmed(error: unknown): boolean {
	const cause = causeOf(error);
	return cause instanceof EngineError && cause.failure === 'unconfirmed';
}

/** The error for the run's operator: that of an engine names its sample. */
function operatorError(error: unknown): unknown {
	const cause = causeOf(error);
	if (!(error instanceof SampleFailure && cause instanceof EngineError)) return cause;
	const { suite, sample } = error.planned;
	const { failure, said: problem, hint, detail } = cause;
	return new EngineError(failure, message('engine.at-sample', { suite: suite.name, sample: sample.id, problem }), {
		hint,
		detail,
		cause,
	});
}

function causeOf(error: unknown): unknown {
	return error instanceof SampleFailure ? error.cause : error;
}

function failedSample({
	planned: { suite, sample, variant, epoch },
}: SampleFailure): Pick<LogFailure, 'suite' | 'sampleId' | 'variant' | 'epoch'> {
	return { suite: suite.name, sampleId: sample.id, variant, epoch };
}

/** How far a run, or several interleaved ones, are. */
export interface RunProgress {
	/** Target or model. */
	readonly title: string;
	readonly done: number;
	readonly total: number;
	/** Names the sample that was done last. */
	readonly label: string;
	/** The suite of that sample, with what a resumed run did before. */
	readonly suite?: { readonly name: string; readonly done: number; readonly total: number };
}

/** Counts the samples of each suite as they come. */
function suiteProgress(
	plans: readonly SuitePlan[],
	before: readonly Pick<SampleResult, 'suite'>[],
): (result: Pick<SampleResult, 'suite'>) => RunProgress['suite'] {
	const done = new Map<string, number>();
	const totals = new Map(plans.map(({ suite, samples }) => [suite.name, samples.length]));
	const count = ({ suite: name }: Pick<SampleResult, 'suite'>): RunProgress['suite'] => {
		done.set(name, (done.get(name) ?? 0) + 1);
		return { name, done: done.get(name) ?? 0, total: totals.get(name) ?? 0 };
	};
	before.forEach(count);
	return count;
}
