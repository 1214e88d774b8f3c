import { EngineError, type GemmarkError } from '../../src/base/errors.ts';

/** Ends what stays silent past its time. */
export class Watchdog {
	readonly #subject: string;
	readonly #end: (error: GemmarkError) => void;
	#timer: NodeJS.Timeout | undefined;

	/** `subject` is what is watched, such as `mini.gguf: the engine`. */
	constructor(subject: string, end: (error: GemmarkError) => void) {
		this.#subject = subject;
		this.#end = end;
	}

	/** From now on; what was set before no longer counts. `failing` is what it then failed to do, such as `did not stop`. */
	within(ms: number, failing: string): void {
		this.cancel();
		this.#timer = setTimeout(() => {
			const error = new EngineError('generation-timeout', `${this.#subject} ${failing}, and was ended`, {
				hint: 'Give a generation more time with --deadline, or use a smaller model.',
			});
			this.#end(error);
		}, ms);
	}

	cancel(): void {
		clearTimeout(this.#timer);
	}
}
