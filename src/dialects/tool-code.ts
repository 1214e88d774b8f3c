import type { ToolDeclaration } from '../model/conversation.ts';
import type { Repair } from '../model/generation.ts';
import type { Dialect, ParsedSpan } from './dialect.ts';
import { answersAsUserTurn, nextUserTurn, TURN_CLOSE, TURN_OPEN, turnEndRegions } from './prompt/gemma3-turns.ts';
import { type PythonicCalls, readPythonicCalls } from './pythonic-call.ts';
import { walkBrackets } from './syntax/bracket-walk.ts';
import { callGrammar, TEXT_IN_QUOTES } from './syntax/call-grammar.ts';
import { refuseRepairs, spansOfCalls } from './syntax/call-list.ts';
import { valueWithoutControlTokens, withoutControlTokens } from './syntax/control-tokens.ts';
import { type JsonCalls, readJsonCalls } from './syntax/json-call.ts';
import { type Match, matchLiteral, matchSteps, type Step } from './syntax/opening.ts';
import { type Region, SpanScanner } from './syntax/span-scanner.ts';

const FENCE = '```tool_code';
const CLOSE = '```';
const CALL: readonly Step[] = ['identifier', 'space', { anyOf: ['('] }];
/** What tells a call from any code or prose: a keyword argument, or none at all. */
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
			region({ opens: (text, at) => matchLiteral(text, at, FENCE), close: CLOSE, reading }),
			region({
				opens: (text, at) => matchSteps(text, at, [...OTHER_FENCES, ...CALL_WITH_KEYWORDS]),
				close: CLOSE,
				repair: 'code-fence',
				reading,
			}),
			region({ opens: atLineStart([{ anyOf: ['['] }, 'space', ...CALL]), reading }),
			region({ opens: atLineStart(CALL_WITH_KEYWORDS), repair: 'code-fence', reading }),
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

interface CodeRegion {
	readonly opens: (text: string, at: number, lineStart: boolean) => Match;
	/** Absent: to the end of the brackets. */
	readonly close?: string;
	readonly repair?: Repair;
	readonly reading: 'strict' | 'lenient';
}

function region(form: CodeRegion): Region {
	return {
		kind: 'call',
		opens: form.opens,
		walk: (opening) => walkBrackets(opening, 'python', form.close),
		read: (raw, closed) => refuseRepairs(readRegion(raw, closed, form), form.reading),
	};
}

function atLineStart(steps: readonly Step[]): CodeRegion['opens'] {
	return (text, at, lineStart) => (lineStart ? matchSteps(text, at, steps) : undefined);
}

function readRegion(raw: string, closed: boolean, { close, repair }: CodeRegion): readonly ParsedSpan[] {
	const begin = close === undefined ? 0 : (/^```[a-z_]*/.exec(raw)?.[0].length ?? 0);
	const end = closed && close !== undefined ? raw.length - close.length : raw.length;
	const body = raw.slice(begin, end);
	const read = readPythonicCalls(body) ?? readJson(body);
	if (read === undefined) return [{ type: 'malformed', reason: closed ? 'bad-arguments' : 'unclosed', raw }];
	const rest = body.slice(read.length);
	const common = new Set([...(repair === undefined ? [] : [repair]), ...read.repairs]);
	if (closed && rest.trim() !== '') common.add('trailing-text');
	if (!closed && close !== undefined) common.add('missing-closer');
	const length = closed ? raw.length : begin + read.length;
	const calls = read.calls.map((call) => {
		const shifted = { ...call, end: begin + call.end };
		return 'reason' in call && !closed ? ({ ...shifted, reason: 'unclosed' } as const) : shifted;
	});
	return [...spansOfCalls(raw.slice(0, length), calls, [...common]), { type: 'text', text: raw.slice(length) }];
}

/** JSON where Python was asked for. */
function readJson(body: string): JsonCalls | PythonicCalls | undefined {
	const lead = body.length - body.trimStart().length;
	const read = readJsonCalls(body.slice(lead));
	return (
		read && {
			calls: read.calls.map((call) => ({ ...call, end: lead + call.end })),
			length: lead + read.length,
			repairs: ['json-arguments', ...read.repairs],
		}
	);
}

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
