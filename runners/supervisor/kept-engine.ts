import { EngineError, type GemmarkError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { CompletionEvent } from '../../src/model/completer.ts';

/** The errors by which a parent itself ends an engine, and the end of a generation that it stopped. */

export function disposed(model: string): EngineError {
	return new EngineError('unavailable', message('engine.disposed', { model }));
}

export function loadInterrupted(model: string): EngineError {
	return new EngineError('unavailable', message('engine.load-interrupted', { model }));
}

export function loadTimeout(model: string, ms: number): EngineError {
	return new EngineError('load-timeout', message('engine.load-timeout', { model, seconds: Math.round(ms / 1000) }));
}

export function abortedEnd(totalMs: number): Extract<CompletionEvent, { type: 'end' }> {
	return { type: 'end', finish: { unified: 'aborted', raw: 'abort' }, usage: {}, source: 'wall-clock', totalMs };
}

/** A process or page with one model in it, which can die. */
export interface MortalEngine {
	/** Why it is dead; absent while it lives. */
	readonly death: GemmarkError | undefined;
	/** Highest resident set so far; absent when it is unknown. */
	peakBytes(): Promise<number | undefined>;
	/** Resolves when nothing of it is left; requests that wait for it get `reason`. Safe to call twice, and when it is dead. */
	end(reason: GemmarkError): Promise<void>;
}

/** Keeps one model's engine. One that died, or was not started yet, is started when it is needed, not before. */
export class KeptEngine<Engine extends MortalEngine> {
	readonly modelName: string;
	readonly #start: () => Promise<Engine>;
	#engine: Engine | undefined;
	#starting: Promise<Engine> | undefined;
	#peakBytes: number | undefined;
	#isDisposed = false;
	#startMs = 0;

	constructor(modelName: string, engine: Engine | undefined, start: () => Promise<Engine>) {
		this.modelName = modelName;
		this.#engine = engine;
		this.#start = start;
	}

	/** The engine of now, dead or alive; absent before the first start. */
	get latest(): Engine | undefined {
		return this.#engine;
	}

	/** Waited for engines that requests had to start. */
	get startMs(): number {
		return this.#startMs;
	}

	get isDisposed(): boolean {
		return this.#isDisposed;
	}

	/** The engine to work with. Throws when the model was disposed, or cannot be loaded again. */
	async living(): Promise<Engine> {
		if (this.#isDisposed) throw disposed(this.modelName);
		if (this.#engine !== undefined && this.#engine.death === undefined) return this.#engine;
		this.#starting ??= this.#replace().finally(() => {
			this.#starting = undefined;
		});
		return this.#starting;
	}

	/** Highest resident set of all its engines so far. */
	async peakBytes(): Promise<number | undefined> {
		const bytes = await this.#engine?.peakBytes();
		if (bytes !== undefined) this.#peakBytes = Math.max(bytes, this.#peakBytes ?? 0);
		return this.#peakBytes;
	}

	/** Safe to call twice, and during a generation. */
	async dispose(): Promise<void> {
		this.#isDisposed = true;
		await this.#starting?.catch(() => undefined);
		await this.#end();
	}

	async #replace(): Promise<Engine> {
		const before = performance.now();
		await this.#end();
		this.#engine = await this.#start();
		this.#startMs += performance.now() - before;
		return this.#engine;
	}

	async #end(): Promise<void> {
		await this.peakBytes();
		await this.#engine?.end(disposed(this.modelName));
	}
}

/** The listeners of an engine, and why it died. It dies once; later listeners learn it at once. */
export class Lifetime<Message> {
	readonly #messageListeners = new Set<(message: Message) => void>();
	readonly #deathListeners = new Set<(error: GemmarkError) => void>();
	#death: GemmarkError | undefined;

	/** Why it is dead; absent while it lives. */
	get death(): GemmarkError | undefined {
		return this.#death;
	}

	/** Calls `onMessage` for each message and `onDeath` once, until the returned function is called. */
	listen(onMessage: (message: Message) => void, onDeath: (error: GemmarkError) => void): () => void {
		this.#messageListeners.add(onMessage);
		this.#deathListeners.add(onDeath);
		if (this.#death !== undefined) onDeath(this.#death);
		return () => {
			this.#messageListeners.delete(onMessage);
			this.#deathListeners.delete(onDeath);
		};
	}

	pass(message: Message): void {
		for (const listener of [...this.#messageListeners]) listener(message);
	}

	/** Only the first death counts. */
	die(error: GemmarkError): void {
		if (this.#death !== undefined) return;
		this.#death = error;
		for (const listener of [...this.#deathListeners]) listener(error);
		this.#messageListeners.clear();
		this.#deathListeners.clear();
	}
}

/** Lets requests to one engine wait for each other, in the order they were made. */
export class Turns {
	readonly #waiting: (() => void)[] = [];
	#free: number;

	/** `atOnce`: so many requests are worked off together. */
	constructor(atOnce = 1) {
		this.#free = atOnce;
	}

	/** Resolves when it is the caller's turn; the returned function ends it and is to be called once. */
	async take(): Promise<() => void> {
		if (this.#free > 0) this.#free -= 1;
		else await new Promise<void>((resolve) => this.#waiting.push(resolve));
		return () => this.#release();
	}

	#release(): void {
		const next = this.#waiting.shift();
		if (next === undefined) this.#free += 1;
		else next();
	}
}

/** What an engine says to one request, in order, for a reader that may be slower or leave early. */
export class Arrivals<Item> {
	readonly #items: Item[] = [];
	readonly #ended = Promise.withResolvers<void>();
	#failure: GemmarkError | undefined;
	#wake: (() => void) | undefined;

	/** `last`: with it the engine has answered in full. */
	push(item: Item, last: boolean): void {
		this.#items.push(item);
		if (last) this.#ended.resolve();
		this.#wake?.();
	}

	fail(error: GemmarkError): void {
		this.#failure ??= error;
		this.#ended.resolve();
		this.#wake?.();
	}

	/** The next item. Throws what the engine failed of, once all that came before is read. */
	async next(): Promise<Item> {
		for (;;) {
			const item = this.#items.shift();
			if (item !== undefined) return item;
			if (this.#failure !== undefined) throw this.#failure;
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}

	/** Resolves when the engine has answered in full, or failed. */
	ended(): Promise<void> {
		return this.#ended.promise;
	}
}
