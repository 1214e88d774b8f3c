import type { GemmarkError } from '../../src/index.ts';
import { disposed } from './engine-ends.ts';

/** A process or page with one model in it, which can die. */
export interface MortalEngine {
	/** Why it is dead; absent while it lives. */
	readonly death: GemmarkError | undefined;
	/** Highest resident set so far; absent when it cannot be told. */
	peakBytes(): Promise<number | undefined>;
	/** Resolves when nothing of it is left; whoever waits for it gets `reason`. Safe to call twice, and when it is dead. */
	end(reason: GemmarkError): Promise<void>;
}

/** Keeps one model's engine. One that died is replaced when it is needed again, not before. */
export class KeptEngine<Engine extends MortalEngine> {
	readonly modelName: string;
	readonly #startAgain: () => Promise<Engine>;
	#engine: Engine;
	#starting: Promise<Engine> | undefined;
	#peakBytes: number | undefined;
	#isDisposed = false;

	constructor(modelName: string, engine: Engine, startAgain: () => Promise<Engine>) {
		this.modelName = modelName;
		this.#engine = engine;
		this.#startAgain = startAgain;
	}

	/** The engine of now, dead or alive. */
	get latest(): Engine {
		return this.#engine;
	}

	get isDisposed(): boolean {
		return this.#isDisposed;
	}

	/** The engine to work with. Throws when the model was disposed, or cannot be loaded again. */
	async living(): Promise<Engine> {
		if (this.#isDisposed) throw disposed(this.modelName);
		if (this.#engine.death === undefined) return this.#engine;
		this.#starting ??= this.#replace().finally(() => {
			this.#starting = undefined;
		});
		return this.#starting;
	}

	/** Highest resident set of all its engines so far. */
	async peakBytes(): Promise<number | undefined> {
		const bytes = await this.#engine.peakBytes();
		if (bytes !== undefined) this.#peakBytes = Math.max(bytes, this.#peakBytes ?? 0);
		return this.#peakBytes;
	}

	/** Safe to call twice, and during a generation. */
	async dispose(): Promise<void> {
		this.#isDisposed = true;
		await this.#starting?.catch(() => undefined);
		await this.peakBytes();
		await this.#engine.end(disposed(this.modelName));
	}

	async #replace(): Promise<Engine> {
		await this.peakBytes();
		await this.#engine.end(disposed(this.modelName));
		this.#engine = await this.#startAgain();
		return this.#engine;
	}
}
