import { EngineError, type GemmarkError } from '../../../src/index.ts';
import type { EngineProcess } from './engine-process.ts';

/** Kills an engine that stays silent past its time. */
export class Watchdog {
	readonly #engine: EngineProcess;
	readonly #modelName: string;
	readonly #graceMs: number;
	#timer: NodeJS.Timeout | undefined;

	constructor(engine: EngineProcess, modelName: string, graceMs: number) {
		this.#engine = engine;
		this.#modelName = modelName;
		this.#graceMs = graceMs;
	}

	within(ms: number): void {
		this.cancel();
		this.#timer = setTimeout(() => void this.#engine.kill(this.#timeout(ms)), ms + this.#graceMs);
	}

	cancel(): void {
		clearTimeout(this.#timer);
	}

	#timeout(ms: number): GemmarkError {
		const what = ms === 0 ? 'did not stop when asked to' : `did not answer within ${ms} ms`;
		return new EngineError('generation-timeout', `${this.#modelName}: the engine ${what}, and was ended`, {
			hint: 'Give a generation more time with --deadline, or use a smaller model.',
		});
	}
}
