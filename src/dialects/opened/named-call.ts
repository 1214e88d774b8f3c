/**
 * What of a text tells a call of one of the declared tools, in whatever wrapping: its name beside a bracket, a brace or a tag
 * that arguments could be in, or alone behind a label on a line. Undefined of a sentence that only names a tool, or quotes a
 * call as an example.
 */
export function namedCall(text: string, tools: readonly string[]): string | undefined {
	if (tools.length === 0) return undefined;
	const { name, forms } = formsOf(tools);
	return name.test(text) ? firstOf(forms, text) : undefined;
}

/** What the first form that a text has matches in it. */
export function firstOf(forms: readonly RegExp[], text: string): string | undefined {
	for (const form of forms) {
		const found = form.exec(text)?.[0].trim();
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Nearly all samples of a run are of the same app; a log's own lists are as many as its lines. */
let latest: NamedForms = { names: '', name: /(?:)/u, forms: [] };

interface NamedForms {
	readonly names: string;
	/** Any of them, as every form has: most texts name none. */
	readonly name: RegExp;
	readonly forms: readonly RegExp[];
}

function formsOf(tools: readonly string[]): NamedForms {
	const names = tools.join('\n');
	if (names !== latest.names) {
		const any = tools.map(escaped).join('|');
		latest = { names, name: new RegExp(any, 'iu'), forms: formsWith(any) };
	}
	return latest;
}

function escaped(name: string): string {
	return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Each is bounded. What opens with `call:` is a matter of the dialects, which know where it is none. */
function formsWith(names: string): readonly RegExp[] {
	const begun = String.raw`(?<![\p{L}\p{N}_-]|call:)(?:${names})`;
	const name = String.raw`${begun}(?![\p{L}\p{N}_])`;
	// A quote that opens before the name and does not close behind it quotes an example.
	const word = String.raw`(?:(["'\x60*]{1,2})${name}\1|(?<!["'\x60“‘「『])${name})\s{0,4}(?:[:=]|[-=]?>|→)?`;
	const key = String.raw`(?:["'][^"'\n]{1,64}["']|[A-Za-z_]\w{0,63})\s{0,4}[:=]`;
	return [
		// search_catalog {...}, search_catalog: {...}, → search_catalog\n{...}
		String.raw`${word}\s{0,8}\{`,
		// search_catalog(category="sleep"), search_catalog("sleep"), search_catalog(); not 'search_catalog() 함수로'
		String.raw`${word}\s{0,8}[([]\s{0,8}(?:["'{[]|${key}|[)\]](?![^\S\n]?\p{L}))`,
		// search_catalog<category>, search_catalog category="sleep", search_catalog --category
		String.raw`${name}(?:<[A-Za-z_]|[^\S\n]{1,4}(?:--[a-z]|[A-Za-z_]\w{0,63}=["'\w]))`,
		// search_catalog with {"category": ...}, search_catalog를 호출: ```json\n{"category": ...}
		String.raw`${begun}(?!\w)[^{}\n]{0,24}\s{0,4}(?:\x60{3}\w{0,12}\s{1,4})?\{\s{0,8}["'][^"'\n]{1,64}["']\s{0,4}:`,
		// {"function": "search_catalog", ...}, {tool: search_catalog}, ["search_catalog", {...}]
		String.raw`\{[^{}]{0,200}(?:["'“]${name}["'”]|[:=]\s{0,4}${name}\s{0,4}[,}\n])|\[\s{0,8}["']${name}["']\s{0,4},\s{0,4}[{[]`,
		// <search_catalog>, <search_catalog category="sleep"/>, <tool:search_catalog>, [search_catalog category=sleep]
		String.raw`<[|｜]?(?:\w{1,20}[:=]\s{0,2}["']?)?${name}["']?(?:\s[^<>]{0,200})?[|｜/]{0,2}>|\[${name}\s{1,4}${key}`,
		// A label and the name, and at most arguments in brackets on their line: 도구 호출: search_catalog, Action: search_catalog[수면]
		String.raw`^[^\S\n]{0,8}(?:[-*]\s)?[*✿]{0,2}(?:tool|function|action|call|도구|함수)[ _]?(?:name|call|use|이름|호출|사용)?[*✿]{0,2}\s?[:=][*]{0,2}\s?["'\x60*]{0,2}${name}["'\x60*]{0,2}[^\S\n]{0,4}(?:\[[^\n]{0,200}\])?[^\S\n]{0,8}$`,
	].map((form) => new RegExp(form, 'imu'));
}
