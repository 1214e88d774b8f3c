import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { counted } from '../base/message.ts';
import type { HostIdentity, LogHeader } from '../log/record.ts';
import type { EngineIdentity } from '../model/identity.ts';

/** The machine a run happens on. */
export function hostIdentity(): HostIdentity {
	return {
		cpu: cpus()[0]?.model.trim() ?? arch(),
		cores: availableParallelism(),
		memoryBytes: totalmem(),
		os: `${platform()} ${release()} ${arch()}`,
		node: process.version,
	};
}

/** That an engine was told to use more threads than this machine has cores, in a line; none where it was not. */
export function surplusThreads(
	{ threads = 0, threadsFrom }: Pick<EngineIdentity, 'threads' | 'threadsFrom'>,
	cores: number = availableParallelism(),
): readonly string[] {
	if (threadsFrom !== 'option' || threads <= cores) return [];
	return [`${threads} engine threads share ${counted(cores, 'core')} of this machine, which makes every time longer`];
}

/** Commit of the working folder; undefined outside a checkout or without git. */
export function gitIdentity(folder: string): LogHeader['git'] | undefined {
	try {
		const git = (...args: string[]): string =>
			execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 5000 });
		return { commit: git('rev-parse', 'HEAD').trim(), dirty: git('status', '--porcelain').trim() !== '' };
	} catch {
		return undefined;
	}
}
