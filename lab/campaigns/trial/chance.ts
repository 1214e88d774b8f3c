import { seededRandom } from '../../../src/testing/seeded-random.ts';

/** Choices of one run of a campaign: the same for the same seed. */
export interface Chance {
	/** From 0 up to 1. */
	share(): number;
	/** A whole number, both ends included. */
	whole(from: number, to: number): number;
	pick<T>(choices: readonly [T, ...T[]]): T;
	happens(probability: number): boolean;
}

export function chance(seed: number): Chance {
	const random = seededRandom(seed);
	return {
		share: random,
		whole: (from, to) => from + Math.floor(random() * (to - from + 1)),
		pick: (choices) => choices[Math.floor(random() * choices.length)] ?? choices[0],
		happens: (probability) => random() < probability,
	};
}
