import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError } from '../../src/base/errors.ts';
import { GEMMA_TOKENS, NoTemplateError, readTemplateFile } from '../../src/gguf/template.ts';

/** A chat template of a folder. */
export interface FoundTemplate {
	/** Path in the folder; of a configuration with several templates followed by the template's name. */
	readonly file: string;
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
}

const TEMPLATE_FILE = /(?:\.jinja2?|tokenizer_config\.json|processor_config\.json|chat_template\.json|\.gguf)$/iu;

/**
 * The chat templates of a folder and those below it: `*.jinja`, `*.jinja2`, `*.gguf`, and the JSON that transformers
 * publishes them in, in the order of their names. Throws {@link ConfigError} where the folder cannot be read, a file is
 * damaged, or there is none.
 */
export function templatesIn(folder: string): readonly FoundTemplate[] {
	const found = filesIn(folder)
		.toSorted()
		.flatMap((file) => templatesOf(folder, file));
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

function templatesOf(folder: string, file: string): readonly FoundTemplate[] {
	if (!TEMPLATE_FILE.test(basename(file))) return [];
	try {
		const { bosToken, eosToken, ...read } = readTemplateFile(join(folder, file));
		const tokens = { bosToken: bosToken ?? GEMMA_TOKENS.bosToken, eosToken: eosToken ?? GEMMA_TOKENS.eosToken };
		return [read, ...(read.others ?? [])].map(({ named, chatTemplate }) => ({
			file: named === undefined ? file : `${file} ${named}`,
			chatTemplate,
			...tokens,
		}));
	} catch (error) {
		if (error instanceof NoTemplateError) return [];
		throw error;
	}
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
