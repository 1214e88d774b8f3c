import { type ContentPlace, fieldPath, placeOf } from '../../../src/config/field-path.ts';
import { singleLine } from '../../../src/index.ts';

/** What of a promptfooconfig is not taken, one line each: file and line, field, and why. */
export class Refusals {
	readonly #lines: string[] = [];

	add(place: ContentPlace, at: readonly PropertyKey[], reason: string): void {
		const line = singleLine(`${placeOf(place, at)}: ${fieldPath(at)}: ${reason}`).slice(0, 400);
		if (!this.#lines.includes(line)) this.#lines.push(line);
	}

	get lines(): readonly string[] {
		return this.#lines;
	}
}

/** A value of a file, and where it stands. */
export interface Written<T = unknown> {
	readonly value: T;
	readonly place: ContentPlace;
	readonly at: readonly PropertyKey[];
}
