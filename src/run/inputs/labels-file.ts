import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { ConfigError, EnvironmentError } from '../../errors/gemmark-error.ts';
import { type Label, labelToRow, readLabels } from '../../eval/score/labels.ts';
import { readRegularFile } from '../../files/read-regular.ts';
import { systemCode, writeWhole } from '../../files/write-whole.ts';
import { spreadsheetText, textOfCell } from '../../text/spreadsheet-text.ts';

/** Labels beside a log: what people say of its prefixes. */
export const LABELS_NAME = 'labels.csv';

/** Labels that stand beside a log; no file is no labels. Throws {@link ConfigError} naming file and row. */
export function labelsBeside(folder: string): readonly Label[] {
	const path = join(folder, LABELS_NAME);
	return existsSync(path) ? readLabelsFile(path) : [];
}

/** Reads a labels file. Throws {@link ConfigError} naming file and row, or the columns that it has not. */
export function readLabelsFile(path: string): readonly Label[] {
	let bytes: Buffer;
	try {
		bytes = readRegularFile(path);
	} catch (cause) {
		throw new ConfigError(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: WRITE_ONE,
			cause,
		});
	}
	let rows: unknown[];
	let columns: readonly string[] = [];
	const header = (names: string[]): string[] => {
		columns = names;
		return names;
	};
	try {
		rows = parse(bytes, { bom: true, columns: header, skip_empty_lines: true, trim: true, cast: textOfCell });
	} catch (cause) {
		throw new ConfigError(`${path}: not a CSV file (${cause instanceof Error ? cause.message : 'unreadable'})`, {
			hint: WRITE_ONE,
			cause,
		});
	}
	const twice = columns.find((name, at) => columns.indexOf(name) < at);
	if (twice !== undefined) {
		throw new ConfigError(`${path}: has two columns ${twice}`, { hint: 'Leave one of them out.' });
	}
	const missing = COLUMNS.filter((name) => !columns.includes(name));
	if (missing.length > 0) {
		throw new ConfigError(`${path}: not a labels file, it has no column ${missing.join(', ')}`, {
			hint: `Its first line names the columns ${COLUMNS.join(', ')} and perhaps note. ${WRITE_ONE}`,
		});
	}
	const labels = readLabels(rows, path);
	requireOneWord(labels, path);
	return labels;
}

/** Of two different judgements nobody knows which is meant. Of several files the later one holds. */
function requireOneWord(labels: readonly Label[], path: string): void {
	const said = new Map<string, boolean>();
	for (const { promptId, sampleHash, who, meaningful } of labels) {
		const key = JSON.stringify([promptId, sampleHash, who]);
		if ((said.get(key) ?? meaningful) !== meaningful) {
			throw new ConfigError(`${path}: ${who} labels ${promptId} both Y and N`, {
				hint: `Leave one of the two rows of sample_hash ${sampleHash} out.`,
			});
		}
		said.set(key, meaningful);
	}
}

const COLUMNS = ['prompt_id', 'sample_hash', 'label', 'who'] as const;

const WRITE_ONE = 'Write one with: gemmark label RUN --who NAME --export FILE.';

/** Writes a CSV where a person wants it. Throws {@link EnvironmentError}. */
export function writeLabelsFile(path: string, csv: string): void {
	try {
		writeWhole(path, [csv], { links: 'follow' });
	} catch (cause) {
		throw new EnvironmentError(`${path}: cannot be written (${systemCode(cause)})`, {
			hint: 'Name another file with --export.',
			cause,
		});
	}
}

/** Labels as a CSV that spreadsheets open with Hangul intact; the columns behind the label are for the eye only. */
export function labelsCsv(
	labels: readonly { readonly label: Label | UnlabelledRow; readonly input: string; readonly prefix: string }[],
): string {
	const rows = labels.map(({ label, input, prefix }) => {
		const row = { ...('meaningful' in label ? labelToRow(label) : label), input, prefix };
		return Object.fromEntries(Object.entries(row).map(([name, text]) => [name, spreadsheetText(text ?? '')]));
	});
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
