import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { makeFolder } from '../../src/log/folder.ts';

/** Writes the files of an import into a folder. Throws UsageError, before anything is written, where one is there already. */
export function writeImported(folder: string, files: ReadonlyMap<string, string>): void {
	const there = [...files.keys()].find((name) => existsSync(join(folder, name)));
	if (there !== undefined) {
		throw new UsageError(`${shownPath(join(folder, there))}: is there already, so nothing was written`, {
			hint: 'Name another folder with --out.',
		});
	}
	makeFolder(folder);
	for (const [name, content] of files) {
		try {
			writeFileSync(join(folder, name), content);
		} catch (cause) {
			const { code = 'unknown' } = cause as NodeJS.ErrnoException;
			throw new EnvironmentError(`${shownPath(join(folder, name))}: cannot be written (${code})`, {
				hint: 'Check the folder and its permissions.',
				cause,
			});
		}
	}
}
