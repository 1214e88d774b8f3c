import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { LoadedModel } from '../../src/index.ts';
import { packageRoot } from '../../src/node.ts';
import { createDeviceRunner } from './index.ts';
import type { DeviceOptions } from './options.ts';

/** Starts the reference device of clients/node as a process of its own. */
export function startReference(port: number, token: string, args: readonly string[] = []): ChildProcess {
	const script = join(packageRoot(), 'clients/node/main.ts');
	const address = ['--url', `ws://127.0.0.1:${port}`, '--token', token];
	return spawn(process.execPath, ['--no-warnings', script, ...address, ...args], {
		cwd: packageRoot(),
		stdio: ['ignore', 'ignore', 'inherit'],
	});
}

/** A model behind a reference device, which ends with it. */
export async function loadReference(
	options: DeviceOptions = {},
	args: readonly string[] = [],
): Promise<LoadedModel & { readonly child: ChildProcess }> {
	let child: ChildProcess | undefined;
	const runner = createDeviceRunner({
		say: () => undefined,
		onListening: ({ port, token }) => {
			child = startReference(port, token, args);
		},
	});
	const model = await runner.load({ model: '', port: 0, ...options });
	if (child === undefined) throw new Error('load() listens before it resolves');
	const ended = new Promise((resolve) => child?.once('exit', resolve));
	return {
		...model,
		child,
		async dispose() {
			await model.dispose();
			await ended;
		},
	};
}
