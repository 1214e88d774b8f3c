import { type ContentPlace, fieldPath, placeOf } from '../../src/config/issue.ts';
import { singleLine } from '../../src/index.ts';

/** What of a promptfooconfig is not taken, one line each: file and line, field, and why. */
export class Refusals {
	readonly #lines: string[] = [];
	readonly #unasked = new Set<string>();

	add(place: ContentPlace, at: readonly PropertyKey[], reason: string): void {
		this.#line(place, at, reason);
	}

	/** What cannot even be asked, so that no sample tells that it is not taken. */
	leaveOut(place: ContentPlace, at: readonly PropertyKey[], reason: string): void {
		this.#unasked.add(this.#line(place, at, reason));
	}

	/** What most likely stops all: a test that cannot be asked before an assertion that is not taken. */
	get first(): string | undefined {
		const [unasked] = this.#unasked;
		return unasked ?? this.#lines[0];
	}

	/** Number of lines that tell of what is not even asked. */
	get unasked(): number {
		return this.#unasked.size;
	}

	#line(place: ContentPlace, at: readonly PropertyKey[], reason: string): string {
		const line = singleLine(`${placeOf(place, at)}: ${fieldPath(at)}: ${reason}`).slice(0, 400);
		if (!this.#lines.includes(line)) this.#lines.push(line);
		return line;
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
