import type { LintFinding } from '../finding.ts';
import { refusalOf } from './template-findings.ts';

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
		const why = refusalOf(error);
		const message = {
			en: `a history with a tool call is refused: ${why}`,
			ko: `도구 호출이 있는 기록을 거부합니다: ${why}`,
		};
		return [finding('warning', 'refused', message)];
	}
	const lost = [
		...(text.includes(ARGUMENT) ? [] : [finding('warning', 'call-lost', CALL_LOST)]),
		...(text.includes(RESPONSE) ? [] : [finding('warning', 'response-lost', RESPONSE_LOST)]),
	];
	const place = placeOf(text);
	const level = place === 'before the call' ? 'note' : 'warning';
	const alone = place === 'before the call' && !text.includes(ARGUMENT);
	return [
		...lost,
		finding(level, 'prefix', {
			en: `the text before a call (path A) lands ${alone ? 'in place, without the call,' : place} when the history is rendered again`,
			ko: `기록을 다시 프롬프트로 만들면 호출 앞의 말(경로 A)은 ${alone ? '호출 없이 제자리에 남습니다' : PLACES_KO[place]}`,
		}),
	];
}

const CALL_LOST = { en: 'a call in the history is not printed', ko: '기록에 있는 호출이 프롬프트에 나오지 않습니다' };
const RESPONSE_LOST = { en: "a tool's response is not printed", ko: '도구의 응답이 프롬프트에 나오지 않습니다' };

const PLACES_KO: Readonly<Record<PrefixPlace, string>> = {
	'before the call': '호출 앞에 놓입니다',
	'between call and response': '호출과 응답 사이에 놓입니다',
	'behind the response': '응답 뒤에 놓입니다',
	nowhere: '사라집니다',
};

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

function finding(level: LintFinding['level'], code: string, message: LintFinding['message']): LintFinding {
	return { level, code: `replay-${code}`, message, where: 'history' };
}
