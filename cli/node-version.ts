import { EnvironmentError } from '../src/errors/gemmark-error.ts';

/** What to do about a Node that is too old. */
export const NODE_ADVICE = 'Install Node 22.18 or later, or run gemmark through npm, which brings its own.';

/** Whether this Node has what gemmark needs: it runs TypeScript as it is, and brings SQLite. */
export function isRecentNode(version: string): boolean {
	const [major = 0, minor = 0] = version.replace(/^v/u, '').split('.').map(Number);
	return major > 22 || (major === 22 && minor >= 18);
}

/** Throws {@link EnvironmentError} under a Node that is too old. */
export function requireRecentNode(version: string): void {
	if (isRecentNode(version)) return;
	throw new EnvironmentError(`Node ${version} is too old for gemmark`, { hint: NODE_ADVICE });
}
