import { CommanderError } from 'commander';
import { singleLine } from '../reports/terminal/text.ts';
import {
	ConfigError,
	EnvironmentError,
	type ExitCode,
	GemmarkError,
	INTERRUPTED_EXIT_CODE,
} from '../src/base/errors.ts';
import { counted, english, message, type Said } from '../src/base/message.ts';
import { takeCp949Files } from '../src/base/read-file.ts';
import { thrownPlace, WARNING } from '../src/base/thrown.ts';
import { codeState } from '../src/config/code-state.ts';
import { shellQuoted } from '../src/text/text.ts';

/** Tells the operator something, in one line on stderr. */
export function tell(said: Said): void {
	process.stderr.write(`gemmark: ${singleLine(english(said))}\n`);
}

/** Prints a command's result as JSON. */
export function printJson(result: unknown): void {
	process.stdout.write(`${JSON.stringify(result, undefined, '\t')}\n`);
}

/** Said at Ctrl-C while samples are evaluated. */
export const STOPPING = 'gemmark: stopping. Finished samples are saved. Press Ctrl-C again to quit now.';

const closing: (() => Promise<void>)[] = [];

/** Has something closed once the command is done, such as the app of a config that a run was read with. */
export function closeAtEnd(close: () => Promise<void>): void {
	closing.push(close);
}

/** Says what is to be said once at the end of the command, and closes what was to be closed. */
export async function closeOpened(): Promise<void> {
	for (const path of takeCp949Files()) tell(message('file.cp949', { path }));
	for (const close of closing.splice(0)) await close();
}

/** Longest that a command which is done waits for what code of its config has left open, milliseconds. */
export const LEFT_OPEN_MS = 2000;

/**
 * Ends a command that is done although code of its config has left a timer, a server or a pool open, and names it; a
 * command without such code ends by itself. `own` are the resources that the command had before, as Node names them.
 */
export function endInTime(own: readonly string[]): void {
	if (!codeState.ran) return;
	const end = (): void => {
		const open = leftOpen(process.getActiveResourcesInfo(), own);
		process.stderr.write(
			`${singleLine(`gemmark: exited ${LEFT_OPEN_MS / 1000} s after the command was done: the config left ${open} open. Close it, for example in close() of the app or dispose() of the runner.`)}\n`,
		);
		flushed(() => process.exit());
	};
	// Who reads slowly has left nothing open.
	flushed(() => setTimeout(end, LEFT_OPEN_MS).unref());
}

/** Calls back once all that was printed has been taken. */
function flushed(then: () => void): void {
	process.stdout.write('', () => process.stderr.write('', then));
}

/** `2 timers (Timeout), 1 server (TCPServerWrap)`; Node names not everything, a thread not at all. */
export function leftOpen(resources: readonly string[], own: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const name of resources) counts.set(name, (counts.get(name) ?? 0) + 1);
	for (const name of own) counts.set(name, (counts.get(name) ?? 0) - 1);
	const left = Array.from(counts).filter(([, count]) => count > 0);
	if (left.length === 0) return 'an unnamed resource, such as a thread,';
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

/**
 * Reports, with exit code 2, that the process ends before its command is done, as where a config calls process.exit or
 * leaves an error unhandled: a run that never was must not pass for one without failures. Returns what to call when the
 * command is done: its exit code then stays, whatever a config has left under way or does at the end. `outputFailed` gives
 * the exit code of an output that could not be written, which goes before any other.
 */
export function reportEarlyEnd(outputFailed: () => number | undefined): () => void {
	let done: { readonly exitCode: typeof process.exitCode } | undefined;
	const report = (exitCode: number): void => {
		if (exitCode < BY_SIGNAL && exitCode !== UNSETTLED_AWAIT)
			process.exitCode = done === undefined ? endedEarly() : done.exitCode;
		process.exitCode = outputFailed() ?? process.exitCode;
	};
	const reportThrown = (thrown: unknown): void => {
		process.off('exit', report);
		process.exit(
			reported(
				new ConfigError(message('command.unhandled', { thrown: thrownPlace(thrown) }), { detail: stackOf(thrown) }),
			),
		);
	};
	process.on('exit', report);
	const exits = process as unknown as Exits;
	const reallyExit = exits.reallyExit.bind(process);
	exits.reallyExit = (exitCode) => {
		// Node's exit has called its listeners before; a direct call of this, or one by a listener of a config, has not.
		const calledListeners = exits._exiting === true && done === undefined;
		if (!calledListeners) report(Number(exitCode ?? 0));
		reallyExit(calledListeners ? exitCode : process.exitCode);
	};
	// Unhandled rejections come here too.
	process.on('uncaughtException', reportThrown);
	return () => {
		done = { exitCode: process.exitCode };
		// After the listeners of a config, which could change it.
		process.on('exit', report);
		process.off('uncaughtException', reportThrown);
	};
}

