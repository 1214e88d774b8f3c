import { singleLine } from '../../reports/terminal/text.ts';
import { counted } from '../../src/base/message.ts';
import { hasRunConfigCode } from '../../src/config/load-config.ts';

const closing: (() => Promise<void>)[] = [];

/** Has something closed once the command is done, such as the app of a config that a run was read with. */
export function closeAtEnd(close: () => Promise<void>): void {
	closing.push(close);
}

/** Closes what was to be closed at the end of the command. */
export async function closeOpened(): Promise<void> {
	for (const close of closing.splice(0)) await close();
}

/** Longest that a command which is done waits for what code of its config has left open, milliseconds. */
export const LEFT_OPEN_MS = 2000;

/**
 * Ends a command that is done although code of its config has left a timer, a server or a pool open, and tells what; a
 * command without such code ends by itself. `own` are the resources that the command had before, as Node names them.
 */
export function endInTime(own: readonly string[]): void {
	if (!hasRunConfigCode()) return;
	const end = (): void => {
		const open = leftOpen(process.getActiveResourcesInfo(), own);
		process.stderr.write(
			`${singleLine(`gemmark: done, and ended after ${LEFT_OPEN_MS / 1000} s: code of the config has left ${open} open. Close it, as in close() of the app or dispose() of the runner.`)}\n`,
		);
		flushed(() => process.exit());
	};
	// Who reads slowly has left nothing open.
	flushed(() => setTimeout(end, LEFT_OPEN_MS).unref());
}

/** Calls back once all that was printed has been taken. */
export function flushed(then: () => void): void {
	process.stdout.write('', () => process.stderr.write('', then));
}

/** `2 timers (Timeout), 1 server (TCPServerWrap)`; Node names not everything, a thread not at all. */
export function leftOpen(resources: readonly string[], own: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const name of resources) counts.set(name, (counts.get(name) ?? 0) + 1);
	for (const name of own) counts.set(name, (counts.get(name) ?? 0) - 1);
	const left = Array.from(counts).filter(([, count]) => count > 0);
	if (left.length === 0) return 'something that Node does not name, such as a thread,';
	return left.map(([name, count]) => `${counted(count, NOUNS.get(name) ?? 'resource')} (${name})`).join(', ');
}

/** By the names of `process.getActiveResourcesInfo()`. */
const NOUNS: ReadonlyMap<string, string> = new Map([
	['Timeout', 'timer'],
	['TCPServerWrap', 'server'],
	['TCPSocketWrap', 'socket'],
	['UDPWrap', 'socket'],
	['PipeWrap', 'pipe'],
	['ProcessWrap', 'process'],
	['FSEventWrap', 'file watcher'],
]);
