import { EngineError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import type { ToolDeclaration } from '../../model/conversation.ts';
import type { Dialect } from '../dialect.ts';
import { valueWithoutControlTokens, withoutControlTokens } from '../syntax/region.ts';
import { type CompiledTemplate, ForeignTemplate } from './foreign-template.ts';
import { GEMMA4_CHAT_TEMPLATE, GEMMA4_LARGE_CHAT_TEMPLATE } from './gemma4-template.ts';
import { GuardedTemplate, MAX_TEMPLATE_STEPS } from './guarded-template.ts';

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
interface RenderedChat {
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

/** A model file's template, and the dialect's marker of a turn. */
interface PromptTemplate extends TemplateSource {
	/** Marker that opens any turn. */
	readonly turnOpen: string;
}

/** The first prompt of a conversation. */
interface PromptInput {
	/** Absent: no system turn beyond what the template makes of the tools. */
	readonly system?: string;
	readonly tools: readonly ToolDeclaration[];
	/** What was said before, as the template takes it. */
	readonly history?: readonly object[];
	readonly userText: string;
	/** Leading text of `userText` that other conversations share. */
	readonly sharedUserText?: string;
	/** Whether the model may think before it answers (default false). */
	readonly thinking?: boolean;
}

interface RenderedPrompt {
	readonly text: string;
	/** Leading characters that depend on system, tools and shared user text only. */
	readonly sharedChars: number;
	/** What the template writes after the user's words, up to where the model speaks. */
	readonly afterUser: string;
}

/** Two user texts that differ in their first character, and that no template would change. */
const SENTINELS = ['Aqz7', 'Bqz7'] as const;
/** Apps that take turns in front of one model are few. */
const FRAMES_AT_MOST = 8;

/** The prompt with each of the {@link SENTINELS} in place of the user's own words. */
type Frame = readonly [string, string];

/**
 * Renders first prompts with the model file's own chat template. Control tokens are removed from user
 * text and tool declarations, so that neither can open a turn; the template and the system text are the operator's.
 */
export class PromptRenderer {
	readonly #template: PromptTemplate;
	readonly #chatTemplate: ChatTemplate;
	readonly #frames = new Map<string, Frame>();

	/** Throws {@link EngineError} `model-invalid` for a template that is no Jinja. */
	constructor(template: PromptTemplate) {
		this.#template = template;
		this.#chatTemplate = new ChatTemplate(template);
	}

	/** Throws {@link EngineError} `model-invalid` when the template refuses the prompt. */
	render(input: PromptInput): RenderedPrompt {
		const shared = withoutControlTokens(input.sharedUserText ?? '');
		const text = this.#render(input, withoutControlTokens(input.userText));
		const [one, two] = this.#frame(input, shared);
		const common = Math.min(commonLength(one, two), commonLength(one, text));
		return {
			text,
			sharedChars: shared === '' ? this.#beforeTurn(text, common) : common,
			afterUser: one.slice(one.lastIndexOf(SENTINELS[0]) + SENTINELS[0].length),
		};
	}

	/** Whether the template itself can switch thinking on. */
	switchesThinking(): boolean {
		const [off, on] = [false, true].map((thinking) => {
			return this.renderChat({ messages: [{ role: 'user', content: 'A' }], tools: [], thinking });
		});
		return off !== on;
	}

	/** The same for every conversation of an app, and twice the work of its prompt: it is kept. */
	#frame(input: PromptInput, shared: string): Frame {
		const key = JSON.stringify([input.system, input.tools, input.thinking, shared]);
		const known = this.#frames.get(key);
		if (known !== undefined) return known;
		const [one, two] = SENTINELS;
		const alone = { ...input, history: [] };
		const frame: Frame = [this.#render(alone, shared + one), this.#render(alone, shared + two)];
		if (this.#frames.size >= FRAMES_AT_MOST) this.#frames.clear();
		this.#frames.set(key, frame);
		return frame;
	}

	/** Tokens may join across the end of the marker's line, but never across the marker. */
	#beforeTurn(text: string, common: number): number {
		const turn = text.lastIndexOf(this.#template.turnOpen, common - this.#template.turnOpen.length);
		return turn === -1 ? common : turn;
	}

	#render({ system, tools, history = [], thinking = false }: PromptInput, userText: string): string {
		const before = system === undefined ? [] : [{ role: 'system', content: system }];
		const messages = [...before, ...history, { role: 'user', content: userText }];
		return this.renderChat({ messages, tools, thinking });
	}

	/** A whole conversation, see {@link ChatTemplate.render}. Texts are taken as they are. */
	renderChat(chat: RenderedChat): string {
		return this.#chatTemplate.render(chat);
	}
}

function commonLength(one: string, two: string): number {
	let length = 0;
	while (length < one.length && one[length] === two[length]) length++;
	return length;
}

/** Whether the text already says it, in Google's words or in those of Ollama. */
const SAID = /do function calling with the following functions/iu;

/**
 * The system text of a conversation with tools, with the dialect's trigger at its end, after which the template
 * declares the tools. The text as it is where the dialect needs none or the text has it.
 */
export function withTrigger(dialect: Dialect, system: string | undefined, tools: number): string | undefined {
	const { trigger } = dialect;
	if (trigger === undefined || tools === 0 || triggerOf(dialect, system) === 'present') return system;
	return system === undefined || system.trim() === '' ? trigger : `${system.trimEnd()}\n\n${trigger}`;
}

/** Whether an app's system text has the dialect's trigger or gets it; absent where the dialect needs none. */
export function triggerOf({ trigger }: Dialect, system: string | undefined): 'added' | 'present' | undefined {
	if (trigger === undefined) return undefined;
	return SAID.test(system ?? '') ? 'present' : 'added';
}

const BUILT_IN: ReadonlySet<string> = new Set([GEMMA4_CHAT_TEMPLATE, GEMMA4_LARGE_CHAT_TEMPLATE]);

const TEMPLATES_AT_MOST = 32;
const compiled = new Map<string, CompiledTemplate>();

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
