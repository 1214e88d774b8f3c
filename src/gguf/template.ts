import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { readRegularFile } from '../base/read-file.ts';
import { GgufError, readGgufHeader } from './header.ts';

/** A chat template and what its file says beside it. */
export interface TemplateFile {
	readonly kind: 'gguf' | 'tokenizer-config' | 'jinja';
	/** As the file calls the model, else the file's own name. */
	readonly modelName: string;
	/** Jinja source. */
	readonly chatTemplate: string;
	/** As the file tells them: empty where it says that there is none. */
	readonly bosToken?: string | undefined;
	readonly eosToken?: string | undefined;
	/** Whether the file tells engines to put BOS before a prompt. */
	readonly addsBos?: boolean | undefined;
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

/** What a Gemma's own tokens are called, where a file does not say. */
export const GEMMA_TOKENS = { bosToken: '<bos>', eosToken: '<eos>' } as const;

/** A file that can be read, and has no chat template. */
export class NoTemplateError extends ConfigError {
	/** `why` stands behind the path: `has no ...`. */
	constructor(path: string, why: string, hint: string = NAME_ANOTHER) {
		super(`${path}: ${why}`, { hint });
	}
}

const NAME_ANOTHER = 'Name a Jinja file, a tokenizer_config.json or a GGUF that has one.';

/** Bytes of the largest text that holds a template: a tokenizer_config.json with its list of tokens has some megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the chat template of a Jinja file, of JSON that has one ({@link readTemplateJson}), or of a GGUF's header. What a
 * file is, is told by its beginning. Throws {@link ConfigError}, where it has no template {@link NoTemplateError}.
 */
export function readTemplateFile(path: string): TemplateFile {
	if (beginsAsGguf(path)) return fromGguf(path);
	if (/\.gguf$/iu.test(path) && existsSync(path)) {
		throw new ConfigError(`${path}: is no GGUF, which begins with these four letters`, { hint: WHOLE_GGUF });
	}
	const text = readText(path);
	// No template begins with a brace and a quote.
	if (/\.json$/iu.test(path) || /^\s*\{\s*["}]/u.test(text)) return readTemplateJson(path, text);
	if (text.trim() === '') throw new NoTemplateError(path, 'is empty');
	return { kind: 'jinja', modelName: basename(path), chatTemplate: text };
}

const WHOLE_GGUF = 'Name a whole GGUF, or its header.';

function beginsAsGguf(path: string): boolean {
	let file: number;
	try {
		// Opening a pipe waits for its writer.
		file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
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
function fromGguf(path: string): TemplateFile {
	try {
		const { title, chatTemplate, contextLength, addsBos } = readGgufHeader(path);
		if (chatTemplate === undefined) throw new NoTemplateError(path, 'its header has no tokenizer.chat_template');
		return { kind: 'gguf', modelName: title ?? basename(path), chatTemplate, contextLength, addsBos };
	} catch (cause) {
		if (!(cause instanceof GgufError)) throw cause;
		throw new ConfigError(`${path}: ${cause.message}`, { hint: WHOLE_GGUF, cause });
	}
}

/** The text as it is written, but for its byte order mark and Windows' line ends: templates are known by their hashes. */
function readText(path: string): string {
	let bytes: Buffer;
	try {
		bytes = readRegularFile(path, MAX_BYTES);
	} catch (cause) {
		throw new ConfigError(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Name a file with the chat template of the model.',
			cause,
		});
	}
	try {
		const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
		return new TextDecoder(encoding, { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
	} catch (cause) {
		throw new ConfigError(`${path}: is not UTF-8`, { hint: 'Save the file as UTF-8.', cause });
	}
}

/**
 * Reads the `chat_template` of JSON: a tokenizer_config.json, a processor's processor_config.json or chat_template.json,
 * an answer of llama-server's `/props`. Of several templates by name it takes `tool_use`, else `default`, as
 * `get_chat_template` of transformers does where there are tools. Throws {@link ConfigError}, where there is none
 * {@link NoTemplateError}.
 */
function readTemplateJson(path: string, text: string): TemplateFile {
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
