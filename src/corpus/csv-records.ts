import { type CsvError, type Info, parse } from 'csv-parse/sync';
import { ConfigError } from '../base/errors.ts';
import { type Message, message } from '../base/message.ts';
import { singleLine } from '../text/text.ts';

/** One record of a CSV: its cells without blanks around them, and the line that it begins in, from 1. */
interface CsvRecord {
	readonly cells: readonly string[];
	readonly line: number;
}

/**
 * Records of a CSV as spreadsheets write it, with its header, without empty ones. The separator (comma, semicolon or tab) is
 * detected in the first line, or in Excel's `sep=;` before it. Throws {@link ConfigError} naming file and line.
 */
export function readCsvRecords(text: string, file: string, atMost = -1): readonly CsvRecord[] {
	const excel = SEPARATOR_LINE.exec(text);
	const content = excel === null ? text : text.slice(excel[0].length);
	const separator = excel?.[1] ?? separatorOf(content);
	const linesBefore = excel === null ? 0 : 1;
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
			// The parser gives the line in which a record ends.
			line: linesBefore + info.lines - record.join('').split('\n').length + 1,
		}));
	} catch (cause) {
		const { code, lines = 0, message: text } = cause as CsvError & { readonly lines?: number };
		const quote = BROKEN_QUOTES[code];
		const begun = quote === undefined ? undefined : lineOfBrokenQuote(content, separator);
		const reason = begun === undefined ? singleLine(text) : (quote?.(lines + linesBefore) ?? '');
		const line = begun ?? lines;
		const place = line === 0 ? file : `${file}:${line + linesBefore}`;
		throw new ConfigError(message('corpus.not-csv', { place, reason }), { cause });
	}
}

/** Excel's own line, which it never shows. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[^\S\n]*\n/iu;

/** By the parser's error. */
const BROKEN_QUOTES: Readonly<Record<string, (line: number) => Message>> = {
	CSV_QUOTE_NOT_CLOSED: () => message('corpus.quote-open'),
	CSV_INVALID_CLOSING_QUOTE: (line) => message('corpus.quote-continued', { line }),
};

/** The most frequent candidate in the first line, outside of quotes. */
function separatorOf(text: string): string {
	const header = (/^\s*(.*)/u.exec(text)?.[1] ?? '').replaceAll(/"[^"]*"/gu, '');
	const counts = [',', ';', '\t'].map((separator) => ({ separator, count: header.split(separator).length }));
	return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

/**
 * First line, from 1, in which a quoted cell begins that is never closed, or continues after its closing quote. The parser
 * gives the line in which it noticed.
 */
function lineOfBrokenQuote(text: string, separator: string): number | undefined {
	const blank = separator === '\t' ? ' *' : '[ \\t]*';
	const opening = new RegExp(`${blank}"`, 'uy');
	const ending = new RegExp(`${blank}(?:${separator}|\\n|$)`, 'uy');
	const plain = new RegExp(`[^${separator}\\n]*(?:${separator}|\\n|$)`, 'uy');
	for (let at = 0; at < text.length; ) {
		const within = endOf(opening, text, at);
		const after = within === undefined ? undefined : afterQuotes(text, within);
		const next = within === undefined ? endOf(plain, text, at) : after && endOf(ending, text, after);
		if (next === undefined) return text.slice(0, at).split('\n').length;
		at = next;
	}
	return undefined;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** After the closing quote; a doubled quote is text. A pattern could overflow the stack. */
function afterQuotes(text: string, from: number): number | undefined {
	let at = text.indexOf('"', from);
	while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at === -1 ? undefined : at + 1;
}
