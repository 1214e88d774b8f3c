import { relative } from 'node:path';

/** Run folder as a person would name it from here. */
export function displayPath(path: string): string {
	const near = relative(process.cwd(), path);
	return near.startsWith('..') || near === '' ? path : near;
}
