import { eventsLimit, MAX_TURNS, maxEvents } from '../../../src/index.ts';
import type { Answer, AnswerEnd } from '../protocol/messages.ts';

/** Longest generation of an app, UTF-16 units: what one message may hold, and several times a whole context of words. */
export const MAX_GENERATION_CHARS: number = 2 ** 20;

/** Holds an answer to its bounds while it comes in. Behind one of them nothing is kept, and only its end is waited for. */
export class AnswerBounds {
	readonly #maxTokens: number;
	#events = 0;
	#chars = 0;
	#generations = 0;
	#passed: string | undefined;
	#lastOfTurn: AnswerEnd | undefined;

	constructor(maxTokens: number) {
		this.#maxTokens = maxTokens;
	}

	/** The bound that the app passed, for people; absent while it is within all. */
	get passed(): string | undefined {
		return this.#passed;
	}

	/** The end of an answer with too many generations, known before the app says so. */
	get end(): AnswerEnd | undefined {
		return this.#lastOfTurn && { ...this.#lastOfTurn, more: undefined, error: this.#passed };
	}

	/** What of the part is kept; undefined for nothing. */
	read(part: Answer): Answer | undefined {
		if (this.#passed === undefined) {
			const bound = this.#bound(part);
			if (bound === undefined) return part;
			this.#passed = `${bound}, which the app passed`;
			this.#lastOfTurn = part.type === 'end' ? part : undefined;
			return undefined;
		}
		if (part.type !== 'end' || part.more === true) return undefined;
		return this.end ?? { ...part, finish: 'length', reason: this.#passed, limit: 'gemmark', error: this.#passed };
	}

	#bound(part: Answer): string | undefined {
		if (part.type === 'end') {
			[this.#events, this.#chars] = [0, 0];
			this.#generations += 1;
			return part.more === true && this.#generations >= MAX_TURNS ? `${MAX_TURNS} generations in one turn` : undefined;
		}
		this.#events += 1;
		this.#chars += charsOf(part);
		if (this.#events > maxEvents(this.#maxTokens)) return eventsLimit(this.#maxTokens);
		return this.#chars > MAX_GENERATION_CHARS ? `${MAX_GENERATION_CHARS} characters` : undefined;
	}
}

function charsOf(part: Exclude<Answer, AnswerEnd>): number {
	if (part.type === 'chunk') return part.text.length;
	if (part.type === 'malformed') return part.raw.length;
	return part.name.length + (part.raw?.length ?? 0) + JSON.stringify(part.arguments).length;
}
