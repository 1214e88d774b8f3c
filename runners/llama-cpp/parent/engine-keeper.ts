import { EngineError } from '../../../src/index.ts';
import type { EngineProcess } from './engine-process.ts';
import type { StartedEngine } from './engine-session.ts';

/** Keeps one model's process. One that died is replaced when it is needed again, not before. */
export class EngineKeeper {
	readonly modelName: string;
	readonly #restart: () => Promise<StartedEngine>;
	#process: EngineProcess;
	#starting: Promise<EngineProcess> | undefined;
	#peakBytes: number | undefined;
	#disposed = false;

	constructor(modelName: string, started: StartedEngine, restart: () => Promise<StartedEngine>) {
		this.modelName = modelName;
		this.#process = started.process;
		this.#restart = restart;
	}

	get pid(): number | undefined {
		return this.#process.death === undefined ? this.#process.pid : undefined;
	}

	get isDisposed(): boolean {
		return this.#disposed;
	}

	/** The process to work with. Throws when the model was disposed, or cannot be loaded again. */
	async engine(): Promise<EngineProcess> {
		if (this.#disposed) throw this.#disposedError();
		if (this.#process.death === undefined) return this.#process;
		this.#starting ??= this.#replace().finally(() => {
			this.#starting = undefined;
		});
		return this.#starting;
	}

	/** Highest resident set of all its processes so far. */
	peakBytes(): number | undefined {
		const bytes = this.#process.peakBytes();
		if (bytes !== undefined) this.#peakBytes = Math.max(bytes, this.#peakBytes ?? 0);
		return this.#peakBytes;
	}

	async dispose(): Promise<void> {
		this.#disposed = true;
		await this.#starting?.catch(() => undefined);
		this.peakBytes();
		await this.#process.dispose(this.#disposedError());
	}

	async #replace(): Promise<EngineProcess> {
		this.peakBytes();
		this.#process = (await this.#restart()).process;
		return this.#process;
	}

	#disposedError(): EngineError {
		return new EngineError('unavailable', `${this.modelName}: the model was disposed`);
	}
}
