import { type ChildProcess, fork } from 'node:child_process';

/** Starts a script of the engine as a process that talks in structured clones, with its stderr to be read. */
export function forkEngine(script: 'bare-loop' | 'child'): ChildProcess {
	// From source it is a .ts file, from the package a .js file: whatever this module is.
	const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
	return fork(new URL(`../engine/${script}.${ending}`, import.meta.url), [], {
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		execArgv: ['--no-warnings'],
		// All steps of the engine on one thread of the pool: on two cores, two engine threads then decode several times faster.
		env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
	});
}
