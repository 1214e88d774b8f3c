/**
 * Rules that judge a text, as data: a `*.rules.json` has a row for each, with its pattern, what a text is that it fits, and texts
 * that it fits and does not fit, which `rules.test.ts` tries. A pattern of several strings fits where one of them does;
 * `{{name}}` in it stands for one of the file's words.
 */
export interface RuleFile {
	readonly words?: Readonly<Record<string, string>>;
	readonly rules: Readonly<Record<string, RuleRow>>;
}

interface RuleRow {
	readonly pattern: string | readonly string[];
	readonly flags?: string;
	/** What a rewriter puts in its place; a space where absent. */
	readonly to?: string;
}

/** The patterns of a file by their names. Throws a SyntaxError for one that is no pattern. */
export function readRules<F extends RuleFile>({ words = {}, rules }: F): { readonly [K in keyof F['rules']]: RegExp } {
	const expand = (source: string): string =>
		source.replace(/\{\{(\w+)\}\}/gu, (_, word: string) => expand(words[word] ?? ''));
	const compiled = Object.entries(rules).map(
		([name, { pattern, flags }]) => [name, new RegExp(expand([pattern].flat().join('|')), flags)] as const,
	);
	return Object.fromEntries(compiled) as { readonly [K in keyof F['rules']]: RegExp };
}

/** What a file's rules make of a text, one after the other. */
export function rewriter(file: RuleFile): (text: string) => string {
	const patterns = Object.values(readRules(file));
	const texts = Object.values(file.rules).map(({ to = ' ' }) => to);
	return (text) => patterns.reduce((rest, pattern, index) => rest.replace(pattern, texts[index] ?? ''), text);
}
