/** A Markdown table; cells may hold anything. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** A text in a cell. Names must not open a cell or a line. */
function cell(text: string): string {
	return text.replaceAll(/[\r\n]+/gu, ' ').replaceAll('|', '\\|');
}

export function mark(good: boolean): string {
	return good ? ' ✓' : ' ✗';
}

/** Other processes make times longer, never shorter: on a busy machine a missed goal is not judged. */
export function timeMark(good: boolean, isBusy: boolean): string {
	return !good && isBusy ? ': not judged, the machine was busy' : mark(good);
}

export function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}
