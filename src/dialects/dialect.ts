import { z } from 'zod';
import { parseAt } from '../base/border.ts';
import { ConfigError, GemmarkError } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { type Message, message } from '../base/message.ts';
import { thrownPlace } from '../base/thrown.ts';
import type { ToolDeclaration, ToolResponse } from '../model/conversation.ts';
import type { MalformedReason, Repair } from '../model/generation.ts';

/** What a dialect parser reads from raw text, in order. Text is emitted as early as it can be known not to open a call. */
export type ParsedSpan =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'thinking'; readonly text: string }
	/** A control token where it means nothing, such as a second closer: it is neither text nor part of a call. */
	| { readonly type: 'stray'; readonly text: string }
	/** The call's opening has been seen; `call` or `malformed` will follow. */
	| { readonly type: 'call-open' }
	| {
			readonly type: 'call';
			readonly name: string;
			readonly arguments: JsonObject;
			readonly raw: string;
			readonly repairs: readonly Repair[];
	  }
	| { readonly type: 'malformed'; readonly reason: MalformedReason; readonly raw: string };

/** Incremental: feeding a text in any chunks gives the same spans, adjacent text spans joined. */
export interface DialectParser {
	push(chunk: string): readonly ParsedSpan[];
	/** No more text will come. */
	end(): readonly ParsedSpan[];
}

/** How one family of models writes turns and calls. One dialect per file; no state of its own. */
export interface Dialect {
	readonly name: string;
	/** How models that speak it are recognised: by what their chat template writes, else by their name. */
	readonly speaks?: {
		template(chatTemplate: string): boolean;
		model?(name: string): boolean;
	};
	/** Texts that end a generation beyond the model's end-of-generation tokens. */
	readonly stops: readonly string[];
	/** Marker that opens any turn: the shared beginning is cut before it. */
	readonly turnOpen: string;
	parser(reading: 'strict' | 'lenient'): DialectParser;
	/**
	 * Continues the model's turn with the answers to its calls, and closes it with a user turn when there is a text
	 * `then`. Control tokens inside values are removed.
	 */
	toolResponses(results: readonly ToolResponse[], then?: string): string;
	/** Closes the model's turn and opens the next user turn up to where the model speaks. */
	nextUserTurn(text: string): string;
	/** Where the template has no tools: system text that declares them. Absent when the template does it. */
	declareTools?(tools: readonly ToolDeclaration[]): string;
	/** Where the family can think: what asks for it at the beginning of the system turn, and what a thought stands between. */
	readonly thinking?: ThinkingMarks;
	/** A sentence of the system text without which models of the family call nothing. */
	readonly trigger?: string;
	/** The call as the model's template writes it. Absent where templates know no calls. */
	writeCall?(name: string, args: JsonObject): string;
	/** GBNF for exactly one call of the tool, closer included. */
	callGrammar(tool: ToolDeclaration): string;
}

export interface ThinkingMarks {
	readonly marker: string;
	readonly open: string;
	readonly close: string;
}

/** A dialect's code failed: neither model nor engine did. */
export class DialectFailure extends GemmarkError {
	readonly code = 'dialect';
	readonly exitCode = 2;
}

const aFunction = z.custom((value) => typeof value === 'function', 'must be a function');
const text = z.string().min(1);

const fields = {
	name: text,
	speaks: z.object({ template: aFunction, model: aFunction.optional() }).optional(),
	stops: z.array(text),
	turnOpen: text,
	parser: aFunction,
	toolResponses: aFunction,
	nextUserTurn: aFunction,
	declareTools: aFunction.optional(),
	thinking: z.object({ marker: z.string(), open: text, close: text }).optional(),
	trigger: z.string().optional(),
	writeCall: aFunction.optional(),
	callGrammar: aFunction,
} satisfies Record<keyof Dialect, z.ZodType>;

const object = z.custom(isJsonObject, 'must be an object');
const spans = z.array(
	z.discriminatedUnion('type', [
		z.object({ type: z.literal('call-open') }),
		z.looseObject({ type: z.literal('call'), name: z.string(), arguments: object }),
		z.looseObject({ type: z.literal('malformed'), raw: z.string() }),
		z.object({ type: z.enum(['text', 'thinking', 'stray']), text: z.string() }),
	]),
);

/**
 * A user's dialect, read once; each of its functions throws {@link DialectFailure} where it throws, or returns another type.
 * Throws {@link ConfigError} for what is no dialect, by field.
 */
export function userDialect(own: Dialect): Dialect {
	const name = typeof own?.name === 'string' ? own.name : '?';
	// A class may have fields of its own.
	const isPlain = Object.getPrototypeOf(own ?? {}) === Object.prototype;
	const parsed = parseAt<unknown>(isPlain ? z.strictObject(fields) : z.looseObject(fields), own);
	if ('problem' in parsed) throw new ConfigError(message('dialect.invalid', { dialect: name, ...placed(parsed) }));
	const call = <T>(what: string, schema: z.ZodType, run: () => T): T => {
		let value: T;
		try {
			value = run();
		} catch (thrown) {
			const said = message('dialect.threw', { dialect: name, what, thrown: thrownPlace(thrown) });
			throw new DialectFailure(said, { cause: thrown });
		}
		const result = parseAt(schema, value);
		if ('value' in result) return value;
		throw new DialectFailure(message('dialect.returned', { dialect: name, what, ...placed(result) }));
	};
	const { speaks, declareTools, writeCall } = own;
	return {
		...pick(own, ['name', 'stops', 'turnOpen', 'thinking', 'trigger']),
		speaks: speaks && {
			template: (source) => call('speaks.template', z.boolean(), () => speaks.template(source)),
			model: speaks.model && ((model) => call('speaks.model', z.boolean(), () => speaks.model?.(model) ?? false)),
		},
		parser(reading) {
			const parser = call('parser', z.object({ push: aFunction, end: aFunction }), () => own.parser(reading));
			return {
				push: (chunk) => call('parser', spans, () => parser.push(chunk)),
				end: () => call('parser', spans, () => parser.end()),
			};
		},
		toolResponses: (results, then) => call('toolResponses', z.string(), () => own.toolResponses(results, then)),
		nextUserTurn: (words) => call('nextUserTurn', z.string(), () => own.nextUserTurn(words)),
		declareTools: declareTools && ((tools) => call('declareTools', z.string(), () => declareTools.call(own, tools))),
		writeCall: writeCall && ((tool, args) => call('writeCall', z.string(), () => writeCall.call(own, tool, args))),
		callGrammar: (tool) => call('callGrammar', z.string(), () => own.callGrammar(tool)),
	};
}

function placed({ field, problem }: { readonly field: string; readonly problem: Message }): {
	readonly field?: string;
	readonly problem: Message;
} {
	return { ...(field !== '' && { field }), problem };
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
	return Object.fromEntries(names.filter((one) => from[one] !== undefined).map((one) => [one, from[one]])) as Pick<
		T,
		K
	>;
}

/** Names of the dialects that come with gemmark. They stand apart: a help that lists them needs no parser. */
export const DIALECT_NAMES: readonly string[] = [
	'gemma4',
	'functiongemma',
	'gemma3-json',
	'tool-code',
	'flutter-gemma',
];
