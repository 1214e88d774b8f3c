import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ConfigError } from '../base/errors.ts';

/** Fixture: a temporary folder with these files. */
export function configFolderFixture(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gemmark-config-')));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), content);
	}
	return folder;
}

/** The error's one line without the folder; fails if it is no ConfigError of one line. */
export async function configErrorOf(act: () => unknown, folder = ''): Promise<string> {
	try {
		await act();
	} catch (thrown) {
		if (!(thrown instanceof ConfigError) || thrown.message.includes('\n')) throw thrown;
		return folder === '' ? thrown.message : thrown.message.replaceAll(`${folder}/`, '').replaceAll(folder, '.');
	}
	throw new Error('nothing was thrown');
}
