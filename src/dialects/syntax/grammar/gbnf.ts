/** Something between commas that may be left out unless `required`, as GBNF. */
export interface GrammarEntry {
	readonly text: string;
	readonly required: boolean;
}

/** Entries in their order with commas between those that are there; empty without any. */
export function entries(written: readonly GrammarEntry[], comma: string): string {
	const [entry, ...others] = written;
	if (entry === undefined) return '';
	// Which entry is the first that is there decides where the commas stand.
	const withEntry = [entry.text, ...others.map((other) => furtherEntry(other, comma))].join(' ');
	if (entry.required) return withEntry;
	const without = entries(others, comma);
	return without === '' ? `(${withEntry})?` : `(${withEntry} | ${without})`;
}

function furtherEntry({ text, required }: GrammarEntry, comma: string): string {
	const item = `${literal(comma)} ${text}`;
	return required ? item : `(${item})?`;
}

/** A GBNF literal; empty for an empty text. */
export function literal(text: string): string {
	if (text === '') return '';
	const escaped = text
		.replace(/[\\"]/g, (character) => `\\${character}`)
		.replaceAll('\n', '\\n')
		.replaceAll('\r', '\\r')
		.replaceAll('\t', '\\t');
	return `"${escaped}"`;
}
