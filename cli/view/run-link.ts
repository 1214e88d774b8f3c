/** A link to a file of a run, whose folder may be called anything: `#` and `?` of a name end no path. */
export function runLink(folder: string, file: string): string {
	return [...folder.split('/'), file].map(encodeURIComponent).join('/');
}

/** A link with what it changes of an address; undefined leaves a parameter out. */
export function linkWith(
	path: string,
	query: URLSearchParams,
	changes: Readonly<Record<string, string | undefined>> = {},
): string {
	const changed = new URLSearchParams(query);
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) changed.delete(name);
		else changed.set(name, value);
	}
	return changed.size === 0 ? path || '.' : `${path}?${changed}`;
}
