import { ConfigError } from '../../src/base/errors.ts';
import { thrownPlace } from '../../src/base/thrown.ts';
import { reportFailure } from './failure.ts';

/**
 * Tells, with exit code 2, that the process ends before its command is done, as where a config calls process.exit or
 * leaves an error to nobody: a run that never was must not pass for one without failures. Returns what to call when the
 * command is done: its exit code then stays, whatever a config has left under way or does at the end. `outputFailed` gives
 * the exit code of an output that could not be written, which goes before any other.
 */
export function tellEarlyEnd(outputFailed: () => number | undefined): () => void {
	let done: { readonly exitCode: typeof process.exitCode } | undefined;
	const tell = (exitCode: number): void => {
		if (exitCode < BY_SIGNAL && exitCode !== UNSETTLED_AWAIT)
			process.exitCode = done === undefined ? endedEarly() : done.exitCode;
		process.exitCode = outputFailed() ?? process.exitCode;
	};
	const tellThrown = (thrown: unknown): void => {
		process.off('exit', tell);
		process.exit(
			told(
				new ConfigError(`an error that nobody awaits ended the command: ${thrownPlace(thrown)}`, {
					hint: `Look for it in the config and in what it imports. ${KEPT}`,
					detail: stackOf(thrown),
				}),
			),
		);
	};
	process.on('exit', tell);
	const exits = process as unknown as Exits;
	const reallyExit = exits.reallyExit.bind(process);
	exits.reallyExit = (exitCode) => {
		// Node's own exit has told its listeners before; whoever calls this by itself, or a listener of a config, has told nobody.
		const toldAll = exits._exiting === true && done === undefined;
		if (!toldAll) tell(Number(exitCode ?? 0));
		reallyExit(toldAll ? exitCode : process.exitCode);
	};
	// Rejections that nobody handles come here too.
	process.on('uncaughtException', tellThrown);
	return () => {
		done = { exitCode: process.exitCode };
		// Behind the listeners of a config, which could change it.
		process.on('exit', tell);
		process.off('uncaughtException', tellThrown);
	};
}

/** What process.exit ends in, once it has called its listeners. Source: Node, lib/internal/process/per_thread.js. */
interface Exits {
	reallyExit(exitCode?: typeof process.exitCode): void;
	readonly _exiting?: boolean;
}

const KEPT = 'What a run has logged is kept: --resume goes on with it.';

function endedEarly(): number {
	return told(
		new ConfigError('the process ended before the command was done', {
			hint: `Look for process.exit in the config and in what it imports. ${KEPT}`,
		}),
	);
}

function told(failure: ConfigError): number {
	return reportFailure(failure, (line) => process.stderr.write(`${line}\n`));
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

/** Node tells by itself that nothing is left which could go on. */
const UNSETTLED_AWAIT = 13;
