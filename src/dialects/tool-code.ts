import type { ToolDeclaration } from '../model/conversation.ts';
import type { Dialect } from './dialect.ts';
import { callGrammar, TEXT_IN_QUOTES } from './syntax/grammar.ts';
import { atLineStart, codeRegion } from './syntax/python-call.ts';
import {
	matchLiteral,
	matchSteps,
	type Step,
	valueWithoutControlTokens,
	withoutControlTokens,
} from './syntax/region.ts';
import { SpanScanner } from './syntax/scanner.ts';
import { answersAsUserTurn, nextUserTurn, TURN_CLOSE, TURN_OPEN, turnEndRegions } from './syntax/turns.ts';

const FENCE = '```tool_code';
const CLOSE = '```';
const FENCE_LINE = /^```[a-z_]*/;
const CALL: readonly Step[] = ['identifier', 'space', { anyOf: ['('] }];
/** What distinguishes a call from any code or prose: a keyword argument, or none at all. */
const CALL_WITH_KEYWORDS: readonly Step[] = [...CALL, 'space', 'identifier', 'space', { anyOf: ['='] }];
const OTHER_FENCES: readonly Step[] = [{ anyOf: ['```python', '```py', '```'] }, 'space'];

/**
 * Gemma 3 and 3n prompted for Python: a `tool_code` fence with `f(k="v")`, or `[f(a=1), g()]` on a line of its own.
 * There are no tool tokens, so the prompt declares the tools and answers come as user turns.
 */
export const toolCode: Dialect = {
	name: 'tool-code',
	stops: [TURN_CLOSE, '```tool_output'],
	turnOpen: TURN_OPEN,
	parser: (reading) =>
		new SpanScanner([
			codeRegion({ opens: (text, at) => matchLiteral(text, at, FENCE), lead: FENCE_LINE, close: CLOSE, reading }),
			codeRegion({
				opens: (text, at) => matchSteps(text, at, [...OTHER_FENCES, ...CALL_WITH_KEYWORDS]),
				lead: FENCE_LINE,
				close: CLOSE,
				repair: 'code-fence',
				reading,
			}),
			codeRegion({ opens: atLineStart([{ anyOf: ['['] }, 'space', ...CALL]), reading }),
			codeRegion({ opens: atLineStart(CALL_WITH_KEYWORDS), repair: 'code-fence', reading }),
			...turnEndRegions,
		]),
	toolResponses: (results, then) =>
		answersAsUserTurn(results, ({ json }) => `\`\`\`tool_output\n${json}\n\`\`\``, then),
	nextUserTurn,
	declareTools,
	callGrammar: (tool) =>
		callGrammar(tool, {
			before: `${FENCE}\n${tool.name}`,
			after: `\n${CLOSE}`,
			string: { open: '"', close: '"', character: TEXT_IN_QUOTES },
			key: (name) => JSON.stringify(name),
			colon: ': ',
			comma: ', ',
			outer: { open: '(', close: ')', key: (name) => name, colon: '=' },
			words: { true: 'True', false: 'False', null: 'None' },
		}),
};

function declareTools(tools: readonly ToolDeclaration[]): string {
	const declared = tools.map(({ name, description, parameters }) =>
		withoutControlTokens(`${name}: ${description} ${JSON.stringify(valueWithoutControlTokens(parameters))}`),
	);
	return [
		'You can call these functions, with keyword arguments only:',
		...declared,
		'To call one, write Python between ```tool_code and ```, for example:',
		'```tool_code',
		'function_name(argument="value")',
		'```',
		'Its result comes back between ```tool_output and ```. Without a call, answer in plain text.',
	].join('\n');
}
