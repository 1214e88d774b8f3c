import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { ConfigError } from '../errors/gemmark-error.ts';
import { type Label, labelToRow, readLabels } from '../eval/labels.ts';

/** Labels beside a log: what people say of its prefixes. */
export const LABELS_NAME = 'labels.csv';

/** Reads a labels file; none is no labels. Throws {@link ConfigError} naming file and row. */
export function readLabelsFile(path: string): readonly Label[] {
	if (!existsSync(path)) return [];
	let rows: unknown[];
	try {
		rows = parse(readFileSync(path), { bom: true, columns: true, skip_empty_lines: true, trim: true });
	} catch (cause) {
		throw new ConfigError(`${path}: not a CSV file (${cause instanceof Error ? cause.message : 'unreadable'})`, {
			hint: 'Write one with: gemmark label RUN --export FILE.',
			cause,
		});
	}
	return readLabels(rows, path);
}

/** Labels as a CSV that spreadsheets open with Hangul intact; the columns behind the label are for the eye only. */
export function labelsCsv(
	labels: readonly { readonly label: Label | UnlabelledRow; readonly input: string; readonly prefix: string }[],
): string {
	const rows = labels.map(({ label, input, prefix }) => ({
		...('meaningful' in label ? labelToRow(label) : label),
		input: defused(input),
		prefix: defused(prefix),
	}));
	return stringify(rows, {
		header: true,
		bom: true,
		columns: ['prompt_id', 'sample_hash', 'label', 'who', 'note', 'input', 'prefix'],
	});
}

/** A row that waits for somebody's judgement. */
export interface UnlabelledRow {
	readonly prompt_id: string;
	readonly sample_hash: string;
	readonly label: '';
	readonly who: string;
	readonly note: string;
}

/** A cell that opens like a formula would be run by a spreadsheet. */
function defused(text: string): string {
	return /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
}
