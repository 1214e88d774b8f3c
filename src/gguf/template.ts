import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { message } from '../base/message.ts';
import { readRegularFile, systemCode } from '../base/read-file.ts';
import { isLiteRtFile } from './check.ts';
import { readGgufHeader } from './header.ts';
import { readLiteRtFile } from './litertlm.ts';
import { GgufError } from './reader.ts';

/** A chat template and other fields of its file. */
export interface TemplateFile {
	readonly kind: 'gguf' | 'litertlm' | 'tokenizer-config' | 'jinja';
	/** As the file calls the model, else the file's own name. */
	readonly modelName: string;
	/** Jinja source. */
	readonly chatTemplate: string;
	/** Empty if the file has none. */
	readonly bosToken?: string;
	readonly eosToken?: string;
	/** Whether the file has engines put BOS before a prompt. */
	readonly addsBos?: boolean;
	/** Tokens that the model was trained for. */
	readonly contextLength?: number;
	/** Name of the template if the file has several, and the others. */
	readonly named?: string;
	readonly others?: readonly NamedTemplate[];
}

interface NamedTemplate {
	readonly named: string;
	readonly chatTemplate: string;
}

/** Tokens of a Gemma, for files without them. */
export const GEMMA_TOKENS = { bosToken: '<bos>', eosToken: '<eos>' } as const;

/** A readable file without a chat template. */
export class NoTemplateError extends ConfigError {
	constructor(path: string, beside?: string) {
		super(
			beside === undefined
				? message('template.missing', { path })
				: message('template.missing-beside', { path, beside }),
		);
	}
}

/** Bytes of the largest text that holds a template: a tokenizer_config.json with its list of tokens has some megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the chat template of a Jinja file, of JSON that has one ({@link readTemplateJson}), or of a GGUF's header, as the
 * file's beginning decides. Throws {@link ConfigError}, without a template {@link NoTemplateError}.
 */
export function readTemplateFile(path: string): TemplateFile {
	if (beginsAsGguf(path)) return fromGguf(path);
	if (/\.gguf$/iu.test(path) && existsSync(path)) {
		throw new ConfigError(message('template.not-gguf', { path }));
	}
	if (isLiteRtFile(path) && existsSync(path)) {
		const read = readLiteRtFile(path);
		if (read === undefined) throw new ConfigError(message('model.litert', { name: basename(path) }));
		const { chatTemplate, contextSize } = read;
		if (chatTemplate === undefined) throw new NoTemplateError(path);
		// The engine puts BOS before every prompt that has none.
		return { kind: 'litertlm', modelName: basename(path), chatTemplate, contextLength: contextSize, addsBos: true };
	}
	const text = readText(path);
	// No template begins with a brace and a quote.
	if (/\.json$/iu.test(path) || /^\s*\{\s*["}]/u.test(text)) return readTemplateJson(path, text);
	if (text.trim() === '') throw new NoTemplateError(path);
	return { kind: 'jinja', modelName: basename(path), chatTemplate: text };
}

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
		if (chatTemplate === undefined) throw new NoTemplateError(path);
		return { kind: 'gguf', modelName: title ?? basename(path), chatTemplate, contextLength, addsBos };
	} catch (cause) {
		if (!(cause instanceof GgufError)) throw cause;
		throw new ConfigError(message('template.not-gguf', { path, reason: cause.said }), { cause });
	}
}

/** The text without byte order mark and carriage returns. Templates are known by their hashes, so nothing else changes. */
function readText(path: string): string {
	let bytes: Buffer;
	try {
		bytes = readRegularFile(path, MAX_BYTES);
	} catch (cause) {
		const reason = message('file.denied', { code: systemCode(cause) });
		throw new ConfigError(message('template.file-unreadable', { path, reason }), { cause });
	}
	try {
		const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
		return new TextDecoder(encoding, { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
	} catch (cause) {
		throw new ConfigError(message('file.not-utf8', { path }), { cause });
	}
}

/**
 * Reads the `chat_template` of JSON: a tokenizer_config.json, a processor's processor_config.json or chat_template.json,
 * an answer of llama-server's `/props`. Of several templates by name it takes `tool_use`, else `default`, as
 * `get_chat_template` of transformers does with tools. Throws {@link ConfigError}, without one {@link NoTemplateError}.
 */
function readTemplateJson(path: string, text: string): TemplateFile {
	let content: JsonValue;
	try {
		content = JSON.parse(text) as JsonValue;
	} catch (cause) {
		throw new ConfigError(message('template.json-invalid', { path }), { cause });
	}
	const fields = isJsonObject(content) ? content : {};
	const { model_max_length: length, add_bos_token: addsBos } = fields;
	return {
		kind: 'tokenizer-config',
		modelName: typeof fields.name_or_path === 'string' ? fields.name_or_path : basename(path),
		...templateOf(path, fields.chat_template),
		bosToken: tokenOf(fields, 'bos_token'),
		eosToken: tokenOf(fields, 'eos_token'),
		// transformers writes 1e30 for an unknown length.
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
	if (found.length === 0) throw new NoTemplateError(path, beside(path));
	throw new ConfigError(message('template.names', { path, names: found.map(({ named }) => named) }));
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

/** Newer versions of transformers write the template into a separate file. */
function beside(path: string): string | undefined {
	const file = join(dirname(path), 'chat_template.jinja');
	return existsSync(file) ? file : undefined;
}

/** A token as text, or as the object that tokenizers write for it; `null` means none. */
function tokenOf(fields: JsonObject, name: string): string | undefined {
	const token = fields[name];
	if (token === null) return '';
	const text = isJsonObject(token) ? token.content : token;
	return typeof text === 'string' ? text : undefined;
}
