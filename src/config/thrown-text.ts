import { singleLine } from '../text/normalize-text.ts';

const MAX_MESSAGE_CHARS = 300;

/** What code of the operator threw, as a line tells it: `throws TypeError: x is not a function`. Never throws itself. */
export function thrownText(thrown: unknown): string {
	try {
		const text = thrown instanceof Error ? `${thrown.name}: ${said(thrown.message)}` : said(thrown);
		return `throws ${text}`;
	} catch {
		return 'throws what cannot be printed';
	}
}

function said(value: unknown): string {
	return singleLine(String(value)).slice(0, MAX_MESSAGE_CHARS);
}
