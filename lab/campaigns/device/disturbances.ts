import { chance } from '../trial/chance.ts';
import type { Cable } from './cable.ts';

export interface Disturbances {
	readonly disconnects: number;
	readonly kills: number;
	/** Chooses when; what is under way then is up to the machine. */
	readonly seed: number;
}

export interface Disturbing {
	after(done: number, total: number): void;
	close(): void;
}

/** Each at another sample, at a random moment of it. */
export function disturbances({ disconnects, kills, seed }: Disturbances, cable: () => Cable | undefined): Disturbing {
	const { whole } = chance(seed);
	const timers = new Set<NodeJS.Timeout>();
	let due: ReadonlyMap<number, 'disconnect' | 'kill'> | undefined;
	return {
		after(done, total) {
			due ??= moments(disconnects, kills, total, whole);
			const what = due.get(done);
			if (what !== undefined) timers.add(setTimeout(() => cable()?.[what](), whole(0, 120)));
		},
		close() {
			for (const timer of timers) clearTimeout(timer);
		},
	};
}

function moments(
	disconnects: number,
	kills: number,
	total: number,
	whole: (from: number, to: number) => number,
): ReadonlyMap<number, 'disconnect' | 'kill'> {
	const chosen = new Map<number, 'disconnect' | 'kill'>();
	const wanted = Math.min(disconnects + kills, total - 2);
	while (chosen.size < wanted) {
		const at = whole(1, total - 2);
		if (!chosen.has(at)) chosen.set(at, chosen.size < kills ? 'kill' : 'disconnect');
	}
	return chosen;
}
