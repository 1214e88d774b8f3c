/**
 * Date of the first official Gemma 4 template that prints parameters of these names.
 * Source: ollama/ollama, model/renderers/testdata/gemma4_{e2b,31b}_chat_template.jinja2, commits bf2a42172 (2026-04-13,
 * drops them) and c7c2837c9 (2026-04-29, prints them).
 */
export const RESERVED_UNTIL = '2026-04-29';

const RESERVED_NAMES: ReadonlySet<string> = new Set(['description', 'type', 'properties', 'required', 'nullable']);

/** Whether a parameter is called like a keyword of JSON Schema that older templates of the dialect leave out. */
export function isReservedName(name: string, dialect: string): boolean {
	return dialect === 'gemma4' && RESERVED_NAMES.has(name);
}
