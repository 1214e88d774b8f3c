import { isAbsolute, relative, resolve } from 'node:path';

/** A path as people read it: relative to the working folder where it lies within, absolute elsewhere. */
export function shownPath(path: string): string {
	const absolute = resolve(path);
	const short = relative(process.cwd(), absolute);
	return short === '' || short.startsWith('..') || isAbsolute(short) ? absolute : short;
}
