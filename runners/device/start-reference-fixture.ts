import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/read-file.ts';

/** Starts the reference device of clients/node as a process with one engine thread. */
export function startReference(port: number, token: string, args: readonly string[] = []): ChildProcess {
	const script = join(packageRoot(), 'clients/node/main.ts');
	const address = ['--url', `ws://127.0.0.1:${port}`, '--token', token];
	return spawn(process.execPath, ['--no-warnings', script, ...address, ...args], {
		cwd: packageRoot(),
		stdio: ['ignore', 'pipe', 'inherit'],
	});
}
