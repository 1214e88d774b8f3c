import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';

/**
 * By what signal the latest child of this process ended, once one did: node-llama-cpp tries each build in a child first, and
 * tells of one that was killed what it tells of a machine without a build. Watches from the call on.
 */
export function watchProbes(): () => NodeJS.Signals | undefined {
	let killedBy: NodeJS.Signals | undefined;
	// Source: nodejs.org/api/diagnostics_channel.html, "Child Process", read 2026-11-22.
	subscribe('child_process', (message) => {
		const { process: child } = message as { readonly process: ChildProcess };
		// Before node-llama-cpp's own listener, which goes on at once.
		child.prependListener('exit', (_code, signal) => {
			killedBy = signal ?? undefined;
		});
	});
	return () => killedBy;
}
