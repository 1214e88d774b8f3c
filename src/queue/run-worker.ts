import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { GemmarkError, UsageError } from '../base/errors.ts';
import { type Message, message } from '../base/message.ts';
import { packageVersion } from '../base/read-file.ts';
import { dialectOf, noHistory, openConversation, thinkingOf } from '../dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../eval/app.ts';
import { FailuresInRow } from '../eval/evaluate/evaluate.ts';
import { evaluateSample, SampleFailure } from '../eval/evaluate/evaluate-sample.ts';
import type { RunSettings } from '../eval/settings.ts';
import type { Suite } from '../eval/suite.ts';
import { sampleProblem } from '../log/line.ts';
import type { LogHeader, LogWorker } from '../log/record.ts';
import { differingFields } from '../log/same-run.ts';
import type { LoadedModel } from '../model/runner.ts';
import { withoutSecrets } from '../text/secrets.ts';
import { type Absence, loadBullMq, QUEUE_PREFIX, queueFailure } from './connection.ts';
import { type JobResult, readJob } from './job.ts';
import { forgetQueue, isOpen, type QueuedRun, queueName, RENEW_MS } from './queued-run.ts';

interface WorkerRun {
	readonly redis: Redis;
	/** What becomes of that connection. */
	readonly absence: Absence;
	readonly run: QueuedRun;
	readonly fit: FitWork;
	readonly model: LoadedModel;
	readonly app: AppUnderTest;
	readonly worker: LogWorker;
	/** Ends the work after the sample under way. */
	readonly signal: AbortSignal;
}

/** Works off a run until it is over, the engine is lost, too many samples in a row fail or the signal comes. */
export async function runWorker(run: WorkerRun): Promise<{ readonly done: number; readonly failure?: GemmarkError }> {
	const { Worker } = await loadBullMq();
	const { suites, settings } = run.fit;
	let done = 0;
	let failure: GemmarkError | undefined;
	const failures = new FailuresInRow();
	const worker = new Worker<unknown, JobResult>(
		queueName(run.run.id),
		async (job) => {
			const planned = readJob(job.data, suites);
			if (planned === undefined) throw new Error('the job asks for no sample of the run');
			try {
				const result = await evaluateSample(planned, done === 0, {
					openConversation: (options) => openConversation(run.model, settings.dialect, options),
					watchSample: run.model.watchSample?.bind(run.model),
					// What stands in the log of the run is never taken back: each result is the last that could be asked about.
					confirm: async () => run.model.confirm?.('run'),
					app: run.app,
					settings,
					problemOf: sampleProblem,
				});
				done += 1;
				failure = failures.add(result);
				if (failure !== undefined) void worker.close();
				return withoutSecrets<JobResult>({ worker: run.worker, sample: { type: 'sample', ...result } });
			} catch (error) {
				if (error instanceof SampleFailure && error.cause instanceof GemmarkError) failure = error.cause;
				// A broken engine must take no other sample: each would lose one of its attempts.
				if (failure !== undefined) void worker.close();
				throw error;
			}
		},
		{
			connection: run.redis,
			prefix: QUEUE_PREFIX,
			concurrency: 1,
			lockDuration: LOCK_MS,
			stalledInterval: STALLED_MS,
			maxStalledCount: MAX_STALLED,
		},
	);
	worker.on('error', () => {});
	try {
		while (failure === undefined && !run.signal.aborted) {
			// A Redis that was restarted has forgotten the run until it is announced again.
			if (!(await isOpen(run.redis, run.run.id)) && run.absence.backForMs > 2 * RENEW_MS) break;
			await delay(LOOK_AGAIN_MS, undefined, { signal: run.signal }).catch(() => {});
		}
	} catch (error) {
		if (!run.signal.aborted) failure ??= run.absence.failure ?? queueFailure(error);
	} finally {
		await closeWorker(worker, run);
	}
	return { done, ...(failure === undefined ? {} : { failure }) };
}

