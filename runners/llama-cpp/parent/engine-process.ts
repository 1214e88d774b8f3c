import { EngineError, EnvironmentError, type GemmarkError } from '../../../src/index.ts';
import { type ChildEnd, ChildScript } from '../../supervisor/child-script.ts';
import type { MortalEngine } from '../../supervisor/kept-engine.ts';
import { Lifetime } from '../../supervisor/lifetime.ts';
import { peakResidentBytes } from '../../supervisor/resident-set.ts';
import type { FailedMessage, FromEngine, ToEngine } from '../protocol.ts';
import { exitError } from './exit-error.ts';
import { forkEngine } from './fork-engine.ts';

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
