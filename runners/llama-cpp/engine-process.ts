import type { ChildProcess } from 'node:child_process';
import { EngineError, EnvironmentError, type GemmarkError } from '../../src/base/errors.ts';
import type { LoadOptions, LoadProgress } from '../../src/model/runner.ts';
import { Lifetime, loadInterrupted, loadTimeout, type MortalEngine } from '../supervisor/kept-engine.ts';
import { type ChildEnd, ChildScript, forkScript, peakResidentBytes } from '../supervisor/process.ts';
import type { FailedMessage, FromEngine, LoadMessage, ReadyMessage, ToEngine } from './protocol.ts';

/** What the death of an engine's process means. Its own SIGKILL is not ours: those of the parent have their reason. */
export function exitError(
	modelName: string,
	doing: string,
	code: number | null,
	signal: NodeJS.Signals | null,
	stderr: string,
): EngineError {
	const detail = stderr.trim();
	const options = detail === '' ? {} : { detail };
	if (signal === 'SIGKILL') {
		return new EngineError('out-of-memory', `${modelName}: the engine was killed while ${doing}`, {
			hint: 'The system was probably out of memory: close other programs, or use a smaller quantization or context.',
			...options,
		});
	}
	if (signal === 'SIGBUS') {
		return new EngineError('crashed', `${modelName}: the engine crashed (SIGBUS) while ${doing}`, {
			hint: 'The model file was cut short or replaced while it was in use: put it back, and start again.',
			...options,
		});
	}
	const how = signal ?? `exit code ${code ?? 'unknown'}`;
	return new EngineError('crashed', `${modelName}: the engine crashed (${how}) while ${doing}`, {
		hint:
			doing === 'loading'
				? 'The file is damaged, or its numbers are absurd: download it again, or take another conversion of the model.'
				: 'Run it again with --threads 1; if it crashes again, take another conversion of the model.',
		...options,
	});
}

/** Starts a script of the engine as a process that talks in structured clones, with its stderr to be read. */
export function forkEngine(script: 'bare-loop' | 'child'): ChildProcess {
	return forkScript(`./engine/${script}`, import.meta.url, {
		serialization: 'advanced',
		execArgv: ['--no-warnings'],
		// All steps of the engine on one thread of the pool: on two cores, two engine threads then decode several times faster.
		env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
	});
}

/** How long a process that was asked to end may take to do so. */
const DISPOSE_GRACE_MS = 2000;

/** The process that holds one model. Its death, however it comes, becomes one typed error. */
export class EngineProcess implements MortalEngine {
	readonly #child: ChildScript<ToEngine, FromEngine>;
	readonly #modelName: string;
	readonly #lifetime = new Lifetime<FromEngine>();
	#doing = 'loading';
	#killReason: GemmarkError | undefined;
	#peakBytes: number | undefined;

	constructor(modelName: string) {
		this.#modelName = modelName;
		this.#child = new ChildScript<ToEngine, FromEngine>(forkEngine('child'), {
			onMessage: (message) => this.#lifetime.pass(message),
			onEnd: (end) => this.#lifetime.die(this.#deathBy(end)),
		});
	}

	/** Absent once it is dead. */
	get pid(): number | undefined {
		return this.death === undefined ? this.#child.pid : undefined;
	}

	get death(): GemmarkError | undefined {
		return this.#lifetime.death;
	}

	send(message: ToEngine): void {
		if (message.type === 'complete') this.#doing = 'generating';
		this.#child.send(message);
	}

	/** Calls `onMessage` for each message and `onDeath` once, until the returned function is called. */
	listen(onMessage: (message: FromEngine) => void, onDeath: (error: GemmarkError) => void): () => void {
		return this.#lifetime.listen(onMessage, onDeath);
	}

	/** Ends the process at once; whoever waits for it gets `reason`. */
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
			return new EnvironmentError(`The engine's process cannot be started: ${end.error.message}`);
		}
		return this.#killReason ?? exitError(this.#modelName, this.#doing, end.code, end.signal, this.#child.stderr);
	}
}

/** The typed error for a failure that the process told itself. */
export function toldError({ failure, message, hint, detail }: FailedMessage, modelName: string): GemmarkError {
	const options = { ...(hint === undefined ? {} : { hint }), ...(detail === undefined ? {} : { detail }) };
	const line = `${modelName}: ${message}`;
	return failure === 'environment' ? new EnvironmentError(line, options) : new EngineError(failure, line, options);
}

export const DEFAULT_LOAD_TIMEOUT_MS = 600_000;

export interface StartedEngine {
	readonly process: EngineProcess;
	readonly ready: ReadyMessage;
}

/** Starts a process and loads the model in it. Throws a typed error, with the process gone, when that fails. */
export async function startEngine(
	modelName: string,
	message: LoadMessage,
	options: Pick<LoadOptions, 'loadTimeoutMs' | 'signal' | 'onProgress'>,
): Promise<StartedEngine> {
	const { loadTimeoutMs = DEFAULT_LOAD_TIMEOUT_MS, signal, onProgress } = options;
	if (signal?.aborted) throw loadInterrupted(modelName);
	const engine = new EngineProcess(modelName);
	const abort = (): void => void engine.kill(loadInterrupted(modelName));
	signal?.addEventListener('abort', abort, { once: true });
	const timer = setTimeout(() => void engine.kill(loadTimeout(modelName, loadTimeoutMs)), loadTimeoutMs);
	try {
		return { process: engine, ready: await readiness(engine, modelName, message, onProgress) };
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
	message: LoadMessage,
	onProgress: ((progress: LoadProgress) => void) | undefined,
): Promise<ReadyMessage> {
	return new Promise((resolve, reject) => {
		const stop = engine.listen((told) => {
			if (told.type === 'progress') {
				onProgress?.({ stage: told.stage, done: told.done, total: 1, unit: 'fraction' });
				return;
			}
			stop();
			if (told.type === 'ready') resolve(told);
			else if (told.type === 'failed') reject(toldError(told, modelName));
			else reject(new EngineError('protocol', `${modelName}: the engine said ${told.type} before it was ready`));
		}, reject);
		engine.send(message);
	});
}
