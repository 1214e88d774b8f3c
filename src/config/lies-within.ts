import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Whether a path lies in the folder, and what it links to does. It need not be there. */
export function liesWithin(folder: string, path: string): boolean {
	const way = relative(realpath(folder), realpath(path));
	return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a path really leads; of one that is not there, where its nearest folder does. */
function realpath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		const above = resolve(path, '..');
		return above === path ? path : resolve(realpath(above), relative(above, path));
	}
}