/** What process.exit ends in, once it has called its listeners. Source: Node, lib/internal/process/per_thread.js. */
interface Exits {
	reallyExit(exitCode?: typeof process.exitCode): void;
	readonly _exiting?: boolean;
}

function endedEarly(): number {
	return reported(new ConfigError(message('command.ended-early')));
}

function reported(failure: ConfigError): number {
	return reportFailure(failure);
}

function stackOf(thrown: unknown): string {
	try {
		return String((thrown as Partial<Error> | undefined)?.stack);
	} catch {
		return '';
	}
}

/** A second Ctrl-C. */
const BY_SIGNAL = 128;

/** Node itself reports an await that can never settle. */
const UNSETTLED_AWAIT = 13;

/** Writes a failure as one clear line with its remedy, and returns the exit code it deserves. */
export function reportFailure(
	error: unknown,
	write: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): ExitCode {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
	if (error instanceof GemmarkError) {
		const hint = error.hint === undefined ? '' : ` ${error.hint}`;
		const flags = error.allow.map((field) => ` --allow ${shellQuoted(field)}`).join('');
		write(
			singleLine(
				`gemmark: ${error.message}${/[.?!]$/u.test(error.message) ? '' : '.'}${hint}${flags && ` To allow it:${flags}`}`,
			),
		);
		if (error.detail !== undefined && process.env.GEMMARK_DEBUG !== undefined) write(error.detail);
		if (error instanceof ConfigError) for (const other of error.others) reportFailure(other, write);
		return error.exitCode;
	}
	write(singleLine(`gemmark: unexpected failure: ${error instanceof Error ? error.message : String(error)}.`));
	write(error instanceof Error && error.stack !== undefined ? error.stack : '');
	write('This is a bug in gemmark. Please report it with the lines above.');
	return 3;
}

/** Ends a command that failed. Who reads JSON gets the mistake in it; of another failure it may have the result already. */
export function endFailed(error: unknown, args: readonly string[]): ExitCode {
	const lines: string[] = [];
	const exitCode = reportFailure(error, (line) => lines.push(line));
	process.stderr.write(lines.map((line) => `${line}\n`).join(''));
	if (exitCode === 2 && args.includes('--json')) {
		const said = lines[0] ?? (error instanceof Error ? error.message : String(error));
		process.stdout.write(`${JSON.stringify({ error: said.replace(/^(?:gemmark|error): /u, '') })}\n`);
	}
	return exitCode;
}

/** Ctrl-C and SIGTERM as an AbortSignal: the first lets the sample under way go and the log be closed, a second one ends at once. */
interface Interrupt {
	readonly signal: AbortSignal;
	/** Gives the signals back to the system. */
	release(): void;
}

export { INTERRUPTED_EXIT_CODE };

export function catchInterrupt(onFirst: () => void): Interrupt {
	const controller = new AbortController();
	const handle = (): void => {
		if (controller.signal.aborted) process.exit(INTERRUPTED_EXIT_CODE);
		controller.abort();
		onFirst();
	};
	process.on('SIGINT', handle);
	process.on('SIGTERM', handle);
	return {
		signal: controller.signal,
		release() {
			process.off('SIGINT', handle);
			process.off('SIGTERM', handle);
		},
	};
}

/** Prints gemmark's own warnings as every other line of the command; those of Node stay as they are. */
export function printWarnings(): void {
	const listeners = process.listeners('warning');
	process.removeAllListeners('warning');
	process.on('warning', (warning) => {
		if (warning.name === WARNING) tell(warning.message);
		else for (const listener of listeners) listener(warning);
	});
}

/** Every path of a command begins at the working folder. Throws {@link EnvironmentError} where it was deleted. */
export function requireWorkingFolder(): void {
	try {
		process.cwd();
	} catch (cause) {
		throw new EnvironmentError(message('command.no-working-folder'), { cause });
	}
}
