import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Fixture: a temporary working folder of the test, as a run is the latest of its working folder. */
export function workingFolderFixture(): string {
	const home = process.cwd();
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gemmark-work-')));
	process.chdir(folder);
	onTestFinished(() => {
		process.chdir(home);
		rmSync(folder, { recursive: true, force: true });
	});
	return folder;
}
