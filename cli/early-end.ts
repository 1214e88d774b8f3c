import { ConfigError } from '../src/errors/gemmark-error.ts';
import { reportFailure } from './failure.ts';

/**
 * Tells, with exit code 2, that the process ends before its command is done, as where a config calls process.exit: a run
 * that never was must not pass for one without failures. Returns what to call when the command is done.
 */
export function tellEarlyEnd(): () => void {
	const tell = (exitCode: number): void => {
		if (exitCode >= BY_SIGNAL || exitCode === UNSETTLED_AWAIT) return;
		const failure = new ConfigError('the process ended before the command was done', {
			hint: 'Look for process.exit, or an error that nobody awaits, in the config and in what it imports.',
		});
		process.exitCode = reportFailure(failure, (line) => process.stderr.write(`${line}\n`));
	};
	process.on('exit', tell);
	return () => process.off('exit', tell);
}

/** A second Ctrl-C. */
const BY_SIGNAL = 128;

/** Node tells by itself that nothing is left which could go on. */
const UNSETTLED_AWAIT = 13;
