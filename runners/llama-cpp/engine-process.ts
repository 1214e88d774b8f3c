import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EngineError, EnvironmentError, type GemmarkError } from '../../src/base/errors.ts';
import { type Message, message } from '../../src/base/message.ts';
import { compileCacheFolder } from '../../src/download/folders.ts';
import type { LoadOptions, LoadProgress } from '../../src/model/runner.ts';
import { Lifetime, loadInterrupted, loadTimeout, type MortalEngine } from '../supervisor/kept-engine.ts';
import {
	type ChildEnd,
	ChildScript,
	DIE_WITH_PARENT,
	forkScript,
	peakResidentBytes,
	scriptUrl,
} from '../supervisor/process.ts';
import type { FailedMessage, FromEngine, LoadMessage, ReadyMessage, ThreadsMessage, ToEngine } from './protocol.ts';

/** What the death of an engine's process means. Its own SIGKILL is not ours: those of the parent have their reason. */
function exitError(
	model: string,
	isLoading: boolean,
	code: number | null,
	signal: NodeJS.Signals | null,
	stderr: string,
): EngineError {
	const options = stderr.trim() === '' ? {} : { detail: stderr.trim() };
	if (signal === 'SIGKILL') return new EngineError('out-of-memory', message('engine.killed', { model }), options);
	const how = signal ?? `exit code ${code ?? 'unknown'}`;
	const crash = isLoading
		? message('engine.crashed-loading', { model, how })
		: message('engine.crashed-generating', { model, how });
	const said = signal === 'SIGBUS' ? message('engine.file-changed', { model }) : crash;
	return new EngineError('crashed', said, options);
}

/** Starts the engine as a process that talks in structured clones, with its stderr to be read. */
function forkEngine(testsBinding: boolean, engineFrom: string | undefined): ChildProcess {
	return forkScript('./engine/child', import.meta.url, {
		serialization: 'advanced',
		// Nothing may keep the weights in memory when nothing uses them, neither loading nor a running evaluation.
		execArgv: [
			'--no-warnings',
			...DIE_WITH_PARENT,
			...(testsBinding ? [] : ['--import', UNTESTED]),
			...(engineFrom === undefined ? [] : ['--import', HOOKS]),
		],
		// All steps of the engine on one thread of the pool: on two cores, two engine threads then decode several times faster.
		env: {
			NODE_COMPILE_CACHE: compileCacheFolder(),
			// A context in huge pages is there in half of the time. Other systems than glibc's ignore it.
			GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
			...process.env,
			UV_THREADPOOL_SIZE: '1',
			GEMMARK_ENGINE_FROM: engineFrom && resolve(engineFrom),
		},
	});
}

const HOOKS = scriptUrl('./engine/engine-hooks', import.meta.url).href;
const UNTESTED = scriptUrl('./engine/untested-binding', import.meta.url).href;

/** How long a process that was asked to end may take to do so. */
const DISPOSE_GRACE_MS = 2000;

/** The process that holds one model. Its death, however it comes, becomes one typed error. */
export class EngineProcess extends Lifetime<FromEngine> implements MortalEngine {
	readonly #child: ChildScript<ToEngine, FromEngine>;
	readonly #modelName: string;
	#isLoading = true;
	#killReason: GemmarkError | undefined;
	#peakBytes: number | undefined;

	/** With a GPU the binding's test of itself chooses between builds. */
	constructor(modelName: string, testsBinding = true, engineFrom?: string) {
		super();
		this.#modelName = modelName;
		this.#child = new ChildScript<ToEngine, FromEngine>(forkEngine(testsBinding, engineFrom), {
			onMessage: (answer) => this.pass(answer),
			onEnd: (end) => this.die(this.#deathBy(end)),
		});
	}

	/** Absent once it is dead. */
	get pid(): number | undefined {
		return this.death === undefined ? this.#child.pid : undefined;
	}

	send(request: ToEngine): void {
		if (request.type === 'complete') this.#isLoading = false;
		this.#child.send(request);
	}

	/** Ends the process at once; requests that wait for it get `reason`. */
	async kill(reason: GemmarkError): Promise<void> {
		this.#killReason ??= reason;
		this.#notePeak();
		await this.#child.kill();
	}

	/** Asks the process to end, and makes it end when it does not. */
	async end(reason: GemmarkError): Promise<void> {
		if (this.death !== undefined) return;
		this.#killReason ??= reason;
		this.#notePeak();
		await this.#child.end({ type: 'dispose' }, DISPOSE_GRACE_MS);
	}

	/** Highest resident set so far, also after its death. */
	async peakBytes(): Promise<number | undefined> {
		this.#notePeak();
		return this.#peakBytes;
	}

	#notePeak(): void {
		if (this.pid !== undefined) this.#peakBytes = peakResidentBytes(this.pid) ?? this.#peakBytes;
	}

	#deathBy(end: ChildEnd): GemmarkError {
		if (end.type === 'not-started') {
			return new EnvironmentError(message('engine.not-started', { reason: end.error.message }));
		}
		return this.#killReason ?? exitError(this.#modelName, this.#isLoading, end.code, end.signal, this.#child.stderr);
	}
}

