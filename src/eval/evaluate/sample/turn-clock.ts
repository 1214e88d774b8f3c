import type { Conversation } from '../../../model/conversation.ts';
import type { UserTurnTimings } from '../../sample.ts';
import type { Solution } from '../../suite/suite.ts';

/** Tells the user turns of a sample apart: the user speaks, and what is generated until they speak again is their turn's. */
export class TurnClock {
	readonly #now: () => number;
	readonly #generations: () => number;
	readonly #begun: { readonly atMs: number; readonly generations: number }[] = [];

	/** `now` is milliseconds since the sample began, `generations` how many were recorded in it so far. */
	constructor(now: () => number, generations: () => number) {
		this.#now = now;
		this.#generations = generations;
	}

	/** The same conversation, in which it is noted when the user speaks. */
	watch(conversation: Conversation): Conversation {
		const { userTurn } = conversation;
		return {
			reflectsAs: conversation.reflectsAs,
			sendChatTurn: (input, options) => {
				if (input.type === 'user') this.#begin();
				return conversation.sendChatTurn(input, options);
			},
			userTurn:
				userTurn &&
				((text, options) => {
					this.#begin();
					return userTurn.call(conversation, text, options);
				}),
		};
	}

	/**
	 * The sample's user turns, in order; undefined where it is one. A suite whose messages tell of one user message asked
	 * once, in however many conversations: a suggestion that is asked again is the same wait.
	 */
	turns(
		{ messages = [] }: Partial<Pick<Solution, 'messages'>>,
		endToEndMs: number,
	): readonly UserTurnTimings[] | undefined {
		const said = messages.filter(({ role }) => role === 'user').length;
		if (said < 2 || this.#begun.length < 2) return undefined;
		return this.#begun.map((begun, index) => {
			const next = this.#begun[index + 1] ?? { atMs: endToEndMs, generations: this.#generations() };
			const from = index === 0 ? { atMs: 0, generations: 0 } : begun;
			return { generations: next.generations - from.generations, endToEndMs: next.atMs - from.atMs };
		});
	}

	#begin(): void {
		this.#begun.push({ atMs: this.#now(), generations: this.#generations() });
	}
}
