import { HIDDEN } from '../../src/index.ts';

/** What a template can name. */
export interface TemplateWords {
	/** Markdown by placeholder. */
	readonly values: ReadonlyMap<string, string>;
	/** Whether the lines of a condition are shown. */
	readonly conditions: ReadonlyMap<string, boolean>;
}

const TAG = /\{\{([#/]?)([A-Za-z][A-Za-z.]{0,39})\}\}/gu;
/** Characters that values may add: a template that repeats its table without end stays a file that opens. */
const MOST_ADDED = 1_000_000;

/**
 * Fills `{{name}}`, and keeps or drops what stands between `{{#name}}` and `{{/name}}`; a condition that has a line, or
 * lines, of its own goes with its line breaks. One pass: what is filled in is never read as a template. Tags that are
 * unknown, or not closed in turn, stay as they are.
 */
export function filledTemplate(template: string, { values, conditions }: TemplateWords): string {
	const text = cleanText(template);
	const out: string[] = [];
	const open: { readonly name: string; readonly place: number; readonly beginsLine: boolean }[] = [];
	let at = 0;
	let room = MOST_ADDED;
	for (const { 0: tag, 1: kind, 2: name = '', index } of text.matchAll(TAG)) {
		const end = index + tag.length;
		const beginsLine = index === 0 || text[index - 1] === '\n';
		const endsLine = end === text.length || text[end] === '\n';
		const behind = beginsLine && endsLine ? end + 1 : end;
		if (kind === '') {
			const value = values.get(name);
			if (value === undefined || value.length > room) continue;
			room -= value.length;
			out.push(text.slice(at, index), value);
			at = end;
		} else if (kind === '#') {
			if (!conditions.has(name)) continue;
			out.push(text.slice(at, index));
			// Stands there until it is closed.
			open.push({ name, place: out.push(text.slice(index, behind)) - 1, beginsLine });
			at = behind;
		} else {
			const opened = open.at(-1);
			if (opened?.name !== name) continue;
			open.pop();
			if (conditions.get(name) === true) {
				out.push(text.slice(at, index));
				out[opened.place] = '';
				at = behind;
			} else {
				out.length = opened.place;
				at = opened.beginsLine && endsLine ? end + 1 : end;
			}
		}
	}
	return `${out.join('')}${text.slice(at)}`.trimEnd();
}

function cleanText(template: string): string {
	return (
		template
			.toWellFormed()
			.replaceAll('\r\n', '\n')
			// A log may bring them, and a terminal would obey them.
			.replace(HIDDEN, '')
	);
}