/** After the sample under way. A Redis that is cut off is not waited for. */
async function closeWorker(worker: { close(): Promise<void> }, { redis, run }: WorkerRun): Promise<void> {
	const cutOff = async (): Promise<void> => {
		while (redis.status !== 'end') await delay(LOOK_AGAIN_MS, undefined, { ref: false });
	};
	await Promise.race([worker.close().then(() => forgetQueue(redis, run.id)), cutOff()]).catch(() => {});
}

/** A worker renews its hold on a sample twice in this time; one that was killed has lost it after that. */
export const LOCK_MS = 6000;
/** The others look this often for samples that no worker holds any more. */
const STALLED_MS = 2000;
/** A sample that took this many workers down with it is given up. */
export const MAX_STALLED = 5;
const LOOK_AGAIN_MS = 500;

/** What a worker needs for the samples of a run. */
export interface FitWork {
	readonly suites: readonly Suite[];
	readonly settings: RunSettings;
}

/** What a worker brings. */
interface WorkerParts {
	readonly model: LoadedModel;
	/** Of its config, where that is a module. */
	readonly code?: LogHeader['code'];
	/** As the run would log it; absent: that of the run. */
	readonly app?: LogHeader['app'];
}

/**
 * The work of a run, or why this worker must not do it: its samples would not belong with the others. Engines may
 * differ, as devices do; the log records each worker's.
 */
export async function fitWork(
	header: LogHeader,
	{ model, code, app = header.app }: WorkerParts,
	suitesNamed: (names: readonly string[]) => Promise<readonly Suite[]>,
): Promise<FitWork | Message> {
	const here = packageVersion();
	if (header.gemmark !== here) return message('queue.other-version', { version: header.gemmark, here });
	const settings = wholeSettings(header);
	if (settings === undefined) return message('queue.no-settings');
	let suites: readonly Suite[];
	let dialect: string;
	try {
		suites = await suitesNamed(header.suites.map(({ name }) => name));
		dialect = dialectOf(model, settings.dialect);
		thinkingOf(model, dialect, settings.thinking ?? 'off');
	} catch (error) {
		if (error instanceof UsageError) return error.said;
		throw error;
	}
	const [field] = differingFields(header, {
		...header,
		code,
		...(app && { app }),
		model: model.identity,
		settings: { ...settings, dialect },
		suites: header.suites.map((logged, index) => {
			const { version, corpus, settings } = suites[index] ?? logged;
			return { ...logged, version, corpus, settings };
		}),
	});
	if (field === 'model') {
		return message('queue.other-model', { wanted: shownModel(header.model), here: shownModel(model.identity) });
	}
	if (field !== undefined) return message('queue.differs', { field });
	if (needsGrammar(header, suites) && !(model.kind === 'raw' && model.grammar)) {
		return message('queue.no-grammar');
	}
	const refused = suites.some(({ needsHistory }) => needsHistory === true) ? noHistory(model) : undefined;
	if (refused !== undefined) return refused;
	const { samplers } = model;
	const missing = (['topK', 'topP'] as const).find(
		(sampler) => settings[sampler] !== undefined && samplers !== undefined && !samplers.includes(sampler),
	);
	if (missing !== undefined) return message('queue.no-sampler', { sampler: missing });
	return { suites, settings };
}

function shownModel({ name, sha256 }: LogHeader['model']): string {
	return sha256 === undefined ? name : `${name} (${sha256.slice(0, 12)})`;
}

function needsGrammar(header: LogHeader, suites: readonly Suite[]): boolean {
	return suites.some(({ variants }, index) =>
		variants.some(
			({ name, needsGrammar: needed }) =>
				needed === true && !header.suites[index]?.skipped.some(({ variant }) => variant === name),
		),
	);
}

/** Settings of a queued run: all that a solver needs must be there. */
function wholeSettings({ settings }: LogHeader): RunSettings | undefined {
	const { seed, temperature, maxTokens, deadlineMs, policy, reading, dialect, reflection } = settings;
	if (seed === undefined || temperature === undefined || maxTokens === undefined || deadlineMs === undefined) {
		return undefined;
	}
	if (policy === undefined || reading === undefined || dialect === undefined || reflection === undefined) {
		return undefined;
	}
	return { ...settings, seed, temperature, maxTokens, deadlineMs, policy, reading, dialect, reflection };
}
