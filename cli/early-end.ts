import { ConfigError } from '../src/errors/gemmark-error.ts';
import { thrownPlace } from '../src/errors/thrown-text.ts';
import { reportFailure } from './failure.ts';

/**
 * Tells, with exit code 2, that the process ends before its command is done, as where a config calls process.exit or
 * leaves an error to nobody: a run that never was must not pass for one without failures. Returns what to call when the
 * command is done.
 */
export function tellEarlyEnd(): () => void {
	const tell = (exitCode: number): void => {
		if (exitCode >= BY_SIGNAL || exitCode === UNSETTLED_AWAIT) return;
		process.exitCode = told(
			new ConfigError('the process ended before the command was done', {
				hint: `Look for process.exit in the config and in what it imports. ${KEPT}`,
			}),
		);
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
	// Rejections that nobody handles come here too.
	process.on('uncaughtException', tellThrown);
	return () => {
		process.off('exit', tell);
		process.off('uncaughtException', tellThrown);
	};
}

const KEPT = 'What a run has logged is kept: --resume goes on with it.';

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
