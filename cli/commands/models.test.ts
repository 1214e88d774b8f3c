import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readDevices } from './models.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-adb-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LISTED = `* daemon started successfully
List of devices attached
34051FDJH000Q8         device usb:1-4 product:shiba model:Pixel_8 device:shiba transport_id:3
emulator-5554          offline transport_id:4
R58M12ABCDE            unauthorized usb:1-2 transport_id:5
XYZ                    no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html]

`;

it('reads what adb lists, with what it tells of each', () => {
	expect(readDevices(LISTED)).toEqual([
		{ serial: '34051FDJH000Q8', state: 'device', model: 'Pixel 8', product: 'shiba' },
		{ serial: 'emulator-5554', state: 'offline' },
		{ serial: 'R58M12ABCDE', state: 'unauthorized' },
		{ serial: 'XYZ', state: expect.stringMatching(/^no permissions/u) },
	]);
	expect(readDevices('List of devices attached\n\n')).toEqual([]);
});

it('gemmark devices prints them, and what to do', () => {
	writeFileSync(join(folder, 'listed'), LISTED);
	writeFileSync(join(folder, 'adb'), `#!/bin/sh\n[ "$*" = 'devices -l' ] && exec /bin/cat '${folder}/listed'\n`);
	chmodSync(join(folder, 'adb'), 0o755);
	const printed = execFileSync(process.execPath, ['cli/main.ts', 'devices'], {
		encoding: 'utf8',
		env: { ...process.env, PATH: folder },
	});
	expect(printed).toContain('34051FDJH000Q8  device  Pixel 8\n');
	expect(printed).toContain('R58M12ABCDE  unauthorized  allow USB debugging on its screen\n');
	expect(printed).toContain('adb reverse tcp:7357 tcp:7357');
});

it.each([
	['List of devices attached\n\n', '[]\n', 'gemmark: adb sees no device'],
	['List of devices attached\nemulator-5554 offline\n', 'emulator-5554', 'gemmark: no device is ready'],
])('gemmark devices ends with exit code 3 where none is ready: %j', (listed, printed, said) => {
	writeFileSync(join(folder, 'listed'), listed);
	writeFileSync(join(folder, 'adb'), `#!/bin/sh\nexec /bin/cat '${folder}/listed'\n`);
	chmodSync(join(folder, 'adb'), 0o755);
	const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/main.ts', 'devices', '--json'], {
		encoding: 'utf8',
		env: { ...process.env, PATH: folder },
	});
	expect(status).toBe(3);
	expect(stdout).toContain(printed);
	expect(stderr).toContain(said);
});

it('gemmark devices without adb says so in one line, with exit code 3', () => {
	const { status, stderr } = spawnSync(process.execPath, ['cli/main.ts', 'devices'], {
		encoding: 'utf8',
		env: { ...process.env, PATH: join(folder, 'nothing') },
	});
	expect(status).toBe(3);
	expect(stderr).toContain('gemmark: adb is not on the path');
	expect(stderr).toContain('platform tools');
});
