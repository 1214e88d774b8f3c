import { EnvironmentError, GemmarkError, UsageError } from '../errors/gemmark-error.ts';
import { takeFileLock } from '../files/file-lock.ts';
import { systemCode } from '../files/read-regular.ts';
import { writeRemedy } from '../files/write-remedy.ts';

/** A log that this process alone may write. */
export interface HeldLog {
	/** Throws {@link EnvironmentError} where another machine has taken it over, as while this one slept, or its lock was removed. */
	requireHeld(): void;
	release(): void;
}

/**
 * Holds a log from before it is read until after it is written: two that append to one log destroy it. A `.lock` file beside
 * it says so. Throws {@link UsageError} naming the process that has it, {@link EnvironmentError} where none can be made.
 */
export function holdLog(path: string): HeldLog {
	const lock = taken(path);
	if (typeof lock === 'string') {
		throw new UsageError(`${path}: is in use by ${lock}`, {
			hint: 'Wait until it has ended, or choose another folder.',
		});
	}
	return {
		requireHeld() {
			if (lock.isHeld()) return;
			if (lock.holder() === undefined) {
				throw new EnvironmentError(`${path}.lock: was removed or replaced during the run`, {
					hint: 'Another process may write this log too: resume the run once none does.',
				});
			}
			throw new EnvironmentError(`${path}: another process has taken over this run`, {
				hint: 'What was evaluated before is in it; let one process resume the run.',
			});
		},
		release: lock.release,
	};
}

function taken(path: string): ReturnType<typeof takeFileLock> {
	try {
		return takeFileLock(`${path}.lock`);
	} catch (cause) {
		if (cause instanceof GemmarkError) throw cause;
		const remedy = writeRemedy(cause);
		throw new EnvironmentError(`${path}: cannot be written (${systemCode(cause)})`, {
			hint: remedy === undefined ? 'Choose another folder.' : `${remedy}, or choose another.`,
			cause,
		});
	}
}
