/** A Markdown table; cells may hold anything. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** A text in a cell. File names and versions are told by others: they must not open a cell or a line. */
export function cell(text: string): string {
	return text.replaceAll(/[\r\n]+/gu, ' ').replaceAll('|', '\\|');
}

export function mark(good: boolean): string {
	return good ? ' ✓' : ' ✗';
}

/** What others do on the machine makes times longer, never shorter: a goal that is held is held, one that is missed may not be. */
export function timeMark(good: boolean, isBusy: boolean): string {
	return !good && isBusy ? ': not judged, the machine was busy' : mark(good);
}

export function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}
