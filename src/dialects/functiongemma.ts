import type { Dialect } from './dialect.ts';
import { bareCallRegion } from './syntax/bare-call.ts';
import { callGrammar, TEXT_WITHOUT_TAGS } from './syntax/grammar.ts';
import { SpanScanner } from './syntax/scanner.ts';
import { type CallTokens, taggedCall, taggedCallRegion, taggedResponses } from './syntax/tagged-call.ts';
import { nextUserTurn, TURN_CLOSE, TURN_ENDS, TURN_OPEN, turnEndRegions } from './syntax/turns.ts';

const TOKENS: CallTokens = {
	open: '<start_function_call>',
	close: '<end_function_call>',
	quote: '<escape>',
	ends: ['<start_function_response>', ...TURN_ENDS],
	openResponse: '<start_function_response>',
	closeResponse: '<end_function_response>',
};

/** Mean nothing outside of what they close or quote. */
const STRAY = [TOKENS.close, TOKENS.quote, TOKENS.closeResponse, '<bos>', '<pad>'];

/**
 * FunctionGemma (270M): `<start_function_call>call:NAME{k:<escape>v<escape>}<end_function_call>`, answers in the same
 * model turn. Source: the chat template of the model files.
 */
export const functiongemma: Dialect = {
	name: 'functiongemma',
	speaks: {
		template: (source) => source.includes('<start_function_call>') || source.includes('<start_function_declaration>'),
		model: (name) => /function-?gemma/i.test(name),
	},
	stops: [TURN_CLOSE, TOKENS.openResponse],
	turnOpen: TURN_OPEN,
	parser: (reading) =>
		new SpanScanner([
			taggedCallRegion(TOKENS, reading),
			...(reading === 'lenient' ? [bareCallRegion(TOKENS)] : []),
			...STRAY.map((open) => ({ kind: 'stray', open }) as const),
			{ kind: 'end', open: TOKENS.openResponse },
			...turnEndRegions,
		]),
	toolResponses: (results, then) => taggedResponses(results, TOKENS) + (then === undefined ? '' : nextUserTurn(then)),
	nextUserTurn,
	// https://ai.google.dev/gemma/docs/functiongemma/formatting-and-best-practices
	trigger: 'You are a model that can do function calling with the following functions',
	writeCall: (name, args) => taggedCall(name, args, TOKENS),
	callGrammar: (tool) =>
		callGrammar(tool, {
			before: `${TOKENS.open}call:${tool.name}`,
			after: TOKENS.close,
			string: { open: TOKENS.quote, close: TOKENS.quote, character: TEXT_WITHOUT_TAGS },
		}),
};
