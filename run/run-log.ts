import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { EngineError, GemmarkError } from '../src/base/errors.ts';
import { distinct, message, type Said } from '../src/base/message.ts';
import { noHistory, openConversation } from '../src/dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import { type AskerOptions, SampleFailure } from '../src/eval/evaluate/asker.ts';
import { Confirmations } from '../src/eval/evaluate/confirm.ts';
import { evaluate, type InTurn } from '../src/eval/evaluate/evaluate.ts';
import {
	identityOf,
	type PlanChoices,
	type PlannedSample,
	plannedKey,
	planRun,
	type SuitePlan,
	spreadPlan,
} from '../src/eval/plan.ts';
import type { SampleIdentity, SampleResult } from '../src/eval/sample.ts';
import { ALLOWANCES, doubtsOf, partDifferences } from '../src/eval/settings/identity.ts';
import type { RunSettings } from '../src/eval/settings.ts';
import type { Suite } from '../src/eval/suite.ts';
import { LOG_NAME, markLatest } from '../src/log/folder.ts';
import { sampleProblem } from '../src/log/line.ts';
import { parseLog } from '../src/log/parse-log.ts';
import { readLogFile } from '../src/log/read-log.ts';
import type { Log, LogFailure, LogFooter, LogHeader, LogRecord } from '../src/log/record.ts';
import { lockLog, openLogFile } from '../src/log/write-log.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import type { RunCapture } from './capture.ts';
import type { OpenedTarget } from './compose/load.ts';
import type { Prepared, RunProgress, RunRequest } from './prepare.ts';
import { resumedRun, type StartedRun } from './resume.ts';

/** A loaded target and the suites that it is asked. */
export interface LoadedRun {
	readonly prepared: Prepared;
	readonly request: RunRequest;
	readonly suites: readonly Suite[];
	readonly target: Pick<OpenedTarget, 'name' | 'step'>;
	readonly model: LoadedModel;
	/** Absent: `results/<time>-<model>`. */
	readonly out?: string;
	/** Folder of the run to continue. */
	readonly resumed?: string;
	/** Where the run takes turns with others: the id that all of them have. */
	readonly interleaved?: string;
	/** How the run alternates with others. */
	readonly inTurn?: InTurn;
	/** Ask of all suites from the start, not of one after the other: a run that may end early has some of each. */
	readonly spread?: boolean;
	readonly onProgress?: (progress: Omit<RunProgress, 'title'>) => void;
}

/** The header of a run, whose settings are all known. */
export interface RunHeader extends LogHeader {
	readonly settings: RunSettings;
}

