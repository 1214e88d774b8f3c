import { type CsvError, type Info, parse } from 'csv-parse/sync';
import { ConfigError } from '../base/errors.ts';
import { singleLine } from '../text/text.ts';

/** One record of a CSV: its cells without blanks around them, and the line that it begins in, from 1. */
export interface CsvRecord {
	readonly cells: readonly string[];
	readonly line: number;
}

/**
 * Records of a CSV as spreadsheets write it, its header among them; empty ones are left out. Comma, semicolon or tab is told
 * by the first line, or by Excel's `sep=;` before it. Throws {@link ConfigError} naming file and line.
 */
export function readCsvRecords(text: string, file: string, atMost = -1): readonly CsvRecord[] {
	const told = SEPARATOR_LINE.exec(text);
	const content = told === null ? text : text.slice(told[0].length);
	const separator = told?.[1] ?? separatorOf(content);
	const linesBefore = told === null ? 0 : 1;
	try {
		const records = parse(content, {
			delimiter: separator,
			info: true,
			relax_column_count: true,
			skip_empty_lines: true,
			skip_records_with_empty_values: true,
			to: atMost,
			trim: true,
		}) as unknown as readonly { readonly record: readonly string[]; readonly info: Pick<Info, 'lines'> }[];
		return records.map(({ record, info }) => ({
			cells: record,
			// The parser tells the line that a record ends at.
			line: linesBefore + info.lines - record.join('').split('\n').length + 1,
		}));
	} catch (cause) {
		const { code, lines, message } = cause as CsvError & { readonly lines?: number };
		const behind = BROKEN_QUOTES[code];
		const begun = behind === undefined ? undefined : lineOfBrokenQuote(content, separator);
		const at = (line: number | undefined): number | undefined => line && line + linesBefore;
		const reason =
			begun === undefined ? singleLine(message) : `a cell that begins with a quote there ${behind?.(at(lines))}`;
		const line = at(begun ?? lines);
		throw new ConfigError(`${file}${line === undefined ? '' : `:${line}`}: is not CSV: ${reason}`, {
			hint: 'Write cells that hold separators or quotes in quotes, and a quote within as two.',
			cause,
		});
	}
}

/** Excel's own line, which it never shows. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[^\S\n]*\n/iu;

/** By the parser's error, what a quoted cell does in place of its end. */
const BROKEN_QUOTES: Readonly<Record<string, (line: number | undefined) => string>> = {
	CSV_QUOTE_NOT_CLOSED: () => 'is never closed',
	CSV_INVALID_CLOSING_QUOTE: (line) => `goes on behind the closing one in line ${line}`,
};

/** The candidate that the first line holds most of, outside of quotes. */
function separatorOf(text: string): string {
	const header = (/^\s*(.*)/u.exec(text)?.[1] ?? '').replaceAll(/"[^"]*"/gu, '');
	const counts = [',', ';', '\t'].map((separator) => ({ separator, count: header.split(separator).length }));
	return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

/**
 * Of a CSV the line, 1-based, in which a quoted cell begins that is never closed, or goes on behind its closing quote: a
 * parser tells the line in which it noticed. Absent where there is none.
 */
export function lineOfBrokenQuote(text: string, separator: string): number | undefined {
	const blank = separator === '\t' ? ' *' : '[ \\t]*';
	const opening = new RegExp(`${blank}"`, 'uy');
	const ending = new RegExp(`${blank}(?:${separator}|\\n|$)`, 'uy');
	const plain = new RegExp(`[^${separator}\\n]*(?:${separator}|\\n|$)`, 'uy');
	for (let at = 0; at < text.length; ) {
		const within = endOf(opening, text, at);
		const behind = within === undefined ? undefined : behindQuotes(text, within);
		const next = within === undefined ? endOf(plain, text, at) : behind && endOf(ending, text, behind);
		if (next === undefined) return text.slice(0, at).split('\n').length;
		at = next;
	}
	return undefined;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Behind the quote that closes a cell; two of them are one of its text. No pattern: it could be longer than a stack. */
function behindQuotes(text: string, from: number): number | undefined {
	let at = text.indexOf('"', from);
	while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at === -1 ? undefined : at + 1;
}
