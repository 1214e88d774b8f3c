import { EnvironmentError } from '../../src/base/errors.ts';

/** Every path of a command begins at the working folder. Throws {@link EnvironmentError} where it was deleted. */
export function requireWorkingFolder(): void {
	try {
		process.cwd();
	} catch (cause) {
		throw new EnvironmentError('the working folder is gone', { hint: 'Change to one that exists.', cause });
	}
}
