import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Fixture: a folder of its own that the test works in, gone after it. A run is the latest of the folder that it was started in. */
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
