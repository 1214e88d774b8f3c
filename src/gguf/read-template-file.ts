import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { ConfigError } from '../errors/gemmark-error.ts';
import { readRegularFile } from '../files/read-regular.ts';
import { GgufError, readGgufHeader } from './gguf-header.ts';
import { NoTemplateError, type TemplateFile } from './template-file.ts';
import { readTemplateJson } from './template-json.ts';

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
