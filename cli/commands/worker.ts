import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Redis } from 'ioredis';
import type { Composition } from '../../run/compose/compose.ts';
import { loggedApp } from '../../run/compose/compose-app.ts';
import { openConfig } from '../../run/compose/open-config.ts';
import { DEFAULT_RUNNER, declareRunners, RUNNER_NAMES } from '../../run/compose/runners.ts';
import { hostIdentity } from '../../run/host.ts';
import { asking } from '../../run/log/header.ts';
import { prepare } from '../../run/prepare.ts';
import { openSession } from '../../run/session.ts';
import { UsageError } from '../../src/base/errors.ts';
import { counted, english, type Message, message } from '../../src/base/message.ts';
import { Asker } from '../../src/eval/evaluate/asker.ts';
import type { LogWorker } from '../../src/log/record.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import { Absence, connectRedis, shownAddress } from '../../src/queue/connection.ts';
import { openRuns, type QueuedRun } from '../../src/queue/queued-run.ts';
import { type FitWork, fitWork, runWorker } from '../../src/queue/run-worker.ts';
import { addExamples } from '../examples.ts';
import { addShortHelp, filled, repeated } from '../flags.ts';
import { composeNamed } from '../open.ts';
import { catchInterrupt, reportFailure, tell } from '../process.ts';
import { showRun } from '../progress.ts';
import type { RunnerChoice } from '../runner-flags.ts';
import { RunnerFlags } from '../runner-flags.ts';

/** `gemmark worker`: evaluates samples of queued runs with the engine of this machine. */
export async function addWorker(command: Command): Promise<void> {
	command
		.requiredOption('--queue <redis>', 'the Redis that the run uses, such as redis://127.0.0.1:6379', filled)
		.option('-m, --model <ref>', 'path.gguf or hf:user/repo:QUANT (default: the bundled miniature)', filled)
		.option('--runner <name>', `engine: ${RUNNER_NAMES.join(', ')}`, filled, DEFAULT_RUNNER)
		.option('-c, --config <file>', 'config of the run (default: the nearest gemmark.config.*)', filled)
		.option(
			'--allow <field>',
			'field in which this machine may differ from that of the run, such as backend; repeatable',
			repeated,
		)
		.option('--once', 'exit after the run instead of waiting for the next', false);
	const own = command.options.flatMap(({ long }) => long ?? []);
	const flags = new RunnerFlags(await declareRunners());
	flags.addTo(command);
	addShortHelp(command, own);
	command.action(async ({ runner }: { readonly runner: string }) => {
		process.exitCode = await work(flags.request<WorkerRequest>(command, runner));
		// BullMQ may still be trying to reach a Redis that is away.
		setImmediate(() => process.stderr.write('', () => process.exit()));
	});
	addExamples(command, [
		['gemmark worker --queue redis://127.0.0.1:6379', 'lend this machine to a run with the same --queue'],
	]);
}

/** Options of `gemmark worker`. */
interface WorkerRequest extends RunnerChoice {
	readonly queue: string;
	readonly config?: string;
	readonly model?: string;
	/** Fields in which this machine may differ from that of the run. */
	readonly allow?: readonly string[];
	/** End when the run that was worked on is over. */
	readonly once: boolean;
}

/** Loads an engine and works off the runs in the queue, one sample at a time. Returns the exit code. */
async function work(request: WorkerRequest): Promise<number> {
	if (Number(request.runnerOptions.sequences ?? 1) > 1) {
		throw new UsageError(message('usage.worker-parallel'));
	}
	const redis = await connectRedis(request.queue);
	const interrupt = catchInterrupt(() => {
		process.stderr.write('\ngemmark: stopping after the current sample. Press Ctrl-C again to quit now.\n');
	});
	const absence = new Absence({ redis, shown: shownAddress(request.queue), signal: interrupt.signal });
	const shown = showRun(false);
	try {
		const { runner, model: reference, runnerOptions } = request;
		const prepared = await prepare(
			{ suites: [], targets: [{ ...runnerOptions, runner, model: reference }] },
			await openConfig(request.config),
		);
		const { composition } = prepared;
		const session = await openSession(prepared, { signal: interrupt.signal, listen: shown.listen });
		const { model, app } = session;
		shown.finish();
		try {
			const worker = identityOf(model);
			tell(`${worker.id} is ready with ${model.identity.name}`);
			const seen = new Map<string, Message>();
			// A Redis that has gone away must not keep an idle worker from ending.
			const aborted = new Promise<undefined>((resolve) => {
				interrupt.signal.addEventListener('abort', () => resolve(undefined), { once: true });
			});
			while (!interrupt.signal.aborted) {
				const next = await Promise.race([
					nextRun({ redis, model, host: worker.host, composition, seen, request }),
					aborted,
				]).catch((error) => {
					throw absence.failure ?? error;
				});
				if (next === undefined) {
					await delay(LOOK_AGAIN_MS, undefined, { signal: interrupt.signal }).catch(() => {});
					continue;
				}
				const { signal } = interrupt;
				const { run, suites, settings } = next;
				const asker = new Asker({
					...asking(model, app, settings),
					async confirm() {
						await model.confirm?.('sample');
						await model.confirm?.('run');
					},
				});
				const { done, failure } = await runWorker({ redis, absence, run, suites, asker, worker, signal });
				tell(`${counted(done, 'sample')} done of run ${run.id}`);
				if (failure !== undefined) return reportFailure(failure);
				if (request.once) return 0;
			}
			return 0;
		} finally {
			await session.close();
		}
	} finally {
		shown.finish();
		absence.release();
		interrupt.release();
		redis.disconnect();
	}
}

const LOOK_AGAIN_MS = 500;

interface Waiting {
	readonly redis: Redis;
	readonly model: LoadedModel;
	readonly host: LogWorker['host'];
	readonly composition: Composition;
	/** Runs that this worker does not fit, with the reason. */
	readonly seen: Map<string, Message>;
	readonly request: WorkerRequest;
}

/** The first open run that this worker fits. Throws {@link UsageError} when it fits none of those that are open. */
async function nextRun({
	redis,
	model,
	host,
	composition,
	seen: refused,
	request,
}: Waiting): Promise<(FitWork & { readonly run: QueuedRun }) | undefined> {
	const runs = await openRuns(redis);
	for (const run of runs) {
		if (refused.has(run.id)) continue;
		const app = loggedApp(composition.app, model.engine);
		const here = { model, host, code: composition.code, app, allow: request.allow };
		const fit = await fitWork(run.header, here, async (names) => (await composeNamed(names, composition)).suites);
		if ('suites' in fit) return { run, ...fit };
		refused.set(run.id, fit);
		tell(`run ${run.id} is refused: ${english(fit)}`);
	}
	const [first] = runs;
	if (request.once && first !== undefined) {
		const reason = refused.get(first.id) ?? '';
		throw new UsageError(message('command.worker-unfit', { reason, command: first.header.command }));
	}
	return undefined;
}

function identityOf(model: LoadedModel): LogWorker {
	return {
		type: 'worker',
		// Logs travel: the name of the machine stays at home.
		id: `worker-${randomBytes(4).toString('hex')}`,
		engine: model.engine,
		host: model.host ?? hostIdentity(),
		loadMs: model.loadMs,
	};
}
