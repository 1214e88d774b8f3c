/**
 * A count with its noun, in English: `1 sample`, `2 samples`, `0 samples`; a verb may stand behind it
 * (`counted(n, 'sample is', 'samples are')`). A count that people read may come as they read it: `1,234`.
 */
export function counted(count: number | string, one: string, many: string = `${one}s`): string {
	return `${count} ${plural(count, one, many)}`;
}

/** The noun alone, where something stands between it and its count. */
export function plural(count: number | string, one: string, many: string = `${one}s`): string {
	return String(count) === '1' ? one : many;
}
