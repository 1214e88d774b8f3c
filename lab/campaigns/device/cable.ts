import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startReference } from '../../../runners/device/start-reference-fixture.ts';

/** The reference device at the end of a cable that can be pulled out, in a process that can be killed. */
export interface Cable {
	/** Connections that were cut while they stood, and processes that were killed. */
	readonly cuts: { readonly disconnects: number; readonly kills: number };
	disconnect(): void;
	kill(): void;
	/** Ends what is left of it. */
	close(): Promise<void>;
}

export function plugIn({ port, token }: { readonly port: number; readonly token: string }): Cable {
	const cuts = { disconnects: 0, kills: 0 };
	let device: ChildProcess;
	const start = (): void => {
		device = startReference(port, token);
		if (device.stdout !== null) createInterface(device.stdout).on('line', () => (cuts.disconnects += 1));
	};
	start();
	return {
		cuts,
		disconnect: () => void device.kill('SIGUSR2'),
		kill() {
			if (!device.kill('SIGKILL')) return;
			cuts.kills += 1;
			start();
		},
		async close() {
			if (device.exitCode !== null || device.signalCode !== null) return;
			device.kill('SIGTERM');
			await once(device, 'exit');
		},
	};
}
