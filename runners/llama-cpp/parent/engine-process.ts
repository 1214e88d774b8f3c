import type { ChildProcess } from 'node:child_process';
import { EngineError, EnvironmentError, type GemmarkError } from '../../../src/index.ts';
import type { FailedMessage, FromEngine, ToEngine } from '../protocol.ts';
import { exitError } from './exit-error.ts';
import { forkEngine } from './fork-engine.ts';
import { peakResidentBytes } from './resident-set.ts';

const STDERR_BYTES = 4096;
/** How long a process that was asked to end may take to do so. */
const DISPOSE_GRACE_MS = 2000;

type Listener = (message: FromEngine) => void;

/** The process that holds one model. Its death, however it comes, becomes one typed error. */
export class EngineProcess {
	readonly #child: ChildProcess;
	readonly #modelName: string;
	readonly #listeners = new Set<Listener>();
	readonly #deathListeners = new Set<(error: GemmarkError) => void>();
	readonly #closed: Promise<void>;
	#stderr = '';
	#doing = 'loading';
	#death: GemmarkError | undefined;
	#killReason: GemmarkError | undefined;
	#peakBytes: number | undefined;

	constructor(modelName: string) {
		this.#modelName = modelName;
		this.#child = forkEngine('child');
		this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.#stderr = (this.#stderr + text).slice(-STDERR_BYTES);
		});
		this.#child.on('message', (message) => {
			for (const listener of [...this.#listeners]) listener(message as FromEngine);
		});
		this.#closed = new Promise((resolve) => {
			this.#child.on('error', (error) => {
				this.#die(new EnvironmentError(`The engine's process cannot be started: ${error.message}`));
				resolve();
			});
			this.#child.on('close', (code, signal) => {
				this.#die(this.#killReason ?? exitError(this.#modelName, this.#doing, code, signal, this.#stderr));
				resolve();
			});
		});
	}

	get pid(): number | undefined {
		return this.#child.pid;
	}

	/** Why it is dead; absent while it lives. */
	get death(): GemmarkError | undefined {
		return this.#death;
	}

	send(message: ToEngine): void {
		if (message.type === 'complete') this.#doing = 'generating';
		if (this.#child.connected) this.#child.send(message, () => undefined);
	}

	/** Calls `onMessage` for each message and `onDeath` once; tells how to stop listening. */
	listen(onMessage: Listener, onDeath: (error: GemmarkError) => void): () => void {
		this.#listeners.add(onMessage);
		this.#deathListeners.add(onDeath);
		if (this.#death !== undefined) onDeath(this.#death);
		return () => {
			this.#listeners.delete(onMessage);
			this.#deathListeners.delete(onDeath);
		};
	}

	/** Ends the process at once; whoever waits for it gets `reason`. */
	async kill(reason: GemmarkError): Promise<void> {
		this.#killReason ??= reason;
		this.#notePeak();
		this.#child.kill('SIGKILL');
		await this.#closed;
	}

	/** Asks the process to end, and makes it end when it does not. */
	async dispose(reason: GemmarkError): Promise<void> {
		if (this.#death !== undefined) return;
		this.#killReason ??= reason;
		this.#notePeak();
		this.send({ type: 'dispose' });
		const timer = setTimeout(() => this.#child.kill('SIGKILL'), DISPOSE_GRACE_MS);
		await this.#closed;
		clearTimeout(timer);
	}

	/** Highest resident set so far, also after its death. */
	peakBytes(): number | undefined {
		this.#notePeak();
		return this.#peakBytes;
	}

	#notePeak(): void {
		if (this.#child.pid === undefined || this.#death !== undefined) return;
		this.#peakBytes = peakResidentBytes(this.#child.pid) ?? this.#peakBytes;
	}

	#die(error: GemmarkError): void {
		if (this.#death !== undefined) return;
		this.#death = error;
		for (const listener of [...this.#deathListeners]) listener(error);
		this.#listeners.clear();
		this.#deathListeners.clear();
	}
}

/** The typed error for a failure that the process told itself. */
export function toldError({ failure, message, hint, detail }: FailedMessage, modelName: string): GemmarkError {
	const options = { ...(hint === undefined ? {} : { hint }), ...(detail === undefined ? {} : { detail }) };
	const line = `${modelName}: ${message}`;
	return failure === 'environment' ? new EnvironmentError(line, options) : new EngineError(failure, line, options);
}
