import type { ToolDeclaration } from '../model/conversation.ts';
import type { Dialect } from './dialect.ts';
import { jsonCallGrammar } from './gemma3-json.ts';
import { jsonRegion } from './syntax/json-call.ts';
import { valueWithoutControlTokens, withoutControlTokens } from './syntax/region.ts';
import { SpanScanner } from './syntax/scanner.ts';
import { answersAsUserTurn, nextUserTurn, TURN_CLOSE, TURN_OPEN, turnEndRegions } from './syntax/turns.ts';

/** Characters of a call after which flutter_gemma gives up and shows it as text. */
export const FLUTTER_GEMMA_BUFFER = 1024;

/**
 * Gemma 3 and 3n as the Flutter plugin flutter_gemma prompts and reads them: bare JSON is asked for; fences and
 * `<tool_code>` are read too, which is a deviation from its prompt. The declaration asks for the same format in the same
 * order as the plugin's, in our words, and leaves open what is said before a call: the verdict counts that. Source: its `chat.dart` and `json_function_call_format.dart`, August 2026.
 */
export const flutterGemma: Dialect = {
	name: 'flutter-gemma',
	stops: [TURN_CLOSE],
	turnOpen: TURN_OPEN,
	parser: (reading) => {
		const form = { reading, maxLength: FLUTTER_GEMMA_BUFFER } as const;
		const fences = ['```json', '```tool_code', '```'];
		return new SpanScanner([
			jsonRegion({ ...form, block: { opens: fences, close: '```' }, repair: 'code-fence' }),
			jsonRegion({ ...form, block: { opens: ['<tool_code>'], close: '</tool_code>' }, repair: 'code-fence' }),
			jsonRegion(form),
			...turnEndRegions,
		]);
	},
	toolResponses: (results, then) =>
		answersAsUserTurn(
			results,
			({ name, json }) => `<tool_response>\nTool Name: ${name}\nTool Response:\n${json}\n</tool_response>`,
			then,
		),
	nextUserTurn,
	declareTools,
	callGrammar: (tool) => jsonCallGrammar(tool),
};

function declareTools(tools: readonly ToolDeclaration[]): string {
	const declared = tools.map(({ name, description, parameters }) =>
		withoutControlTokens(
			`${name}: ${description} Parameters: ${JSON.stringify(valueWithoutControlTokens(parameters))}`,
		),
	);
	return [
		'Functions are at your disposal. Call one only when the user clearly asks for an action; in ordinary talk, for ' +
			'greetings and questions, answer normally without a call.',
		'A call is this JSON: {"name": function_name, "parameters": {argument: value}}',
		'When the function has run you get its response; then tell the user helpfully what was done.',
		'<tool_code>',
		...declared,
		'</tool_code>',
	].join('\n');
}
