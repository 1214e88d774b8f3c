import type { Dialect, ThinkingMarks } from './dialect.ts';
import { bareCallRegion } from './syntax/bare-call.ts';
import { callGrammar, TEXT_WITHOUT_TAGS } from './syntax/grammar.ts';
import { atLineStart, codeRegion } from './syntax/python-call.ts';
import { matchLiteral, type Region, type Step, withoutControlTokens } from './syntax/region.ts';
import { SpanScanner } from './syntax/scanner.ts';
import { type CallTokens, endsCall, taggedCall, taggedCallRegion, taggedResponses } from './syntax/tagged-call.ts';

const TURN_OPEN = '<|turn>';
const TURN_CLOSE = '<turn|>';
const QUOTE = '<|"|>';
/** The role and line end of the model's own turn. */
const MODEL_TURN = 'model\n';
/** What the model should never write itself, or ends its turn with: nothing after it is read. */
const ENDS = ['<|tool_response>', TURN_CLOSE, TURN_OPEN, '<eos>'] as const;

const CHANNEL_CLOSE = '<channel|>';

/** Source: the chat template of the model files. */
const THINKING: ThinkingMarks = { marker: '<|think|>\n', open: '<|channel>', close: CHANNEL_CLOSE };

const TOKENS: CallTokens = {
	open: '<|tool_call>',
	close: '<tool_call|>',
	quote: QUOTE,
	ends: ENDS,
	openResponse: '<|tool_response>',
	closeResponse: '<tool_response|>',
};

/** Mean nothing outside of what they close or quote. */
const STRAY = [
	TOKENS.close,
	CHANNEL_CLOSE,
	TOKENS.closeResponse,
	QUOTE,
	'<|tool>',
	'<tool|>',
	'<|think|>',
	'<bos>',
	'<pad>',
];

const CODE: readonly Step[] = ['identifier', 'space', { anyOf: ['('] }];
const TOOL_CODE: readonly Step[] = [{ anyOf: ['tool_code'] }, 'space'];
const IN_TEXT = {
	repair: 'tool-code',
	reading: 'lenient',
	notInThinking: true,
	endsTurn: (text: string, at: number) => endsCall(text, at, TOKENS),
} as const;
/** Python as Gemma 3 was taught to call, which the smallest models fall back to: in a fence, or after `tool_code =`. */
const TOOL_CODE_REGIONS: readonly Region[] = [
	codeRegion({
		...IN_TEXT,
		opens: (text, at) => matchLiteral(text, at, '```tool_code'),
		lead: /^```[a-z_]*/,
		close: '```',
	}),
	...[
		[...TOOL_CODE, ...CODE],
		[...TOOL_CODE, { anyOf: ['='] }, 'space', ...CODE],
		[...TOOL_CODE, { anyOf: ['='] }, 'space', { anyOf: ['['] }, 'space', ...CODE],
	].map((steps) => codeRegion({ ...IN_TEXT, opens: atLineStart(steps as readonly Step[]), lead: /^tool_code\s*=?/ })),
];

/** What follows an assignment to `tool_code`. */
const PRINTED: Region = { kind: 'stray', open: 'print(tool_code)' };

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
			{
				kind: 'thinking',
				open: THINKING.open,
				close: THINKING.close,
				names: ['thought', 'response'],
				spoken: reading === 'lenient' ? ['response'] : [],
			},
			...(reading === 'lenient' ? [bareCallRegion(TOKENS), ...TOOL_CODE_REGIONS, PRINTED] : []),
			...STRAY.map((open) => ({ kind: 'stray', open }) as const),
			...ENDS.map((open) => ({ kind: 'end', open, goesOn: open === TURN_OPEN ? MODEL_TURN : undefined }) as const),
		]),
	toolResponses: (results, then) => taggedResponses(results, TOKENS) + (then === undefined ? '' : nextUserTurn(then)),
	nextUserTurn,
	writeCall: (name, args) => taggedCall(name, args, TOKENS),
	callGrammar: (tool) =>
		callGrammar(tool, {
			before: `${TOKENS.open}call:${tool.name}`,
			after: TOKENS.close,
			string: { open: QUOTE, close: QUOTE, character: TEXT_WITHOUT_TAGS },
		}),
};

function nextUserTurn(text: string): string {
	return `${TURN_CLOSE}\n${TURN_OPEN}user\n${withoutControlTokens(text).trim()}${TURN_CLOSE}\n${TURN_OPEN}model\n`;
}
