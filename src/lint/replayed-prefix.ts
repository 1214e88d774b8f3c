import type { LintFinding } from './finding.ts';

/** Where the text before a call lands when its turn is rendered again. */
export type PrefixPlace = 'before the call' | 'between call and response' | 'behind the response' | 'nowhere';

const USER = 'Uqz1';
const PREFIX = 'Pqz2';
const ARGUMENT = 'Cqz3';
const RESPONSE = 'Rqz4';

/** A turn with a call as chat servers are sent it: text and call in one message, the response in the next. */
export const REPLAYED_TURN: readonly object[] = [
	{ role: 'user', content: USER },
	{
		role: 'assistant',
		content: PREFIX,
		tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'look_up', arguments: { text: ARGUMENT } } }],
	},
	{ role: 'tool', tool_call_id: 'call_0', name: 'look_up', content: RESPONSE },
	{ role: 'user', content: 'Vqz5' },
];

/**
 * What becomes of path A's prefix where an app, or its server, renders the history again for the next turn. `render`
 * throws where the template refuses the messages.
 */
export function replayedPrefix(render: (messages: readonly object[]) => string): readonly LintFinding[] {
	let text: string;
	try {
		text = render(REPLAYED_TURN);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return [finding('warning', 'refused', `a history with a tool call is refused: ${why}`)];
	}
	const lost = [
		...(text.includes(ARGUMENT) ? [] : [finding('warning', 'call-lost', 'a call in the history is not printed')]),
		...(text.includes(RESPONSE) ? [] : [finding('warning', 'response-lost', "a tool's response is not printed")]),
	];
	const place = placeOf(text);
	const level = place === 'before the call' ? 'note' : 'warning';
	return [
		...lost,
		finding(level, 'prefix', `the text before a call (path A) lands ${place} when the history is rendered again`),
	];
}

function placeOf(text: string): PrefixPlace {
	const [prefix, call, response] = [PREFIX, ARGUMENT, RESPONSE].map((sentinel) => text.indexOf(sentinel)) as [
		number,
		number,
		number,
	];
	if (prefix === -1) return 'nowhere';
	if (response !== -1 && prefix > response) return 'behind the response';
	return call !== -1 && prefix > call ? 'between call and response' : 'before the call';
}

function finding(level: LintFinding['level'], code: string, message: string): LintFinding {
	return { level, code: `replay-${code}`, message, where: 'history' };
}
