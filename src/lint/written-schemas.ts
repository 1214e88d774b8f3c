import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { type AppPrompt, finding, type LintFinding, type LintTool } from './subject.ts';
import { refusalOf } from './template.ts';

/**
 * Parameters on which the template fails in engines that pass schemas to it as the app wrote them. gemmark and Ollama
 * complete them; Gemma's templates upper-case each type. Source: lmstudio-ai/lmstudio-bug-tracker 1749, 2012, 2228,
 * ggml-org/llama.cpp 21347, felinics/Memoh 324.
 */
export function writtenSchemas(tools: readonly LintTool[], app: AppPrompt): readonly LintFinding[] {
	return tools.flatMap(({ name, description, schema, written = schema }) => {
		const failure = (parameters: JsonObject): string | undefined => {
			const why = app.failureAsWritten({ name, description, parameters });
			return why === undefined ? undefined : refusalOf(why);
		};
		const why = failure(written);
		if (why === undefined) return [];
		const parts = failingParts(written, '', failure);
		return (parts.length > 0 ? parts : [{ path: '', why }]).map((part) =>
			finding('warning', 'lint.schema-fails', `${name}${part.path}`, { why: part.why, server: serverError(part.why) }),
		);
	});
}

interface FailingPart {
	readonly path: string;
	readonly why: string;
}

/** The innermost parameters that fail alone, with the failure of the outermost. */
function failingParts(
	{ properties, items }: JsonObject,
	path: string,
	failure: (parameters: JsonObject) => string | undefined,
): readonly FailingPart[] {
	const parts: (readonly [path: string, name: string, schema: JsonValue | undefined])[] = [
		...Object.entries(isJsonObject(properties) ? properties : {}).map(
			([name, schema]) => [`${path}.${name}`, name, schema] as const,
		),
		...(isJsonObject(items) ? [[`${path}[]`, 'item', items] as const] : []),
	];
	return parts.flatMap(([at, name, schema]) => {
		if (!isJsonObject(schema)) return [];
		const why = failure({ type: 'object', properties: { [name]: schema } });
		if (why === undefined) return [];
		const inner = failingParts(schema, at, failure);
		return inner.length > 0 ? inner.map((part) => ({ ...part, why })) : [{ path: at, why }];
	});
}

/**
 * llama-server's words for the same failure; undefined for a missing type, which llama.cpp and Python's Jinja print as
 * nothing. Source: llama.cpp, common/jinja/value.cpp (`value_undefined_t::get_builtins`) and runtime.cpp, read 2026-11-26.
 */
function serverError(why: string): string | undefined {
	const [, type, filter] = /^Unknown (\w+)Value filter: (\w+)$/u.exec(why) ?? [];
	return type === undefined ? undefined : `Unknown (built-in) filter '${filter}' for type ${type}`;
}
