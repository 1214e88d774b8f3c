import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { GemmarkError, UsageError } from '../base/errors.ts';
import { type Message, message } from '../base/message.ts';
import { packageVersion } from '../base/read-file.ts';
import { dialectOf, noHistory, thinkingOf } from '../dialects/conversation/open-conversation.ts';
import { type Asker, SampleFailure } from '../eval/evaluate/asker.ts';
import { FailuresInRow } from '../eval/evaluate/evaluate-plan.ts';
import { allowancesOf, partDifferences } from '../eval/settings/identity.ts';
import { isWhole, type RunSettings } from '../eval/settings.ts';
import type { Suite } from '../eval/suite.ts';
import type { LogHeader, LogWorker } from '../log/record.ts';
import type { LoadedModel } from '../model/runner.ts';
import { withoutSecrets } from '../text/secrets.ts';
import { type Absence, loadBullMq, QUEUE_PREFIX, queueFailure } from './connection.ts';
import { type JobResult, readJob } from './job.ts';
import { forgetQueue, isOpen, type QueuedRun, queueName, RENEW_MS } from './queued-run.ts';

interface WorkerRun {
	readonly redis: Redis;
	readonly absence: Absence;
	readonly run: QueuedRun;
	readonly suites: readonly Suite[];
	/** Confirms each sample: logged samples are final. */
	readonly asker: Asker;
	readonly worker: LogWorker;
	/** Ends the worker after the current sample. */
	readonly signal: AbortSignal;
}

/** Evaluates samples until the run is over, the engine is lost, too many samples in a row fail or the signal aborts. */
export async function runWorker(run: WorkerRun): Promise<{ readonly done: number; readonly failure?: GemmarkError }> {
	const { Worker } = await loadBullMq();
	let done = 0;
	let failure: GemmarkError | undefined;
	const failures = new FailuresInRow();
	const worker = new Worker<unknown, JobResult>(
		queueName(run.run.id),
		async (job) => {
			const planned = readJob(job.data, run.suites);
			if (planned === undefined) throw new Error('the job asks for no sample of the run');
			try {
				const result = await run.asker.ask(planned);
				done += 1;
				failure = failures.add(result);
				if (failure !== undefined) void worker.close();
				return withoutSecrets<JobResult>({ worker: run.worker, sample: { type: 'sample', ...result } });
			} catch (error) {
				if (error instanceof SampleFailure && error.cause instanceof GemmarkError) failure = error.cause;
				// A broken engine must not take other samples: each would lose an attempt.
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
			// A restarted Redis has no runs until they are announced again.
			if (!(await isOpen(run.redis, run.run.id)) && run.absence.backForMs > 2 * RENEW_MS) break;
			await delay(POLL_MS, undefined, { signal: run.signal }).catch(() => {});
		}
	} catch (error) {
		if (!run.signal.aborted) failure ??= run.absence.failure ?? queueFailure(error);
	} finally {
		await closeWorker(worker, run);
	}
	return { done, failure };
}

/** Closes after the current sample, or when the Redis is cut off. */
async function closeWorker(worker: { close(): Promise<void> }, { redis, run }: WorkerRun): Promise<void> {
	const cutOff = async (): Promise<void> => {
		while (redis.status !== 'end') await delay(POLL_MS, undefined, { ref: false });
	};
	await Promise.race([worker.close().then(() => forgetQueue(redis, run.id)), cutOff()]).catch(() => {});
}

/** A worker renews its lock on a sample twice in this time; that of a killed one expires after it. */
export const LOCK_MS = 6000;
/** How often workers look for samples with an expired lock. */
const STALLED_MS = 2000;
/** Killed workers after which a sample is given up. */
export const MAX_STALLED = 5;
const POLL_MS = 500;

/** Suites and settings of a run that a worker can evaluate. */
export interface FitWork {
	readonly suites: readonly Suite[];
	readonly settings: RunSettings;
}

interface WorkerParts {
	readonly model: LoadedModel;
	/** Of a config that is a module. */
	readonly code?: LogHeader['code'];
	/** Default: that of the run. */
	readonly app?: LogHeader['app'];
	/** Default: that of the run. */
	readonly host?: LogHeader['host'];
	/** In what the worker may differ: `backend` and the like. */
	readonly allow?: readonly string[];
}

/** The work of a run, or why this worker's samples would not be part of it. */
export async function fitWork(
	header: LogHeader,
	{ model, code, app = header.app, host = header.host, allow }: WorkerParts,
	suitesNamed: (names: readonly string[]) => Promise<readonly Suite[]>,
): Promise<FitWork | Message> {
	const here = packageVersion();
	if (header.gemmark !== here) return message('queue.other-version', { version: header.gemmark, here });
	const { settings } = header;
	if (!isWhole(settings)) return message('queue.no-settings');
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
	const own = {
		...header,
		code,
		app,
		host,
		model: model.identity,
		engine: model.engine,
		settings: { ...settings, dialect },
		suites: header.suites.map((logged, index) => {
			const { version, corpus, settings } = suites[index] ?? logged;
			return { ...logged, version, corpus, settings };
		}),
	};
	const fields = partDifferences(header, own, 'worker', allow).refused.map(({ field }) => field);
	if (fields.some((field) => OF_WEIGHTS.test(field))) {
		return message('queue.other-model', { wanted: shownModel(header.model), here: shownModel(model.identity) });
	}
	if (fields.length > 0) {
		const [allowance] = allowancesOf(fields);
		return message('queue.differs', { fields, n: fields.length, allowance });
	}
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

const OF_WEIGHTS = /^model\.(?!templateSha256$)/u;

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
