import { ConfigError } from '../errors/gemmark-error.ts';

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

export interface NamedTemplate {
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