/** Where a run is written, and all that it says of itself before its first sample. */
export interface BegunRun {
	readonly folder: string;
	readonly header: RunHeader;
	readonly plans: readonly SuitePlan[];
	readonly capture?: RunCapture;
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
export async function runModel(run: LoadedRun, begun: BegunRun): Promise<WrittenLog> {
	const { folder, header } = begun;
	const logFile = join(folder, LOG_NAME);
	const locked = lockLog(logFile);
	try {
		const before = run.resumed === undefined ? undefined : await resumedRun(logFile, header, run.request);
		const log = openLogFile(logFile, before?.end ?? 'create', { lock: locked });
		const lines: string[] = [];
		const append = (record: LogRecord): void => void lines.push(log.append(record));
		try {
			if (before?.started === undefined) append(header);
			// At the begin, because a killed run never ends: the newest is the one to continue.
			markLatest(folder);
			const error = await evaluateInto(append, run, begun, { header, done: [], ...before?.started });
			// What an earlier process wrote is in the file alone.
			const isWhole = before?.started === undefined;
			return { log: isWhole ? parseLog(lines, logFile) : await readLogFile(logFile), error };
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
	run: LoadedRun,
	{ plans, header: { settings }, capture }: BegunRun,
	before: StartedRun,
): Promise<unknown> {
	const { model, onProgress } = run;
	const { queue, signal = new AbortController().signal, listen } = run.request;
	const { app } = run.prepared.composition;
	const { last = new Set(), done: answered, header } = before;
	const first = new Set(run.request.first);
	const rank = (planned: PlannedSample): number =>
		Number(last.has(plannedKey(planned))) - Number(first.has(`${planned.suite.name} ${planned.sample.id}`));
	const samples = run.spread === true ? spreadPlan(plans) : plans.flatMap((part) => part.samples);
	const plan = samples.toSorted((one, other) => rank(one) - rank(other));
	let done = answered.length;
	let outcome: LogFooter['outcome'] = 'complete';
	const ofSuite = suiteProgress(plans, answered);
	const confirmations = new Confirmations(model);
	const doubts: Said[] = [];
	const doubt = (said: Said): void => {
		doubts.push(said);
		listen?.warning?.(said);
	};
	let appended = false;
	const append = (record: LogRecord): void => {
		appended = true;
		write(record);
	};
	const sustaining =
		answered.length > 0 || settings.sustainS === undefined
			? undefined
			: (await import('./results/sustain.ts')).sustainingOf(header, { plan, append, onProgress });
	const total = plan.length;
	onProgress?.({ done, total, label: '' });
	const work = { plan, done: answered, signal };
	const here = (): AsyncIterable<SampleResult> =>
		evaluate({
			...work,
			...asking(model, app, settings),
			others: model.others?.map((other) => asking(other, app, settings)),
			confirm: (sample) => confirmations.afterSample(sample),
			parallel: model.engine.sequences ?? 1,
			inTurn: run.inTurn,
			maxFailures: run.request.maxFailures,
			loggerFor: capture && ((planned) => capture.loggerFor(planned)),
			onLost: ({ said }) => doubt(message('run.process-lost', { n: model.engine.processes ?? 1, said })),
		});
	const elsewhere = async (address: string): Promise<AsyncIterable<SampleResult>> => {
		const { evaluateOverQueue } = await import('../src/queue/evaluate-over-queue.ts');
		// The workers have their own engines: this one gives its memory back.
		await model.dispose();
		return evaluateOverQueue({
			...work,
			queue: address,
			header,
			onWarning: listen?.warning?.bind(listen),
			onWorker(worker) {
				append(worker);
				const { engine, host } = worker;
				const { doubted } = partDifferences(header, { ...header, engine, host }, 'worker', ALLOWANCES);
				doubtsOf({ doubted, times: [] }).forEach(doubt);
			},
		});
	};
	try {
		for await (const result of queue === undefined ? here() : await elsewhere(queue)) {
			append({ type: 'sample', ...result });
			confirmations.logged(result);
			done += 1;
			sustaining?.add(result);
			capture?.sampled(result);
			listen?.sample?.(result);
			onProgress?.({ done, total, label: `${result.suite} ${result.sampleId}`, suite: ofSuite(result) });
			// An engine in this process may never wait: timers, Ctrl-C and garbage collection get their turn here.
			await setImmediate();
		}
		if (signal.aborted) outcome = 'interrupted';
		else await sustaining?.go({ ...asking(model, app, settings), signal });
		if (appended && queue === undefined) await confirmations.afterRun();
		return undefined;
	} catch (error) {
		outcome = 'failed';
		append(failureOf(error, confirmations));
		// Another model may be why it failed, and may have answered before.
		if (queue === undefined && !isUnconfirmed(error)) {
			await confirmations.afterRun().catch((changed: unknown) => append(failureOf(changed, confirmations)));
		}
		return operatorError(error);
	} finally {
		// A complete run that is resumed keeps its footer.
		if (appended || before.footer?.outcome !== outcome) write(await footerOf(run, outcome, before, doubts));
	}
}

/** How every sample of a run, a session and a worker is asked. */
export function asking(model: LoadedModel, app: AppUnderTest, settings: RunSettings): AskerOptions {
	return {
		openConversation: (options) => openConversation(model, settings.dialect, options),
		watchSample: model.watchSample?.bind(model),
		app,
		settings,
		problemOf: sampleProblem,
	};
}

/** How the run ended. Peak and warnings are those of all its parts. */
async function footerOf(
	{ model, prepared }: LoadedRun,
	outcome: LogFooter['outcome'],
	{ footer: before, doubts: begun = [] }: StartedRun,
	arisen: readonly Said[],
): Promise<LogFooter> {
	const { app } = prepared.composition;
	const now = await model.peakRssBytes().catch(() => undefined);
	const doubts = [...arisen, ...((await app.doubts?.().catch(() => undefined)) ?? []), ...(model.doubts?.() ?? [])];
	const warnings = distinct([...(before?.warnings ?? []), ...begun, ...doubts]);
	const peaks = [now, before?.peakRssBytes].filter((peak) => peak !== undefined);
	return {
		type: 'footer',
		endedAt: new Date().toISOString(),
		outcome,
		peakRssBytes: peaks.length === 0 ? undefined : Math.max(...peaks),
		warnings: warnings.length === 0 ? undefined : warnings,
	};
}

/** The log's record of what ended a run, with its sample, or the first that another model may have answered. */
function failureOf(error: unknown, { unconfirmedSince }: Confirmations): LogFailure {
	const planned = error instanceof SampleFailure ? error.planned : undefined;
	return {
		type: 'failure',
		at: new Date().toISOString(),
		...saidOf(causeOf(error)),
		...(planned && identityOf(planned)),
		unconfirmedSince: isUnconfirmed(error) ? unconfirmedSince : undefined,
	};
}

/** What a failure of a log has of an error. */
export function saidOf(error: unknown): Pick<LogFailure, 'kind' | 'failure' | 'said' | 'detail'> {
	if (!(error instanceof GemmarkError)) {
		return { kind: 'unexpected', said: error instanceof Error ? error.message : String(error) };
	}
	const { code: kind, said, detail } = error;
	return { kind, failure: error instanceof EngineError ? error.failure : undefined, said, detail };
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

/** Counts the samples of each suite as they come. */
function suiteProgress(
	plans: readonly SuitePlan[],
	before: readonly SampleIdentity[],
): (result: SampleIdentity) => RunProgress['suite'] {
	const done = new Map<string, number>();
	const totals = new Map(plans.map(({ suite, samples }) => [suite.name, samples.length]));
	const count = ({ suite: name }: SampleIdentity): RunProgress['suite'] => {
		const n = (done.get(name) ?? 0) + 1;
		done.set(name, n);
		return { name, done: n, total: totals.get(name) ?? 0 };
	};
	before.forEach(count);
	return count;
}
