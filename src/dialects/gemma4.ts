import type { Dialect, ThinkingMarks } from './dialect.ts';
import { callGrammar, TEXT_WITHOUT_TAGS } from './syntax/call-grammar.ts';
import { withoutControlTokens } from './syntax/control-tokens.ts';
import { SpanScanner } from './syntax/span-scanner.ts';
import { type CallTokens, taggedCallRegion, taggedResponses } from './syntax/tagged-call.ts';

const TURN_OPEN = '<|turn>';
const TURN_CLOSE = '<turn|>';
const QUOTE = '<|"|>';
/** What the model should never write itself, or ends its turn with: nothing behind it is read. */
const ENDS = ['<|tool_response>', TURN_CLOSE, TURN_OPEN, '<eos>'] as const;

/** Source: the chat template of the model files. */
const THINKING: ThinkingMarks = { marker: '<|think|>\n', open: '<|channel>', close: '<channel|>' };

const TOKENS: CallTokens = {
	open: '<|tool_call>',
	close: '<tool_call|>',
	quote: QUOTE,
	ends: ENDS,
	openResponse: '<|tool_response>',
	closeResponse: '<tool_response|>',
};

/**
 * Gemma 4 (E2B, E4B and larger): `<|tool_call>call:NAME{k:<|"|>v<|"|>}<tool_call|>`, answers in the same model turn,
 * thinking in `<|channel>thought`. Source: the chat template of the model files.
 */
export const gemma4: Dialect = {
	name: 'gemma4',
	speaks: {
		template: (source) => source.includes('<|tool_call>') || source.includes('<|turn>'),
		model: (name) => /gemma-?4/i.test(name),
	},
	stops: [TURN_CLOSE, '<eos>', TOKENS.openResponse],
	turnOpen: TURN_OPEN,
	thinking: THINKING,
	parser: (reading) =>
		new SpanScanner([
			taggedCallRegion(TOKENS, reading),
			{ kind: 'thinking', open: THINKING.open, close: THINKING.close },
			...ENDS.map((open) => ({ kind: 'end', open }) as const),
		]),
	toolResponses: (results, then) => taggedResponses(results, TOKENS) + (then === undefined ? '' : nextUserTurn(then)),
	nextUserTurn,
	callGrammar: (tool) =>
		callGrammar(tool, {
			before: `${TOKENS.open}call:${tool.name}`,
			after: TOKENS.close,
			string: { open: QUOTE, close: QUOTE, character: TEXT_WITHOUT_TAGS },
		}),
};

function nextUserTurn(text: string): string {
	return `${TURN_CLOSE}\n${TURN_OPEN}user\n${withoutControlTokens(text)}${TURN_CLOSE}\n${TURN_OPEN}model\n`;
}
