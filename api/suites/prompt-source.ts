import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { readTextFile } from '../../src/config/corpus/text-file.ts';
import { ConfigError } from '../../src/errors/gemmark-error.ts';
import { GgufError, readGgufHeader } from '../../src/gguf/gguf-header.ts';
import { isJsonObject, type JsonValue } from '../../src/json/json-value.ts';
import type { LintTemplate } from '../../src/lint/prompt-under-lint.ts';

/** A chat template and what its file says beside it. */
export interface PromptSource extends LintTemplate {
	readonly kind: 'gguf' | 'tokenizer-config' | 'jinja';
	readonly modelName: string;
	/** Tokens that the model was trained for. */
	readonly contextLength?: number | undefined;
	/** Name of the template, where the file has several; and the others. */
	readonly named?: string | undefined;
	readonly others?: readonly NamedTemplate[] | undefined;
}

interface NamedTemplate {
	readonly named: string;
	readonly chatTemplate: string;
}

/** What a Gemma's own tokens are called, where the file does not say. */
const BOS = '<bos>';
const EOS = '<eos>';
/** Bytes of the largest text that holds a template: a tokenizer_config.json with its list of tokens has some megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a GGUF's header, a tokenizer_config.json or a Jinja file. Throws {@link ConfigError} where there is no template. */
export function readPromptSource(path: string): PromptSource {
	if (beginsAsGguf(path)) return fromGguf(path);
	if (existsSync(path) && path.endsWith('.gguf')) {
		throw new ConfigError(`${path}: is no GGUF, which begins with these four letters`, { hint: WHOLE_GGUF });
	}
	const { text } = readTextFile(path, MAX_BYTES);
	if (path.endsWith('.json')) return fromTokenizerConfig(path, text);
	if (text.trim() === '') throw noTemplate(path, 'the file is empty');
	return { kind: 'jinja', modelName: basename(path), chatTemplate: text, bosToken: BOS, eosToken: EOS };
}

const WHOLE_GGUF = 'Name a whole GGUF, or its header.';

function beginsAsGguf(path: string): boolean {
	let file: number;
	try {
		file = openSync(path, 'r');
	} catch {
		return false;
	}
	try {
		const bytes = Buffer.alloc(4);
		readSync(file, bytes);
		return bytes.toString('latin1') === 'GGUF';
	} catch {
		return false;
	} finally {
		closeSync(file);
	}
}

/** The header alone: the weights may be missing. */
function fromGguf(path: string): PromptSource {
	try {
		const { title, chatTemplate, contextLength, addsBos } = readGgufHeader(path);
		if (chatTemplate === undefined) throw noTemplate(path, 'its header has no tokenizer.chat_template');
		const modelName = title ?? basename(path);
		return { kind: 'gguf', modelName, chatTemplate, bosToken: BOS, eosToken: EOS, contextLength, addsBos };
	} catch (cause) {
		if (!(cause instanceof GgufError)) throw cause;
		throw new ConfigError(`${path}: ${cause.message}`, { hint: WHOLE_GGUF, cause });
	}
}

function fromTokenizerConfig(path: string, text: string): PromptSource {
	let config: JsonValue;
	try {
		config = JSON.parse(text) as JsonValue;
	} catch (cause) {
		throw new ConfigError(`${path}: is not JSON`, { hint: 'Name a tokenizer_config.json as it was published.', cause });
	}
	const fields = isJsonObject(config) ? config : {};
	const [template, ...others] = templatesOf(fields.chat_template);
	if (template === undefined) throw noTemplate(path, 'it has no chat_template');
	const { model_max_length: length, add_bos_token: addsBos } = fields;
	return {
		kind: 'tokenizer-config',
		modelName: typeof fields.name_or_path === 'string' ? fields.name_or_path : basename(path),
		...template,
		...(others.length > 0 && { others }),
		bosToken: tokenOf(fields.bos_token) ?? BOS,
		eosToken: tokenOf(fields.eos_token) ?? EOS,
		// transformers writes 1e30 for a length that nobody told.
		contextLength: typeof length === 'number' && length < MAX_CONTEXT ? length : undefined,
		addsBos: typeof addsBos === 'boolean' ? addsBos : undefined,
	};
}

const MAX_CONTEXT = 100_000_000;

/** One template, or several by name, first the one that servers and transformers render where there are tools. */
function templatesOf(
	value: JsonValue | undefined,
): readonly [] | readonly [Partial<NamedTemplate> & { readonly chatTemplate: string }, ...NamedTemplate[]] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [{ chatTemplate: value }];
	if (!Array.isArray(value)) return [];
	const found = value.filter(isJsonObject).flatMap(({ name, template }) => {
		const usable = typeof template === 'string' && template.trim() !== '';
		return usable ? [{ named: String(name), chatTemplate: template }] : [];
	});
	const used = USED.map((name) => found.find(({ named }) => named === name)).find((one) => one !== undefined);
	return used === undefined ? [] : [used, ...found.filter((one) => one !== used)];
}

/** The first of these that there is. */
const USED: readonly string[] = ['tool_use', 'default'];

/** A token as text, or as the object that tokenizers write for it. */
function tokenOf(value: JsonValue | undefined): string | undefined {
	if (typeof value === 'string') return value;
	return value !== undefined && isJsonObject(value) ? tokenOf(value.content) : undefined;
}

function noTemplate(path: string, why: string): ConfigError {
	return new ConfigError(`${path}: there is no chat template to look at, ${why}`, {
		hint: 'Name a GGUF, a tokenizer_config.json or a Jinja file that has one.',
	});
}
