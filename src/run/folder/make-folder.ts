import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EnvironmentError } from '../../errors/gemmark-error.ts';

/** Makes a folder and its parents; false when it was there. Throws {@link EnvironmentError}. */
export function makeFolder(folder: string): boolean {
	try {
		return makeFolders(folder);
	} catch (cause) {
		throw new EnvironmentError(`${folder}: cannot be made (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Choose another folder.',
			cause,
		});
	}
}

/** One by one: where the system answers ENOENT under a parent that exists (/proc), Node's `recursive` never returns. */
function makeFolders(folder: string): boolean {
	if (isFolder(folder)) return false;
	const parent = dirname(folder);
	if (parent !== folder) makeFolders(parent);
	try {
		mkdirSync(folder);
		return true;
	} catch (error) {
		// Another process may have been faster.
		if (isFolder(folder)) return false;
		throw error;
	}
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
