import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../errors/gemmark-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { type NamedTemplate, NoTemplateError, type TemplateFile } from './template-file.ts';

/**
 * Reads the `chat_template` of JSON: a tokenizer_config.json, a processor's processor_config.json or chat_template.json,
 * an answer of llama-server's `/props`. Of several templates by name it takes `tool_use`, else `default`, as
 * `get_chat_template` of transformers does where there are tools. Throws {@link ConfigError}, where there is none
 * {@link NoTemplateError}.
 */
export function readTemplateJson(path: string, text: string): TemplateFile {
	let content: JsonValue;
	try {
		content = JSON.parse(text) as JsonValue;
	} catch (cause) {
		throw new ConfigError(`${path}: is not JSON`, { hint: 'Name a tokenizer_config.json as it was published.', cause });
	}
	const fields = isJsonObject(content) ? content : {};
	const { model_max_length: length, add_bos_token: addsBos } = fields;
	return {
		kind: 'tokenizer-config',
		modelName: typeof fields.name_or_path === 'string' ? fields.name_or_path : basename(path),
		...templateOf(path, fields.chat_template),
		bosToken: tokenOf(fields, 'bos_token'),
		eosToken: tokenOf(fields, 'eos_token'),
		// transformers writes 1e30 for a length that nobody told.
		contextLength: typeof length === 'number' && length < MAX_CONTEXT ? length : undefined,
		addsBos: typeof addsBos === 'boolean' ? addsBos : undefined,
	};
}

const MAX_CONTEXT = 100_000_000;
/** The first of these that there is. */
const USED: readonly string[] = ['tool_use', 'default'];

function templateOf(
	path: string,
	value: JsonValue | undefined,
): Pick<TemplateFile, 'chatTemplate' | 'named' | 'others'> {
	if (typeof value === 'string' && value.trim() !== '') return { chatTemplate: value };
	const found = namedTemplates(value);
	const used = USED.map((name) => found.find(({ named }) => named === name)).find((one) => one !== undefined);
	if (used !== undefined) return { ...used, others: found.filter((one) => one !== used) };
	if (found.length === 0) throw new NoTemplateError(path, 'has no chat_template', beside(path));
	const names = found.map(({ named }) => named).join(', ');
	throw new ConfigError(`${path}: none of its chat templates (${names}) is called ${USED.join(' or ')}`, {
		hint: 'Save the one to use as a Jinja file of its own, and name that.',
	});
}

/** A list of `{name, template}`, or an object by name. */
function namedTemplates(value: JsonValue | undefined): readonly NamedTemplate[] {
	const entries = Array.isArray(value)
		? value.filter(isJsonObject).map(({ name, template }) => [name, template] as const)
		: Object.entries(isJsonObject(value) ? value : {});
	return entries.flatMap(([name, template]) =>
		typeof template === 'string' && template.trim() !== '' ? [{ named: String(name), chatTemplate: template }] : [],
	);
}

/** Newer versions of transformers write templates into files of their own. */
function beside(path: string): string | undefined {
	const own = join(dirname(path), 'chat_template.jinja');
	return existsSync(own) ? `It stands in ${own}: name that file.` : undefined;
}

/** A token as text, or as the object that tokenizers write for it; `null` says that there is none. */
function tokenOf(fields: JsonObject, name: string): string | undefined {
	const token = fields[name];
	if (token === null) return '';
	const text = isJsonObject(token) ? token.content : token;
	return typeof text === 'string' ? text : undefined;
}
