import { OwnCodeFailure } from '../../src/eval/user-code.ts';
import type { Conversation } from '../../src/model/conversation.ts';

/** Longest that an operator's code may take between two generations, milliseconds. */
export const IDLE_MS = 60_000;
/** The same, once the run is to stop. */
export const STOPPING_MS = 2000;

/**
 * Gives up on a solver that does not go on: a tool or an await that never comes back. Time in which the model generates
 * does not count, for that has a deadline of its own.
 */
export class IdleLimit {
	readonly #place: string;
	readonly #ms: number;
	readonly #over = Promise.withResolvers<never>();
	#timer: NodeJS.Timeout | undefined;
	#generating = 0;
	#isOver = false;

	/** `place` names the solver, as in `suite x: sample a: solve()`. */
	constructor(place: string, ms: number = IDLE_MS) {
		this.#place = place;
		this.#ms = ms;
	}

	/** What the solver gives. Rejects with {@link OwnCodeFailure} when it idles for too long; `signal` makes that short. */
	async over<T>(solving: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
		const stop = (): void => this.#start(STOPPING_MS);
		signal?.addEventListener('abort', stop, { once: true });
		this.#start();
		// Who comes too late is heard by nobody.
		solving.catch(() => undefined);
		try {
			return await Promise.race([solving, this.#over.promise]);
		} finally {
			this.#isOver = true;
			clearTimeout(this.#timer);
			signal?.removeEventListener('abort', stop);
		}
	}

	/** A conversation whose generations are no idling; behind the end it says nothing more. */
	watch(conversation: Conversation): Conversation {
		const begin = (): void => {
			if (this.#isOver) throw new Error('its sample is over');
			this.#generating += 1;
			clearTimeout(this.#timer);
		};
		const end = (): void => {
			this.#generating -= 1;
			this.#start();
		};
		const { userTurn } = conversation;
		return {
			reflectsAs: conversation.reflectsAs,
			userTurn:
				userTurn &&
				(async (text, options) => {
					begin();
					try {
						return await userTurn.call(conversation, text, options);
					} finally {
						end();
					}
				}),
			async *sendChatTurn(input, options) {
				begin();
				try {
					yield* conversation.sendChatTurn(input, options);
				} finally {
					end();
				}
			},
		};
	}

	#start(ms: number = this.#ms): void {
		if (this.#generating > 0 || this.#isOver) return;
		clearTimeout(this.#timer);
		const giveUp = (): void => {
			this.#over.reject(new OwnCodeFailure(`${this.#place}: did not go on within ${ms / 1000} s`));
		};
		this.#timer = setTimeout(giveUp, ms);
	}
}