/** The typed error for a failure that the process itself reported. */
export function reportedError({ failure, said, detail }: FailedMessage, model: string): GemmarkError {
	const named = { code: said.code, params: { ...said.params, model } };
	const options = detail === undefined ? {} : { detail };
	return failure === 'environment' ? new EnvironmentError(named, options) : new EngineError(failure, named, options);
}

export function unexpectedMessage(model: string, type: FromEngine['type']): EngineError {
	return new EngineError('protocol', message('engine.unexpected-message', { model, type }));
}

export const DEFAULT_LOAD_TIMEOUT_MS = 600_000;

export interface StartedEngine {
	readonly process: EngineProcess;
	readonly ready: ReadyMessage;
}

/** Starts a process and loads the model in it. Throws a typed error, with the process gone, when that fails. */
export async function startEngine(
	modelName: string,
	request: LoadMessage,
	options: StartOptions,
): Promise<StartedEngine> {
	let isBound = request.gpu;
	const onProgress = (progress: LoadProgress): void => {
		isBound = true;
		options.onProgress?.(progress);
	};
	try {
		const starting = start(modelName, request, { ...options, onProgress }, request.gpu);
		options.onProgress?.({ stage: 'load', done: 0, total: 1, unit: 'fraction' });
		return await starting;
	} catch (error) {
		// Its test of itself says more of a binding that crashes before it reads the model.
		const crashed = error instanceof EngineError && error.failure === 'crashed';
		if (isBound || !crashed) throw drivable(error, options.engineFrom);
		return await start(modelName, request, options, true).catch((again: unknown) => {
			throw drivable(again, options.engineFrom);
		});
	}
}

/** Another node-llama-cpp that gemmark does not get ready is one that it cannot drive. */
function drivable(error: unknown, engineFrom: string | undefined): unknown {
	const isEngines = error instanceof EngineError && ['crashed', 'protocol', 'load-timeout'].includes(error.failure);
	if (engineFrom === undefined || !isEngines) return error;
	const file = join(resolve(engineFrom), 'node_modules/node-llama-cpp/package.json');
	const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
	return new EnvironmentError(message('engine.from-undrivable', { version }), { cause: error });
}

type StartOptions = Pick<LoadOptions, 'loadTimeoutMs' | 'signal' | 'onProgress'> & { readonly engineFrom?: string };

async function start(
	modelName: string,
	request: LoadMessage,
	options: StartOptions,
	testsBinding: boolean,
): Promise<StartedEngine> {
	const { loadTimeoutMs = DEFAULT_LOAD_TIMEOUT_MS, signal, onProgress } = options;
	if (signal?.aborted) throw loadInterrupted(modelName);
	const engine = new EngineProcess(modelName, testsBinding, options.engineFrom);
	const abort = (): void => void engine.kill(loadInterrupted(modelName));
	signal?.addEventListener('abort', abort, { once: true });
	const timer = setTimeout(() => void engine.kill(loadTimeout(modelName, loadTimeoutMs)), loadTimeoutMs);
	try {
		return { process: engine, ready: await readiness(engine, modelName, request, onProgress) };
	} catch (error) {
		await engine.kill(loadInterrupted(modelName));
		throw error;
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', abort);
	}
}

function readiness(
	engine: EngineProcess,
	modelName: string,
	request: LoadMessage,
	onProgress: ((progress: LoadProgress) => void) | undefined,
): Promise<ReadyMessage> {
	return new Promise((resolve, reject) => {
		const stop = engine.listen((answer) => {
			if (answer.type === 'progress') {
				onProgress?.({ stage: answer.stage, done: answer.done, total: 1, unit: 'fraction' });
				return;
			}
			stop();
			if (answer.type === 'ready') resolve(answer);
			else if (answer.type === 'failed') reject(reportedError(answer, modelName));
			else reject(unexpectedMessage(modelName, answer.type));
		}, reject);
		engine.send(request);
	});
}

/** The thread counts of an engine that chooses them again when prefill becomes slow, and of those that replace it. */
export class WatchedThreads {
	readonly #first: ReadyMessage;
	readonly #changes: ThreadsMessage[] = [];

	constructor(ready: ReadyMessage) {
		this.#first = ready;
	}

	listenTo(engine: EngineProcess): void {
		engine.listen(
			(answer) => {
				if (answer.type === 'threads') this.#changes.push(answer);
			},
			() => undefined,
		);
	}

	get now(): Pick<LoadMessage, 'threads' | 'prefillThreads'> {
		const { threads, prefillThreads } = this.#changes.at(-1) ?? this.#first;
		return { threads, prefillThreads };
	}

	/** One line, however often they were chosen again. */
	doubts(): readonly Message[] {
		const latest = this.#changes.at(-1);
		if (latest === undefined) return [];
		const { threads: decode, prefillThreads: prefill, speed, before } = latest;
		const { threads: firstDecode, prefillThreads: firstPrefill } = this.#first;
		const times = this.#changes.length;
		const counts = { prefill, decode, firstPrefill, firstDecode };
		return [message('engine.threads-probed-again', { times, before, speed, ...counts })];
	}
}
