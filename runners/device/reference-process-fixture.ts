import type { ChildProcess } from 'node:child_process';
import type { LoadedModel } from '../../src/model/runner.ts';
import { createDeviceRunner } from './index.ts';
import type { DeviceOptions } from './options.ts';
import { startReference } from './start-reference-fixture.ts';

/** A model on a reference device, which ends with it. */
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
