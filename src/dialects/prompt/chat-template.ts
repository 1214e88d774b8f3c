import { Environment, Interpreter, parse, tokenize } from '@huggingface/jinja';
import { EngineError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import type { ToolDeclaration } from '../../model/conversation.ts';
import { valueWithoutControlTokens } from '../syntax/region.ts';

/** Of a loop, what it goes over; of a loop with a test, after `lhs`. */
interface Statement {
	readonly type: string;
	readonly iterable?: Statement;
	readonly lhs?: Statement;
}

interface Evaluated {
	readonly type: string;
	readonly value: unknown;
}

/** The package's declarations name no file extensions, so that under `nodenext` they say nothing. */
interface Evaluating {
	run(program: unknown): Evaluated;
	evaluate(statement: Statement | undefined, environment: unknown): Evaluated;
}
const BareInterpreter = Interpreter as unknown as new (environment: Environment) => Evaluating;

/** Characters of a template's source: published ones have some ten thousand. */
export const MAX_TEMPLATE_CHARS: number = 512 * 1024;
/** Steps of one rendering: the published templates take some thousand for a conversation, and this some seconds. */
export const MAX_TEMPLATE_STEPS = 5_000_000;
/** Entries of one list, and characters of one text, that a template makes. */
export const MAX_TEMPLATE_VALUE: number = 4 * 1024 * 1024;
/** What a list costs an interpreter that walks it, and a text one that copies it. */
const CHARS_A_STEP = 64;

/**
 * A Jinja template of a stranger's model file, which cannot run for ever: every step of its interpreter is counted, and
 * every value measured. Throws where it is no Jinja, is too long or takes too much.
 */
export class GuardedTemplate {
	readonly #program: unknown;

	constructor(source: string) {
		if (source.length > MAX_TEMPLATE_CHARS) throw new Error(`it has more than ${MAX_TEMPLATE_CHARS} characters`);
		this.#program = parse(tokenize(source, { lstrip_blocks: true, trim_blocks: true }));
	}

	render(variables: Readonly<Record<string, unknown>>): string {
		const environment = new Environment();
		for (const [name, value] of [...GLOBALS, ...Object.entries(variables)]) environment.set(name, value);
		return String(new CountingInterpreter(environment).run(this.#program).value);
	}
}

class CountingInterpreter extends BareInterpreter {
	#steps = 0;
	readonly #walked = new WeakSet<Statement>();

	override evaluate(statement: Statement | undefined, environment: unknown): Evaluated {
		this.#take(1);
		const list = statement?.iterable;
		if (list !== undefined) this.#walked.add(list.lhs ?? list);
		const value = super.evaluate(statement, environment);
		const size = sizeOf(value);
		if (size > MAX_TEMPLATE_VALUE) throw new Error(`it makes a value of more than ${MAX_TEMPLATE_VALUE} parts`);
		// What is only named costs nothing; what is made, or walked by a loop, costs its size.
		const named = statement === undefined || (NAMES.has(statement.type) && !this.#walked.has(statement));
		if (!named) this.#take(value.type === 'StringValue' ? size / CHARS_A_STEP : size);
		return value;
	}

	#take(steps: number): void {
		this.#steps += steps;
		if (this.#steps > MAX_TEMPLATE_STEPS) throw new Error(`it takes more than ${MAX_TEMPLATE_STEPS} steps`);
	}
}

const NAMES: ReadonlySet<string> = new Set(['Identifier', 'MemberExpression']);

function sizeOf({ value }: Evaluated): number {
	if (typeof value === 'string' || Array.isArray(value)) return value.length;
	return value instanceof Map ? value.size : 0;
}

/** What templates find without being given it, as the interpreter's own package has it but for the bounded range. */
const GLOBALS: readonly (readonly [string, unknown])[] = [
	...['true', 'True'].map((name) => [name, true] as const),
	...['false', 'False'].map((name) => [name, false] as const),
	...['none', 'None'].map((name) => [name, null] as const),
	['raise_exception', refuse],
	['range', boundedRange],
	['strftime_now', strftimeNow],
];

function refuse(message: string): never {
	throw new Error(message);
}

function boundedRange(from: number, to?: number, step = 1): readonly number[] {
	const [start, stop] = to === undefined ? [0, from] : [from, to];
	if (step === 0) throw new Error('range() step must not be zero');
	const length = Math.max(0, Math.ceil((stop - start) / step));
	if (!(length <= MAX_RANGE)) throw new Error(`range() of more than ${MAX_RANGE} numbers`);
	return Array.from({ length }, (_, at) => start + at * step);
}

export const MAX_RANGE = 100_000;

function strftimeNow(format: string): string {
	const now = new Date();
	const two = (part: number): string => String(part).padStart(2, '0');
	const month = (style: 'long' | 'short'): string => new Intl.DateTimeFormat(undefined, { month: style }).format(now);
	const parts: Readonly<Record<string, () => string>> = {
		'%Y': () => String(now.getFullYear()),
		'%m': () => two(now.getMonth() + 1),
		'%d': () => two(now.getDate()),
		'%b': () => month('short'),
		'%B': () => month('long'),
		'%H': () => two(now.getHours()),
		'%M': () => two(now.getMinutes()),
		'%%': () => '%',
	};
	return format.replaceAll(/%[YmdbBHM%]/g, (token) => parts[token]?.() ?? token);
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

const TEMPLATES_AT_MOST = 32;
const compiled = new Map<string, GuardedTemplate>();

/** What a model file says about its prompts: Jinja source, and the tokens that it prints. */
export interface TemplateSource {
	/** `tokenizer.chat_template`. */
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** Whether the file asks engines to put BOS before a prompt (absent: no). Where the template prints it, it is not put twice. */
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
			throw templateError('template.refused', error);
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

function toolEntry(tool: ToolDeclaration): unknown {
	const { name, description } = tool;
	const declaration = { name, description, parameters: typedSchema(tool.parameters) };
	return { type: 'function', function: valueWithoutControlTokens(declaration) };
}
