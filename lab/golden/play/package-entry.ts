import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const repository: string = join(import.meta.dirname, '../../..');
export const golden: string = join(import.meta.dirname, '..');

/** The source of an entry of the package, such as `.` or `./node`, as an address to import, wherever it lies today. */
export function packageEntry(entry: string): string {
	const { exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
	const built: string = exports[entry].default;
	return pathToFileURL(join(repository, built.replace('./dist/', '').replace(/\.js$/u, '.ts'))).href;
}
