import type { JsonObject, SuggestLogEntry } from '../../src/index.ts';

/** What a suggestion logged, as facts of its transcript. Its latency is in the sample's timings: facts repeat, clocks do not. */
export class SuggestionFacts {
	readonly #entries: JsonObject[] = [];

	/** An answer may have any number of candidates to skip. That there is no pattern is a warning of the whole run. */
	add({ event, failure, errorType, reason }: SuggestLogEntry): void {
		if (event === 'no-patterns' || this.#entries.length === MOST_ENTRIES) return;
		this.#entries.push({
			event,
			...(failure !== undefined && { failure }),
			...(errorType !== undefined && { errorType }),
			...(reason !== undefined && { reason }),
		});
	}

	/** Absent where nothing was logged. */
	entries(): readonly JsonObject[] | undefined {
		return this.#entries.length === 0 ? undefined : this.#entries;
	}
}

const MOST_ENTRIES = 50;
