import { z } from 'zod';
import { ConfigError, GemmarkError, issueText } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { thrownPlace } from '../base/thrown.ts';
import type { ToolDeclaration, ToolResponse } from '../model/conversation.ts';
import type { MalformedReason, Repair } from '../model/generation.ts';
import { givenOptions, givenText } from '../text/given-options.ts';

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
	/** How models that speak it are told: by what their chat template writes, else by their name. */
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

/** The code of a dialect failed: nothing that model or engine did. */
export class DialectFailure extends GemmarkError {
	readonly code = 'dialect';
	readonly exitCode = 2;

	constructor(message: string, cause?: unknown) {
		super(message, { hint: 'Correct the dialect.', cause });
	}
}

/** A new parser of the dialect. What it throws, and what it gives that is no span, is thrown as {@link DialectFailure}. */
export function heldParser(dialect: Dialect, reading: 'strict' | 'lenient'): DialectParser {
	const parser = orFailure(dialect, () => dialect.parser(reading));
	const held = (read: () => readonly ParsedSpan[]): readonly ParsedSpan[] => {
		const spans = orFailure(dialect, read);
		if (!Array.isArray(spans)) throw new DialectFailure(`dialect ${dialect.name}: its parser gives no list of spans`);
		for (const span of spans) {
			const odd = oddityOf(span);
			if (odd !== undefined) throw new DialectFailure(`dialect ${dialect.name}: its parser gives ${odd}`);
		}
		return spans;
	};
	return { push: (text) => held(() => parser.push(text)), end: () => held(() => parser.end()) };
}

function orFailure<T>({ name }: Dialect, call: () => T): T {
	try {
		return call();
	} catch (thrown) {
		throw new DialectFailure(`dialect ${name}: its parser throws ${thrownPlace(thrown)}`, thrown);
	}
}

function oddityOf(span: ParsedSpan): string | undefined {
	switch (span?.type) {
		case 'call-open':
			return undefined;
		case 'call':
			if (typeof span.name !== 'string') return 'a call whose name is no text';
			return isJsonObject(span.arguments) ? undefined : `a call of ${span.name} whose arguments are no object`;
		case 'malformed':
			return typeof span.raw === 'string' ? undefined : 'a malformed call whose raw is no text';
		case 'text':
		case 'thinking':
		case 'stray':
			return typeof span.text === 'string' ? undefined : `a span of type ${span.type} whose text is none`;
		default:
			return `a span of type ${String((span as ParsedSpan | undefined)?.type)}, which there is none of`;
	}
}

/**
 * A dialect of an operator's own, each of whose functions throws {@link DialectFailure} where it throws, or gives what is
 * none of a dialect. Throws {@link ConfigError} for what is no dialect, by field.
 */
export function heldDialect(own: Dialect): Dialect {
	requireDialect(own);
	const { speaks, declareTools, writeCall } = own;
	const held = <T>(name: string, kind: 'string' | 'boolean', call: () => T): T => {
		let value: T;
		try {
			value = call();
		} catch (thrown) {
			throw new DialectFailure(`dialect ${own.name}: its ${name} throws ${thrownPlace(thrown)}`, thrown);
		}
		if (typeof value === kind) return value;
		const wanted = kind === 'string' ? 'text' : 'true or false';
		throw new DialectFailure(`dialect ${own.name}: its ${name} gives ${givenText(value)}, not ${wanted}`);
	};
	return {
		name: own.name,
		...(speaks && {
			speaks: {
				template: (text) => held('speaks.template', 'boolean', () => speaks.template(text)),
				...(speaks.model && {
					model: (name) => held('speaks.model', 'boolean', () => speaks.model?.(name) ?? false),
				}),
			},
		}),
		stops: own.stops,
		turnOpen: own.turnOpen,
		parser: (reading) => heldParser(own, reading),
		toolResponses: (results, then) => held('toolResponses', 'string', () => own.toolResponses(results, then)),
		nextUserTurn: (text) => held('nextUserTurn', 'string', () => own.nextUserTurn(text)),
		...(declareTools && {
			declareTools: (tools) => held('declareTools', 'string', () => declareTools.call(own, tools)),
		}),
		...(own.thinking && { thinking: own.thinking }),
		...(own.trigger !== undefined && { trigger: own.trigger }),
		...(writeCall && {
			writeCall: (name, args) => held('writeCall', 'string', () => writeCall.call(own, name, args)),
		}),
		callGrammar: (tool) => held('callGrammar', 'string', () => own.callGrammar(tool)),
	};
}

function requireDialect(own: Dialect): void {
	givenOptions(own, 'defineDialect');
	const name = typeof own.name === 'string' ? own.name : '?';
	// A class may have fields of its own.
	if (Object.getPrototypeOf(own) === Object.prototype) givenOptions(own, `dialect ${name}`, KNOWN);
	const [issue] = fields.safeParse(own, { error: issueText }).error?.issues ?? [];
	if (issue === undefined) return;
	throw new ConfigError(`dialect ${name}: ${issue.path.join('.')}: ${issue.message}`, {
		hint: 'docs/own-dialect.md has an example.',
	});
}

const aFunction = z.custom((value) => typeof value === 'function', 'must be a function');
const text = z.string().min(1);

const fieldTypes = {
	name: text,
	speaks: z.looseObject({ template: aFunction, model: aFunction.optional() }).optional(),
	stops: z.array(text),
	turnOpen: text,
	parser: aFunction,
	toolResponses: aFunction,
	nextUserTurn: aFunction,
	declareTools: aFunction.optional(),
	thinking: z.looseObject({ marker: z.string(), open: text, close: text }).optional(),
	trigger: z.string().optional(),
	writeCall: aFunction.optional(),
	callGrammar: aFunction,
} satisfies Record<keyof Dialect, z.ZodType>;
const fields = z.looseObject(fieldTypes);
const KNOWN = Object.fromEntries(Object.keys(fieldTypes).map((name) => [name, true])) as Record<keyof Dialect, true>;

/** Names of the dialects that come with gemmark. They stand apart: a help that lists them needs no parser. */
export const DIALECT_NAMES: readonly string[] = [
	'gemma4',
	'functiongemma',
	'gemma3-json',
	'tool-code',
	'flutter-gemma',
];
