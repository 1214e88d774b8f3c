import type { ChildProcess } from 'node:child_process';
import { forkScript } from '../../supervisor/child-script.ts';

/** Starts a script of the engine as a process that talks in structured clones, with its stderr to be read. */
export function forkEngine(script: 'bare-loop' | 'child'): ChildProcess {
	return forkScript(`../engine/${script}`, import.meta.url, {
		serialization: 'advanced',
		execArgv: ['--no-warnings'],
		// All steps of the engine on one thread of the pool: on two cores, two engine threads then decode several times faster.
		env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
	});
}
