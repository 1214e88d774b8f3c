import { type Code, type Entry, english, type Message } from '../base/message.ts';
import { en } from '../base/messages.ts';

/** A word of a catalogue: a code of the core, or a sentence of `localeOf('en')` or `localeOf('ko')`. */
type Word = Code | ((params: never) => string);

/**
 * Matches a text, or the message of an error, that has the sentence of a word. Params that are not given may be anything.
 * So a sentence may be written better without a change of tests: `expect(stdout).toEqual(saying('gate.no-baseline'))`.
 */
export function saying(word: Word, params: Message['params'] = {}): object {
	const pattern = patternOf(word, params);
	return {
		asymmetricMatch: (other: unknown) => pattern.test(plain(other instanceof Error ? other.message : String(other))),
		toString: () => `saying ${pattern}`,
		toAsymmetricMatcher: () => `saying ${pattern}`,
	};
}

function patternOf(word: Word, params: Message['params']): RegExp {
	if (typeof word === 'string') {
		const entry: Entry = en[word];
		return new RegExp(patternText(typeof entry === 'string' ? entry : entry[0], params), 'u');
	}
	const said = (others: string | undefined): string =>
		word(new Proxy({}, { get: (_, name) => params[String(name)] ?? others }) as never);
	const both = [said(ANYTHING), said(undefined)].map((text) => escaped(text).replaceAll(ANYTHING, '[^]*?'));
	return new RegExp(both.join('|'), 'u');
}

const ANYTHING = '\u0001';

/** The pattern of a template: see `Entry`. */
function patternText(template: string, params: Message['params']): string {
	return template
		.split(/(\[\[.*?\]\]|\{[^{}]*\})/gsu)
		.map((part) => {
			if (part.startsWith('[[')) return `(?:${patternText(part.slice(2, -2), params)})?`;
			if (!part.startsWith('{')) return escaped(part);
			const [name = '', ...forms] = part.slice(1, -1).replace('!', '').split('|');
			const param = params[name];
			if (forms.length === 0) return param === undefined ? '[^]*?' : escaped(textOf(param));
			return `(?:${forms.map(escaped).join('|')})`;
		})
		.join('');
}

function textOf(param: NonNullable<Message['params'][string]>): string {
	if (Array.isArray(param)) return param.map((one) => textOf(one)).join(', ');
	return typeof param === 'object' ? english(param as Message) : String(param);
}

function escaped(text: string): string {
	return plain(text).replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}

/** Without the escapes of HTML, XML and Markdown, and with plain spaces. */
function plain(text: string): string {
	return text
		.replaceAll(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)))
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&')
		.replaceAll('\u00a0', ' ');
}
