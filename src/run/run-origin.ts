import { packageVersion } from '../base/read-file.ts';
import type { LogHeader } from '../log/record.ts';
import { repeatCommand } from './command-line.ts';
import { gitIdentity, hostIdentity } from './host.ts';

/** Where and when a run happens, and the command that repeats it. */
export function runOrigin(
	command: string = repeatCommand(process.argv),
): Pick<LogHeader, 'gemmark' | 'startedAt' | 'host' | 'git' | 'command'> {
	const git = gitIdentity(process.cwd());
	return {
		gemmark: packageVersion(),
		startedAt: new Date().toISOString(),
		host: hostIdentity(),
		...(git === undefined ? {} : { git }),
		command,
	};
}
