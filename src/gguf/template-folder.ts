import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError } from '../errors/gemmark-error.ts';
import { readRegularFile } from '../files/read-regular.ts';
import { isJsonObject, type JsonValue } from '../json/json-value.ts';
import { readGgufHeader } from './gguf-header.ts';

/** A chat template of a folder. */
export interface FoundTemplate {
	/** Path in the folder; of a configuration with several templates followed by the template's name. */
	readonly file: string;
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
}

const GEMMA_TOKENS = { bosToken: '<bos>', eosToken: '<eos>' } as const;

/**
 * The chat templates of a folder and those below it: `*.jinja`, `*.jinja2`, `*tokenizer_config.json` and `*.gguf`, in the
 * order of their names. Throws {@link ConfigError} where the folder cannot be read, a file is damaged, or there is none.
 */
export function templatesIn(folder: string): readonly FoundTemplate[] {
	const found = filesIn(folder)
		.toSorted()
		.flatMap((file) => readTemplates(join(folder, file), file));
	if (found.length > 0) return found;
	throw new ConfigError(`${folder}: no chat template in it`, {
		hint: 'Put *.jinja, tokenizer_config.json or *.gguf there.',
	});
}

function filesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder, { recursive: true, encoding: 'utf8' });
	} catch (error) {
		throw new ConfigError(`${folder}: ${reasonOf(error)}`, {
			hint: 'Name a folder with chat templates.',
			cause: error,
		});
	}
}

function readTemplates(path: string, file: string): readonly FoundTemplate[] {
	try {
		if (/\.jinja2?$/i.test(file))
			return [{ file, chatTemplate: readRegularFile(path).toString('utf8'), ...GEMMA_TOKENS }];
		if (/tokenizer_config\.json$/i.test(basename(file))) return templatesOfConfig(path, file);
		if (!/\.gguf$/i.test(file)) return [];
		const { chatTemplate } = readGgufHeader(path);
		return chatTemplate === undefined ? [] : [{ file, chatTemplate, ...GEMMA_TOKENS }];
	} catch (error) {
		throw new ConfigError(`${path}: ${reasonOf(error)}`, { hint: 'Remove it, or get it anew.', cause: error });
	}
}

function templatesOfConfig(path: string, file: string): readonly FoundTemplate[] {
	const config = JSON.parse(readRegularFile(path).toString('utf8')) as JsonValue;
	if (!isJsonObject(config)) return [];
	const tokens = {
		bosToken: tokenOf(config.bos_token) ?? GEMMA_TOKENS.bosToken,
		eosToken: tokenOf(config.eos_token) ?? GEMMA_TOKENS.eosToken,
	};
	const given = config.chat_template;
	if (typeof given === 'string') return [{ file, chatTemplate: given, ...tokens }];
	if (!Array.isArray(given)) return [];
	return given
		.filter(isJsonObject)
		.flatMap(({ name, template }) =>
			typeof template === 'string' ? [{ file: `${file} ${String(name)}`, chatTemplate: template, ...tokens }] : [],
		);
}

function tokenOf(token: JsonValue | undefined): string | undefined {
	const text = isJsonObject(token) ? token.content : token;
	return typeof text === 'string' ? text : undefined;
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
