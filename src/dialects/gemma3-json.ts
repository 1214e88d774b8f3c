import type { ToolDeclaration } from '../model/conversation.ts';
import type { Dialect } from './dialect.ts';
import { callGrammar, TEXT_IN_QUOTES } from './syntax/grammar.ts';
import { jsonRegion } from './syntax/json-call.ts';
import { valueWithoutControlTokens } from './syntax/region.ts';
import { SpanScanner } from './syntax/scanner.ts';
import { answersAsUserTurn, nextUserTurn, TURN_CLOSE, TURN_OPEN, turnEndRegions } from './syntax/turns.ts';

/**
 * Gemma 3 and 3n as Google's documentation prompts them: `{"name": ..., "parameters": {...}}`, bare or in a json fence,
 * or a list of them. There are no tool tokens, so the prompt declares the tools and answers come as user turns.
 */
export const gemma3Json: Dialect = {
	name: 'gemma3-json',
	stops: [TURN_CLOSE],
	turnOpen: TURN_OPEN,
	parser: (reading) =>
		new SpanScanner([
			jsonRegion({ block: { opens: ['```json'], close: '```' }, reading }),
			jsonRegion({
				block: { opens: ['```tool_code', '```tool_call', '```'], close: '```' },
				repair: 'code-fence',
				reading,
			}),
			jsonRegion({ reading }),
			...turnEndRegions,
		]),
	toolResponses: (results, then) =>
		answersAsUserTurn(results, ({ name, json }) => `{"name": ${JSON.stringify(name)}, "response": ${json}}`, then),
	nextUserTurn,
	declareTools,
	callGrammar: (tool) => jsonCallGrammar(tool),
};

/** GBNF for `{"name": "f", "parameters": {...}}` with the spaces models were shown. */
export function jsonCallGrammar(tool: ToolDeclaration): string {
	return callGrammar(tool, {
		before: `{"name": "${tool.name}", "parameters": `,
		after: '}',
		string: { open: '"', close: '"', character: TEXT_IN_QUOTES },
		key: (name) => JSON.stringify(name),
		colon: ': ',
		comma: ', ',
	});
}

function declareTools(tools: readonly ToolDeclaration[]): string {
	const declared = tools.map(({ name, description, parameters }) =>
		JSON.stringify(valueWithoutControlTokens({ name, description, parameters })),
	);
	return [
		'You can call functions. To call one, write this JSON, on a line of its own:',
		'{"name": function name, "parameters": {argument name: value}}',
		'To call several, write a list of such objects. Without a call, answer in plain text.',
		'',
		`[${declared.join(',\n')}]`,
	].join('\n');
}
