import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EnvironmentError } from '../../src/base/errors.ts';
import { requireWorkingFolder } from './working-folder.ts';

it.skipIf(process.platform === 'win32')('a working folder that was deleted is told, not a defect', () => {
	const home = process.cwd();
	const gone = mkdtempSync(join(tmpdir(), 'gemmark-gone-'));
	try {
		process.chdir(gone);
		rmdirSync(gone);
		expect(requireWorkingFolder).toThrow(EnvironmentError);
	} finally {
		process.chdir(home);
	}
	expect(requireWorkingFolder).not.toThrow();
});
