import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { GemmarkError } from '../../src/base/errors.ts';
import { distinct, englishOf, message, type Said } from '../../src/base/message.ts';
import { ENGINE_DIALECT } from '../../src/dialects/conversation/open-conversation.ts';
import { Confirmations } from '../../src/eval/evaluate/confirm.ts';
import { evaluatePlan } from '../../src/eval/evaluate/evaluate-plan.ts';
import { declaredSuites, type PlannedSample, plannedKey, type SuitePlan, spreadPlan } from '../../src/eval/plan.ts';
import type { SampleIdentity, SampleResult } from '../../src/eval/sample.ts';
import { ALLOWANCES, doubtsOf, partDifferences } from '../../src/eval/settings/identity.ts';
import { dropEmptyFolder, LOG_NAME, markLatest, newRunFolder } from '../../src/log/folder.ts';
import { parseLog } from '../../src/log/parse-log.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log, LogFooter, LogRecord } from '../../src/log/record.ts';
import { lockLog, openLogFile } from '../../src/log/write-log.ts';
import { otherPins } from '../../src/summary/gate/pins.ts';
import type { RunProgress } from '../prepare.ts';
import { type Run, warned } from '../results/read-run.ts';
import { RunCapture } from './capture.ts';
import { failureOf, isUnconfirmed, operatorError } from './failure.ts';
import { asking, type LoadedRun, planFor, type RunHeader, runHeader } from './header.ts';
import { resumedRun, type StartedRun } from './resume.ts';

/**
 * Evaluates a loaded model into a folder. An engine or machine that fails is in the result, and samples before it stand;
 * anything else is thrown, as is a failure before there is a log.
 */
export async function runLoaded(run: LoadedRun): Promise<Run> {
	const { model, request, resumed, out, suites, prepared } = run;
	const { listen, capture: captured } = request;
	const declared = await runHeader(run);
	const plans = planFor(model, suites, declared.settings);
	const header = { ...declared, suites: declaredSuites(plans) };
	const { requireGateable } = await import('../results/judge.ts');
	const doubts = requireGateable({ header }, prepared.gate, request);
	const pins = otherPins({ header }, prepared.gate?.gate.rules ?? []);
	for (const warning of [...doubts, ...pins, ...(header.warnings ?? [])]) listen?.warning?.(warning);
	const capture =
		captured === undefined
			? undefined
			: new RunCapture(captured, {
					resume: resumed !== undefined,
					miniature: model.identity.miniature,
					engineReads: header.settings.dialect === ENGINE_DIALECT,
					timingsNotComparable: englishOf(model.engine.timingsNotComparable),
				});
	const wasThere = out !== undefined && existsSync(out);
	const folder = resumed ?? newRunFolder(out, model.identity.name, new Date(), { resumes: true });
	const logFile = join(folder, LOG_NAME);
	const isFailure = (error: unknown): error is GemmarkError => error instanceof GemmarkError && error.exitCode === 3;
	let log: Log;
	let failure: unknown;
	try {
		log = await loggedIn(folder, run, header, async (append, started) => {
			failure = await evaluateInto(append, run, header, plans, capture, started);
		});
		capture?.requireWhole();
		if (capture?.turns === 0) listen?.warning?.(`${captured}: ${NOTHING_CAPTURED}`);
	} catch (error) {
		if (!isFailure(error) || !existsSync(logFile)) throw error;
		// What ended the run may have taken its log, too.
		log = await readLogFile(logFile).catch(() => {
			throw error;
		});
		failure = error;
	} finally {
		capture?.end();
		// A run that was refused leaves nothing, and the one before stays the latest.
		if (!wasThere && !existsSync(logFile)) dropEmptyFolder(folder);
	}
	if (failure !== undefined && !isFailure(failure)) throw failure;
	return { folder, log: warned(log), failure };
}

const NOTHING_CAPTURED =
	'nothing was captured: only turns of the app’s loop here are, in suites of one user turn for each sample';

/**
 * A run's log, which ends with a footer that has the run's outcome, unless the process was killed. Throws where it cannot be
 * begun or ended.
 */
async function loggedIn(
	folder: string,
	{ resumed, request }: LoadedRun,
	header: RunHeader,
	work: (append: (record: LogRecord) => void, started: StartedRun) => Promise<void>,
): Promise<Log> {
	const logFile = join(folder, LOG_NAME);
	const locked = lockLog(logFile);
	try {
		const before = resumed === undefined ? undefined : await resumedRun(logFile, header, request);
		const log = openLogFile(logFile, before?.end ?? 'create', { lock: locked });
		const lines: string[] = [];
		const append = (record: LogRecord): void => void lines.push(log.append(record));
		try {
			if (before?.started === undefined) append(header);
			// At the begin, because a killed run never ends: the newest is the one to continue.
			markLatest(folder);
			await work(append, { header, done: [], ...before?.started });
			// Parsed from its own lines, so that it is as every later reader has it: the log is the product (decision 4 in
			// docs/decisions.md). What an earlier process wrote is in the file alone.
			return before?.started === undefined ? parseLog(lines, logFile) : await readLogFile(logFile);
		} finally {
			log.close();
		}
	} finally {
		locked.release();
	}
}

/** Gives what ended the run early. */
async function evaluateInto(
	write: (record: LogRecord) => void,
	run: LoadedRun,
	{ settings }: RunHeader,
	plans: readonly SuitePlan[],
	capture: RunCapture | undefined,
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
			: (await import('./sustain.ts')).sustainingOf(header, { plan, append, onProgress });
	const total = plan.length;
	onProgress?.({ done, total, label: '' });
	const work = { plan, done: answered, signal };
	const here = (): AsyncIterable<SampleResult> =>
		evaluatePlan({
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
		const { evaluateOverQueue } = await import('../../src/queue/evaluate-over-queue.ts');
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
