import { EngineError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import type { ToolDeclaration } from '../../model/conversation.ts';
import { valueWithoutControlTokens } from '../syntax/region.ts';
import { type CompiledTemplate, ForeignTemplate } from './foreign-template.ts';
import { GEMMA4_CHAT_TEMPLATE, GEMMA4_LARGE_CHAT_TEMPLATE } from './gemma4-template.ts';
import { GuardedTemplate, MAX_TEMPLATE_STEPS } from './guarded-template.ts';

const MAX_DEPTH = 32;

/**
 * The schema with one plain `type` in every property and item, as Gemma's templates need it: they upper-case it and
 * fail without. A missing type follows from what is there, a list of types from its first that is not null; an
 * unknown one is a string. Nothing else changes.
 */
function typedSchema(schema: JsonObject, depth = 0): JsonObject {
	if (depth > MAX_DEPTH) return { type: 'string' };
	const typed: MutableJsonObject = {};
	for (const [key, value] of Object.entries(schema)) {
		if (key === 'properties' && isJsonObject(value)) setOwn(typed, key, typedProperties(value, depth));
		else if (key === 'items') setOwn(typed, key, typedSchema(isJsonObject(value) ? value : {}, depth + 1));
		else setOwn(typed, key, value);
	}
	setOwn(typed, 'type', typeOf(schema) ?? 'string');
	return typed;
}

function typedProperties(properties: JsonObject, depth: number): JsonObject {
	const typed: MutableJsonObject = {};
	for (const [name, schema] of Object.entries(properties)) {
		setOwn(typed, name, typedSchema(isJsonObject(schema) ? schema : {}, depth + 1));
	}
	return typed;
}

function typeOf(schema: JsonObject): string | undefined {
	const { type } = schema;
	if (typeof type === 'string') return type;
	if (Array.isArray(type)) return type.find((one: JsonValue) => typeof one === 'string' && one !== 'null');
	if (schema.properties !== undefined) return 'object';
	if (schema.items !== undefined) return 'array';
	const options = schema.enum ?? schema.const;
	const option = Array.isArray(options) ? options[0] : options;
	if (typeof option === 'number') return Number.isInteger(option) ? 'integer' : 'number';
	if (typeof option === 'string' || typeof option === 'boolean') return typeof option;
	const alternatives = schema.anyOf ?? schema.oneOf;
	if (!Array.isArray(alternatives)) return undefined;
	const types = alternatives.filter(isJsonObject).map((alternative) => alternative.type);
	return types.find((one) => typeof one === 'string' && one !== 'null') as string | undefined;
}

const BUILT_IN: ReadonlySet<string> = new Set([GEMMA4_CHAT_TEMPLATE, GEMMA4_LARGE_CHAT_TEMPLATE]);

const TEMPLATES_AT_MOST = 32;
const compiled = new Map<string, CompiledTemplate>();

/** What a model file says about its prompts: Jinja source, and the tokens that it prints. */
export interface TemplateSource {
	/** `tokenizer.chat_template`. */
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** Whether the file asks engines to put BOS before a prompt (absent: no). Where the template prints it, it is not put twice. */
	readonly addsBos?: boolean;
	/** Steps that are left for all renderings of one check. Absent: each rendering has its own limit only. */
	readonly budget?: { steps: number };
}

/** Any conversation, as chat servers are sent it. */
export interface RenderedChat {
	/** As OpenAI's API has them. */
	readonly messages: readonly object[];
	readonly tools: readonly ToolDeclaration[];
	/** Absent: the template's own default. */
	readonly thinking?: boolean;
	/** Whether the tools' schemas stay as they are, as engines that render by themselves pass them on. */
	readonly asWritten?: boolean;
}

/** A model file's own chat template. */
export class ChatTemplate {
	readonly #source: TemplateSource;
	readonly #template: CompiledTemplate;

	/** Throws {@link EngineError} `model-invalid` for a template that is no Jinja. */
	constructor(source: TemplateSource) {
		this.#source = source;
		this.#template = compile(source.chatTemplate);
	}

	/**
	 * What the template makes of a whole conversation, up to where the model speaks. Throws {@link EngineError}
	 * `model-invalid` when it refuses it, or does not end.
	 */
	render({ messages, tools, thinking, asWritten = false }: RenderedChat): string {
		const { bosToken, eosToken, addsBos = false, budget } = this.#source;
		const before = this.#template.steps;
		try {
			const variables = {
				messages,
				...(tools.length === 0 ? {} : { tools: tools.map((tool) => toolEntry(tool, asWritten)) }),
				bos_token: bosToken,
				eos_token: eosToken,
				add_generation_prompt: true,
				enable_thinking: thinking,
			};
			const most = budget && Math.min(MAX_TEMPLATE_STEPS, budget.steps);
			const text = this.#template.render(variables, most);
			return addsBos && !text.trimStart().startsWith(bosToken) ? bosToken + text : text;
		} catch (error) {
			throw templateError('template.refused', error);
		} finally {
			if (budget !== undefined) budget.steps -= this.#template.steps - before;
		}
	}
}

function compile(chatTemplate: string): CompiledTemplate {
	const known = compiled.get(chatTemplate);
	if (known !== undefined) return known;
	let template: CompiledTemplate;
	try {
		template = BUILT_IN.has(chatTemplate) ? new GuardedTemplate(chatTemplate) : new ForeignTemplate(chatTemplate);
	} catch (error) {
		throw templateError('template.unreadable', error);
	}
	if (compiled.size >= TEMPLATES_AT_MOST) compiled.clear();
	compiled.set(chatTemplate, template);
	return template;
}

function templateError(code: 'template.refused' | 'template.unreadable', cause: unknown): EngineError {
	const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
	return new EngineError('model-invalid', message(code, { reason }), { cause });
}

function toolEntry({ name, description, parameters }: ToolDeclaration, asWritten: boolean): unknown {
	const declaration = { name, description, parameters: asWritten ? parameters : typedSchema(parameters) };
	return { type: 'function', function: valueWithoutControlTokens(declaration) };
}
