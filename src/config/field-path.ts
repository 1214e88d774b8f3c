/** A field's path as people write it: `suites[0].decision.hits`; nothing for the whole. */
export function fieldPath(path: readonly PropertyKey[]): string {
	return path.reduce<string>((text, key) => {
		if (typeof key === 'number') return `${text}[${key}]`;
		return text === '' ? String(key) : `${text}.${String(key)}`;
	}, '');
}

/** The line of a field, 1-based; of what encloses it where it is not there itself; absent where no line is known. */
export type LineOf = (path: readonly PropertyKey[]) => number | undefined;

/** Where content was written, for errors. */
export interface ContentPlace {
	readonly file: string;
	readonly lineOf?: LineOf | undefined;
}

/** `file`, or `file:line` where the line of the field is known. */
export function placeOf(place: ContentPlace, path: readonly PropertyKey[]): string {
	const line = place.lineOf?.(path);
	return line === undefined ? place.file : `${place.file}:${line}`;
}
