import { isJsonObject, type JsonObject, type JsonValue } from '../../src/index.ts';

/** A text with its vars put in, or why that cannot be done without promptfoo. */
export type Rendered =
	| { readonly text: string; readonly refused?: undefined }
	| { readonly text?: undefined; readonly refused: string };

/**
 * Puts vars in as Nunjucks does where a template is `{{ name }}` or `{{ name.field }}`; tags, filters and expressions are
 * refused, as is a var that is not there (Nunjucks would leave nothing in its place).
 */
export function renderTemplate(template: string, vars: JsonObject): Rendered {
	if (/\{[%#]/u.test(template)) return { refused: 'has template tags ({% or {#), which only promptfoo renders' };
	let refused: string | undefined;
	const text = template.replaceAll(/\{\{-?\s*(.*?)\s*-?\}\}/gsu, (_, expression: string) => {
		const value = /^[\w.]+$/u.test(expression) ? valueAt(vars, expression.split('.')) : undefined;
		refused ??=
			value === undefined
				? `{{${expression}}}: ${/^[\w.]+$/u.test(expression) ? 'no such var' : 'an expression or filter, which only promptfoo renders'}`
				: undefined;
		return typeof value === 'string' ? value : JSON.stringify(value);
	});
	if (refused !== undefined) return { refused };
	return text.includes('{{') ? { refused: 'a var holds a template of its own' } : { text };
}

/** The same in every text of a value. */
export function renderValue(
	value: JsonValue,
	vars: JsonObject,
): { readonly value: JsonValue; readonly refused?: string | undefined } {
	let refused: string | undefined;
	const rendered = JSON.parse(JSON.stringify(value), (_, part: unknown) => {
		if (typeof part !== 'string') return part;
		const { text, refused: problem } = renderTemplate(part, vars);
		refused ??= problem;
		return text ?? part;
	}) as JsonValue;
	return { value: rendered, refused };
}

function valueAt(vars: JsonObject, path: readonly string[]): JsonValue | undefined {
	return path.reduce<JsonValue | undefined>(
		(value, step) => (isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
		vars,
	);
}
