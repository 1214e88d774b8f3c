import { seededRandom } from '../../../src/testing/seeded-random.ts';

/** Chance with a seed of its own: every sample can be made again by itself. */
export class Chance {
	readonly #random: () => number;

	constructor(seed: number) {
		this.#random = seededRandom(seed);
	}

	of(probability: number): boolean {
		return this.#random() < probability;
	}

	/** A whole number from `low` to `high`, both included. */
	between(low: number, high: number): number {
		return low + Math.floor(this.#random() * (high - low + 1));
	}

	pick<T>(options: readonly T[]): T {
		const option = options[Math.floor(this.#random() * options.length)];
		if (option === undefined) throw new Error('nothing to pick from');
		return option;
	}

	/** `count` different ones, in a random order. */
	some<T>(options: readonly T[], count: number): readonly T[] {
		const left = [...options];
		const chosen: T[] = [];
		while (chosen.length < count && left.length > 0) {
			chosen.push(...left.splice(Math.floor(this.#random() * left.length), 1));
		}
		return chosen;
	}
}
