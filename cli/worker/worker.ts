import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type GemmarkError, UsageError } from '../../src/errors/gemmark-error.ts';
import type { LogWorker } from '../../src/log/record.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import { connectRedis } from '../../src/queue/connection.ts';
import { type FitWork, fitWork } from '../../src/queue/fitness.ts';
import { openRuns, type QueuedRun } from '../../src/queue/queued-run.ts';
import { workOff } from '../../src/queue/work-off.ts';
import { hostIdentity } from '../../src/run/host.ts';
import { composeApp, composeSuitesNamed } from '../compose.ts';
import { reportFailure } from '../failure.ts';
import { catchInterrupt } from '../interrupt.ts';
import { loadModel } from '../run/load-model.ts';
import type { RunnerChoice } from '../runner-flags.ts';
import { loadRunner } from '../../api/runners.ts';
import { singleLine } from '../terminal-text.ts';

/** `gemmark worker` as asked for on the command line. */
export interface WorkerRequest extends RunnerChoice {
	readonly queue: string;
	readonly model?: string;
	/** End when the run that was worked on is over. */
	readonly once: boolean;
}

/** Loads an engine and works off the runs that stand in the queue, one sample at a time. Returns the exit code. */
export async function work(request: WorkerRequest): Promise<number> {
	if (Number(request.runnerOptions.sequences ?? 1) > 1) {
		throw new UsageError('--parallel is for gemmark run, but a worker evaluates one sample at a time', {
			hint: 'Start more workers instead.',
		});
	}
	const redis = await connectRedis(request.queue);
	const interrupt = catchInterrupt(() => {
		process.stderr.write('\ngemmark: stopping after the sample under way. Ctrl-C again ends at once\n');
	});
	try {
		const [app, runner] = await Promise.all([composeApp(), loadRunner(request.runner)]);
		const model = await loadModel(runner, request, request.model, interrupt.signal);
		try {
			const worker = identityOf(model);
			tell(`${worker.id} is ready with ${model.identity.name}`);
			const seen = new Map<string, string>();
			// A Redis that has gone away must not keep an idle worker from ending.
			const aborted = new Promise<undefined>((resolve) => {
				interrupt.signal.addEventListener('abort', () => resolve(undefined), { once: true });
			});
			while (!interrupt.signal.aborted) {
				const next = await Promise.race([nextRun(redis, model, seen, request.once), aborted]);
				if (next === undefined) {
					await delay(LOOK_AGAIN_MS, undefined, { signal: interrupt.signal }).catch(() => {});
					continue;
				}
				const { done, failure } = await workOff({ redis, ...next, model, app, worker, signal: interrupt.signal });
				tell(`${done} samples done of run ${next.run.id}`);
				if (failure !== undefined) return fail(failure);
				if (request.once) return 0;
			}
			return 0;
		} finally {
			await model.dispose();
		}
	} finally {
		interrupt.release();
		redis.disconnect();
	}
}

const LOOK_AGAIN_MS = 500;

/** The first open run that this worker fits. Throws {@link UsageError} when it fits none of those that are open. */
async function nextRun(
	redis: Redis,
	model: LoadedModel,
	refused: Map<string, string>,
	once: boolean,
): Promise<{ readonly run: QueuedRun; readonly fit: FitWork } | undefined> {
	const runs = await openRuns(redis);
	for (const run of runs) {
		if (refused.has(run.id)) continue;
		const fit = await fitWork(run.header, model, composeSuitesNamed);
		if (typeof fit !== 'string') return { run, fit };
		refused.set(run.id, fit);
		tell(`run ${run.id} is refused: ${fit}`);
	}
	const [first] = runs;
	if (once && first !== undefined) {
		throw new UsageError(`this worker fits no run in the queue: ${refused.get(first.id)}`, {
			hint: `The run is: ${first.header.command}`,
		});
	}
	return undefined;
}

function identityOf(model: LoadedModel): LogWorker {
	return {
		type: 'worker',
		id: `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`,
		engine: model.engine,
		host: hostIdentity(),
		loadMs: model.loadMs,
	};
}

function fail(failure: GemmarkError): number {
	return reportFailure(failure, (line) => process.stderr.write(`${line}\n`));
}

function tell(line: string): void {
	process.stderr.write(`gemmark: ${singleLine(line)}\n`);
}
