import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { singleLine } from '../../reports/terminal/text.ts';
import { EnvironmentError } from '../../src/base/errors.ts';

/** A phone or emulator as adb sees it. What adb does not tell is absent. */
export interface AdbDevice {
	readonly serial: string;
	/** `device` is ready; `unauthorized` and `offline` are not. */
	readonly state: string;
	readonly model?: string;
	readonly product?: string;
}

/** Prints the devices that adb sees, and what to do about those that are not ready. Throws EnvironmentError without adb, and where none is ready. */
export async function listDevices({ json }: { readonly json: boolean }): Promise<void> {
	const devices = readDevices(await adbOutput());
	const isReady = devices.some(({ state }) => state === 'device');
	if (json) process.stdout.write(`${JSON.stringify(devices, undefined, '\t')}\n`);
	else for (const device of devices) process.stdout.write(`${singleLine(describe(device))}\n`);
	if (!isReady) {
		throw new EnvironmentError(devices.length === 0 ? 'adb sees no device' : 'no device is ready', {
			hint: 'Connect one, with USB debugging on and allowed.',
		});
	}
	if (json) return;
	process.stdout.write(
		'\nadb reverse tcp:7357 tcp:7357 lets its app reach gemmark run --runner device (docs/device.md)\n',
	);
}

/** The lines of `adb devices -l` behind its heading. */
export function readDevices(output: string): readonly AdbDevice[] {
	return output.split(/\r?\n/u).flatMap((line) => {
		const [, serial, state, rest = ''] =
			/^(\S+)\s+(device|offline|unauthorized|no permissions\b[^;]*|\w+)\b(.*)$/u.exec(line) ?? [];
		if (serial === undefined || state === undefined || line.startsWith('List of') || line.startsWith('*')) return [];
		const told = Object.fromEntries(Array.from(rest.matchAll(/(\w+):(\S+)/gu), ([, key, value]) => [key, value]));
		const { model, product } = told;
		return [
			{ serial, state: state.trim(), ...(model && { model: model.replaceAll('_', ' ') }), ...(product && { product }) },
		];
	});
}

async function adbOutput(): Promise<string> {
	try {
		const { stdout } = await promisify(execFile)('adb', ['devices', '-l'], { timeout: 20_000 });
		return stdout;
	} catch (cause) {
		const { code, stderr = '' } = cause as NodeJS.ErrnoException & { readonly stderr?: string };
		if (code === 'ENOENT') {
			throw new EnvironmentError('adb is not on the path', {
				hint: "Install Android's platform tools: https://developer.android.com/tools/releases/platform-tools",
				cause,
			});
		}
		const said = singleLine(stderr.trim().split('\n').at(-1) ?? '') || 'it did not answer';
		throw new EnvironmentError(`adb devices -l failed: ${said}`, { hint: 'Try adb kill-server, then again.', cause });
	}
}

function describe({ serial, state, model, product }: AdbDevice): string {
	return [serial, state, model ?? product, ADVICE.get(state)].filter((part) => part !== undefined).join('  ');
}

const ADVICE: ReadonlyMap<string, string> = new Map([
	['unauthorized', 'allow USB debugging on its screen'],
	['offline', 'unplug it and plug it in again'],
]);
