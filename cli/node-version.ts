/** What to do about a Node that is too old. */
export const NODE_ADVICE = 'Install a newer one, from nodejs.org or by a version manager.';

/** Whether this Node has what gemmark needs: it runs TypeScript as it is, and brings SQLite. */
export function isRecentNode(version: string): boolean {
	const [major = 0, minor = 0] = version.replace(/^v/u, '').split('.').map(Number);
	return major > 22 || (major === 22 && minor >= 18);
}

/** Ends a process of a Node that is too old with one line and exit code 3, before anything is imported that it lacks. */
export function requireRecentNode({ version, stderr, exit }: NodeJS.Process): void {
	if (isRecentNode(version)) return;
	stderr.write(`gemmark: needs Node 22.18 or later, and this is ${version}. ${NODE_ADVICE}\n`);
	exit(3);
}
