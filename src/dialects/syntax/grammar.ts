import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { ToolDeclaration } from '../../model/conversation.ts';
import { withoutControlTokens } from './region.ts';
import { sortedKeys } from './tagged-arguments.ts';

/** Something between commas that may be absent unless `required`, as GBNF. */
interface GrammarEntry {
	readonly text: string;
	readonly required: boolean;
}

/** Entries in their order with commas between those that are there; empty without any. */
function entries(written: readonly GrammarEntry[], comma: string): string {
	const [entry, ...others] = written;
	if (entry === undefined) return '';
	// Which entry is the first that is there decides where the commas stand.
	const withEntry = [entry.text, ...others.map((other) => furtherEntry(other, comma))].join(' ');
	if (entry.required) return withEntry;
	const without = entries(others, comma);
	return without === '' ? `(${withEntry})?` : `(${withEntry} | ${without})`;
}

function furtherEntry({ text, required }: GrammarEntry, comma: string): string {
	const item = `${literal(comma)} ${text}`;
	return required ? item : `(${item})?`;
}

/** A GBNF literal; empty for an empty text. */
function literal(text: string): string {
	if (text === '') return '';
	const escaped = text
		.replace(/[\\"]/g, (character) => `\\${character}`)
		.replaceAll('\n', '\\n')
		.replaceAll('\r', '\\r')
		.replaceAll('\t', '\\t');
	return `"${escaped}"`;
}

/** How a dialect writes a call, as far as a grammar must know it. */
interface CallSyntax {
	/** Literal text around the arguments' object. */
	readonly before: string;
	readonly after: string;
	readonly string: {
		readonly open: string;
		readonly close: string;
		/** GBNF for one character of a string. */
		readonly character: string;
	};
	/** A key as it stands in an object; bare when absent. */
	readonly key?: (name: string) => string;
	/** Between key and value, and between items; `:` and `,` when absent. */
	readonly colon?: string;
	readonly comma?: string;
	/** The outermost object, where it is written in another way than objects inside it. */
	readonly outer?: {
		readonly open: string;
		readonly close: string;
		readonly key: (name: string) => string;
		readonly colon: string;
	};
	readonly words?: { readonly true: string; readonly false: string; readonly null: string };
}

/** One character of a string that only a tag can end: no control and no private-use characters, and no `<`. */
export const TEXT_WITHOUT_TAGS: string = String.raw`[^<\x00-\x1F\x7F\uE000-\uF8FF\U000E0000-\U0010FFFF]`;
/** The same for a string between double quotes. */
export const TEXT_IN_QUOTES: string = String.raw`[^"\\\x00-\x1F\x7F\uE000-\uF8FF\U000E0000-\U0010FFFF]`;

const MAX_STRING = 256;
const MAX_ITEMS = 16;
const MAX_DEPTH = 8;
/** An integer between bounds this close is one of a list. */
const MAX_LISTED = 100;

/**
 * GBNF for exactly one call of the tool: keys sorted, optional ones may be absent, strings and lists bounded so that
 * a generation ends. A schema this does not know is any string, number or boolean.
 */
export function callGrammar(tool: ToolDeclaration, syntax: CallSyntax): string {
	const writer = new GrammarWriter(syntax);
	const root = `${literal(syntax.before)} ${writer.outerObject(tool.parameters)} ${literal(syntax.after)}`;
	return [`root ::= ${root}`, ...writer.rules()].join('\n');
}

class GrammarWriter {
	readonly #syntax: CallSyntax;
	readonly #colon: string;
	readonly #comma: string;

	constructor(syntax: CallSyntax) {
		this.#syntax = syntax;
		this.#colon = syntax.colon ?? ':';
		this.#comma = syntax.comma ?? ',';
	}

	rules(): readonly string[] {
		return [
			`char ::= ${this.#syntax.string.character}`,
			`integer ::= "-"? ("0" | [1-9] [0-9]{0,14})`,
			`natural ::= "0" | [1-9] [0-9]{0,14}`,
			`number ::= integer ("." [0-9]{1,6})?`,
		];
	}

	outerObject(schema: JsonObject): string {
		const outer = this.#syntax.outer;
		return outer === undefined
			? this.#object(schema, 0)
			: this.#object(schema, 0, outer.open, outer.close, outer.key, outer.colon);
	}

	#value(schema: JsonValue | undefined, depth: number): string {
		if (!isJsonObject(schema) || depth > MAX_DEPTH) return this.#anyScalar();
		const options = optionsOf(schema);
		if (options !== undefined) return `(${options.map((option) => this.#constant(option)).join(' | ')})`;
		const alternatives = alternativesOf(schema);
		if (alternatives !== undefined) {
			return `(${alternatives.map((alternative) => this.#value(alternative, depth + 1)).join(' | ')})`;
		}
		switch (schema.type) {
			case 'string':
				return this.#string(schema);
			case 'integer':
				return this.#integer(schema);
			case 'number':
				return 'number';
			case 'boolean':
				return `(${this.#constant(true)} | ${this.#constant(false)})`;
			case 'null':
				return this.#constant(null);
			case 'array':
				return this.#array(schema, depth);
			case 'object':
				return this.#object(schema, depth);
			default:
				return this.#anyScalar();
		}
	}

	#anyScalar(): string {
		return `(${this.#string({})} | number | ${this.#constant(true)} | ${this.#constant(false)})`;
	}

	#string(schema: JsonObject): string {
		const most = Math.min(countOf(schema.maxLength) ?? MAX_STRING, MAX_STRING);
		const least = Math.min(countOf(schema.minLength) ?? 0, most);
		const { open, close } = this.#syntax.string;
		return `${literal(open)} char{${least},${most}} ${literal(close)}`;
	}

	#integer(schema: JsonObject): string {
		const { minimum, maximum } = schema;
		const listable =
			typeof minimum === 'number' &&
			typeof maximum === 'number' &&
			maximum >= minimum &&
			maximum - minimum <= MAX_LISTED;
		if (listable) {
			const first = Math.ceil(minimum);
			const listed = Array.from({ length: Math.floor(maximum) - first + 1 }, (_, index) => first + index);
			if (listed.length > 0) return `(${listed.map((value) => literal(String(value))).join(' | ')})`;
		}
		return typeof minimum === 'number' && minimum >= 0 ? 'natural' : 'integer';
	}

	#array(schema: JsonObject, depth: number): string {
		const item = this.#value(schema.items, depth + 1);
		const most = Math.min(countOf(schema.maxItems) ?? MAX_ITEMS, MAX_ITEMS);
		const least = Math.min(countOf(schema.minItems) ?? 0, most);
		if (most === 0) return literal('[]');
		const items = `${item} (${literal(this.#comma)} ${item}){${Math.max(least - 1, 0)},${most - 1}}`;
		return `"[" ${least === 0 ? `(${items})?` : items} "]"`;
	}

	#object(
		schema: JsonObject,
		depth: number,
		open = '{',
		close = '}',
		writeKey: (name: string) => string = this.#syntax.key ?? ((name) => name),
		colon: string = this.#colon,
	): string {
		const properties = isJsonObject(schema.properties) ? schema.properties : {};
		const required: readonly JsonValue[] = Array.isArray(schema.required) ? schema.required : [];
		const written = sortedKeys(properties).map((name) => ({
			text: `${literal(writeKey(withoutControlTokens(name)) + colon)} ${this.#value(properties[name], depth + 1)}`,
			required: required.includes(name),
		}));
		return [literal(open), entries(written, this.#comma), literal(close)].filter((part) => part !== '').join(' ');
	}

	#constant(value: JsonValue): string {
		const words = this.#syntax.words;
		if (typeof value === 'string') {
			const { open, close } = this.#syntax.string;
			return literal(`${open}${withoutControlTokens(value)}${close}`);
		}
		if (words !== undefined && value === true) return literal(words.true);
		if (words !== undefined && value === false) return literal(words.false);
		if (words !== undefined && value === null) return literal(words.null);
		return literal(JSON.stringify(value));
	}
}

function optionsOf(schema: JsonObject): readonly JsonValue[] | undefined {
	if (schema.const !== undefined) return [schema.const];
	const options = schema.enum;
	return Array.isArray(options) && options.length > 0 ? options : undefined;
}

function alternativesOf(schema: JsonObject): readonly JsonValue[] | undefined {
	const alternatives = schema.anyOf ?? schema.oneOf;
	if (Array.isArray(alternatives) && alternatives.length > 0) return alternatives;
	const types = schema.type;
	return Array.isArray(types) && types.length > 0 ? types.map((type: JsonValue) => ({ ...schema, type })) : undefined;
}

function countOf(value: JsonValue | undefined): number | undefined {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
