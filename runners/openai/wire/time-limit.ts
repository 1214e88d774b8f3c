import { EngineError, type Finish, type GenerationTimings } from '../../../src/index.ts';

/**
 * The time of one generation. It counts from the attempt that the server took: attempts that it refused before, with the
 * waits behind them, are told apart and take nothing from the deadline. The operator or the deadline ends it.
 */
export class TimeLimit {
	readonly signal: AbortSignal;
	readonly #deadlineMs: number;
	readonly #operator: AbortSignal | undefined;
	readonly #deadline: AbortController = new AbortController();
	#timer: NodeJS.Timeout | undefined;
	#begun: number = performance.now();
	#isRefused = false;
	#attempts = 0;
	#waitedMs = 0;

	constructor(deadlineMs: number, operator: AbortSignal | undefined) {
		this.#deadlineMs = Math.min(Math.max(1, Math.round(deadlineMs)), LONGEST_MS);
		this.#operator = operator;
		this.signal = operator === undefined ? this.#deadline.signal : AbortSignal.any([operator, this.#deadline.signal]);
		this.#arm();
	}

	/** An attempt is sent. */
	begin(): void {
		const now = performance.now();
		if (this.#isRefused) {
			this.#waitedMs += now - this.#begun;
			this.#isRefused = false;
			this.#arm();
		}
		this.#begun = now;
	}

	/** The server did not take the attempt. Returns whether there is time for another in `waitMs`: all waits have one deadline. */
	refused(waitMs: number): boolean {
		this.#attempts += 1;
		this.#isRefused = true;
		return this.#waitedMs + this.clock() + waitMs <= this.#deadlineMs;
	}

	/** Milliseconds since the last attempt was sent. */
	clock(): number {
		return performance.now() - this.#begun;
	}

	/** What came before the attempt that was taken; absent where nothing did. */
	get before(): GenerationTimings['refused'] {
		return this.#attempts === 0 ? undefined : { attempts: this.#attempts, ms: this.#waitedMs };
	}

	/**
	 * How a request ended that this limit stopped; undefined when something else stopped it, as a server's own word did with
	 * which it failed while the deadline passed.
	 */
	finish(error?: unknown): Finish | undefined {
		if (this.#operator?.aborted) return { unified: 'aborted', raw: 'aborted' };
		const isOver = this.#deadline.signal.aborted && !(error instanceof EngineError);
		return isOver ? { unified: 'deadline', raw: 'deadline' } : undefined;
	}

	/** Nothing is waited for any more. */
	end(): void {
		clearTimeout(this.#timer);
	}

	#arm(): void {
		clearTimeout(this.#timer);
		const over = (): void => this.#deadline.abort(new DOMException('the deadline is over', 'TimeoutError'));
		this.#timer = setTimeout(over, this.#deadlineMs);
	}
}

/** The longest delay that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;
