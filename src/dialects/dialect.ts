import type { JsonObject } from '../json/json-value.ts';
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
