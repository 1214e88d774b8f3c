import { EngineError } from '../../errors/gemmark-error.ts';
import type { ToolDeclaration } from '../../model/conversation.ts';
import { valueWithoutControlTokens } from '../syntax/control-tokens.ts';
import { GuardedTemplate } from './guarded-template.ts';
import { typedSchema } from './typed-schema.ts';

const TEMPLATES_AT_MOST = 32;
const compiled = new Map<string, GuardedTemplate>();

/** What a model file says about its prompts: Jinja source, and the tokens that it prints. */
export interface TemplateSource {
	/** `tokenizer.chat_template`. */
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** Whether the file tells engines to put BOS before a prompt (absent: no). Where the template prints it, it is not put twice. */
	readonly addsBos?: boolean | undefined;
}

/** Any conversation, as chat servers are sent it. */
export interface RenderedChat {
	/** As OpenAI's API has them. */
	readonly messages: readonly object[];
	readonly tools: readonly ToolDeclaration[];
	/** Absent: the template's own default. */
	readonly thinking?: boolean | undefined;
}

/** A model file's own chat template. */
export class ChatTemplate {
	readonly #source: TemplateSource;
	readonly #template: GuardedTemplate;

	/** Throws {@link EngineError} `model-invalid` for a template that is no Jinja. */
	constructor(source: TemplateSource) {
		this.#source = source;
		this.#template = compile(source.chatTemplate);
	}

	/**
	 * What the template makes of a whole conversation, up to where the model speaks. Throws {@link EngineError}
	 * `model-invalid` when it refuses it, or does not end.
	 */
	render({ messages, tools, thinking }: RenderedChat): string {
		const { bosToken, eosToken, addsBos = false } = this.#source;
		try {
			const text = this.#template.render({
				messages,
				...(tools.length === 0 ? {} : { tools: tools.map(toolEntry) }),
				bos_token: bosToken,
				eos_token: eosToken,
				add_generation_prompt: true,
				...(thinking === undefined ? {} : { enable_thinking: thinking }),
			});
			return addsBos && !text.trimStart().startsWith(bosToken) ? bosToken + text : text;
		} catch (error) {
			throw templateError("The model's chat template refuses the prompt", error);
		}
	}
}

function compile(chatTemplate: string): GuardedTemplate {
	const known = compiled.get(chatTemplate);
	if (known !== undefined) return known;
	let template: GuardedTemplate;
	try {
		template = new GuardedTemplate(chatTemplate);
	} catch (error) {
		throw templateError("The model's chat template cannot be read", error);
	}
	if (compiled.size >= TEMPLATES_AT_MOST) compiled.clear();
	compiled.set(chatTemplate, template);
	return template;
}

function templateError(message: string, error: unknown): EngineError {
	const reason = error instanceof Error ? error.message : String(error);
	return new EngineError('model-invalid', `${message}: ${reason.slice(0, 200)}`, {
		hint: 'Use the chat template that was published with the model.',
		cause: error,
	});
}

function toolEntry(tool: ToolDeclaration): unknown {
	const { name, description } = tool;
	const declaration = { name, description, parameters: typedSchema(tool.parameters) };
	return { type: 'function', function: valueWithoutControlTokens(declaration) };
}
