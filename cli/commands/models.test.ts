import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { saying } from '../../src/testing/saying.ts';
import { cli } from '../outside-folder-fixture.ts';
import { readDevices } from './models.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-adb-'));
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Puts an adb on the path that prints `listed`. */
function stubAdb(listed: string): void {
	writeFileSync(join(folder, 'listed'), listed);
	writeFileSync(join(folder, 'adb'), `#!/bin/sh\n[ "$*" = 'devices -l' ] && exec /bin/cat '${folder}/listed'\n`);
	chmodSync(join(folder, 'adb'), 0o755);
	vi.stubEnv('PATH', folder);
}

const LISTED = `* daemon started successfully
List of devices attached
34051FDJH000Q8         device usb:1-4 product:shiba model:Pixel_8 device:shiba transport_id:3
emulator-5554          offline transport_id:4
R58M12ABCDE            unauthorized usb:1-2 transport_id:5
XYZ                    no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html]

`;

it('reads the devices that adb lists, with their details', () => {
	expect(readDevices(LISTED)).toEqual([
		{ serial: '34051FDJH000Q8', state: 'device', model: 'Pixel 8', product: 'shiba' },
		{ serial: 'emulator-5554', state: 'offline' },
		{ serial: 'R58M12ABCDE', state: 'unauthorized' },
		{ serial: 'XYZ', state: expect.stringMatching(/^no permissions/u) },
	]);
	expect(readDevices('List of devices attached\n\n')).toEqual([]);
});

it('gemmark devices prints them, and what to do', async () => {
	stubAdb(LISTED);
	const { stdout: printed } = await cli(['devices'], folder);
	expect(printed).toContain('34051FDJH000Q8  device  Pixel 8\n');
	expect(printed).toContain('R58M12ABCDE  unauthorized  allow USB debugging on its screen\n');
	expect(printed).toContain('adb reverse tcp:7357 tcp:7357');
});

it.each([
	['List of devices attached\n\n', '[]\n', 'gemmark: adb sees no device'],
	['List of devices attached\nemulator-5554 offline\n', 'emulator-5554', 'gemmark: no device is ready'],
])('gemmark devices ends with exit code 3 where none is ready: %j', async (listed, printed, said) => {
	stubAdb(listed);
	const { status, stdout, stderr } = await cli(['devices', '--json'], folder);
	expect(status).toBe(3);
	expect(stdout).toContain(printed);
	expect(stderr).toContain(said);
});

it('gemmark devices without adb fails with exit code 3', async () => {
	vi.stubEnv('PATH', join(folder, 'nothing'));
	const { status, stderr } = await cli(['devices'], folder);
	expect(status).toBe(3);
	expect(stderr).toEqual(saying('adb.missing'));
	expect(stderr).toContain('platform tools');
});
