import type { Teller } from './told-events.ts';

/** Short, for an engine that stays silent. */
export const GRACE_MS = 5;
export const never: Promise<never> = new Promise(() => undefined);

/** Fixture: keeps what is told to be left out. */
export function teller(told: string[] = []): Teller {
	return { name: 'runner mine', leaveOut: (_, how) => void told.push(how) };
}
