import { generationPrompt, type TemplateMisfit } from '../dialects/prompt/misfit.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import type { AppPrompt, LintFinding } from './subject.ts';
import { refusalOf } from './template.ts';

const USER = 'Uqz6';

/** What is asked of a template's turns. */
interface AskedTurns {
	readonly app: AppPrompt;
	/** The app with another system text. */
	readonly otherSystem: AppPrompt | undefined;
	/** Markers that may open the model's turn; none: it is not asked. */
	readonly turns: readonly string[];
	/** For which a run would be refused. */
	readonly misfit: TemplateMisfit | undefined;
}

/**
 * What of the first prompt's turns the template leaves out: the system text, the user's words, the opening of the model's;
 * and what of them it writes otherwise than the dialect.
 */
export function unseenTurns(
	{ app, otherSystem, turns, misfit }: AskedTurns,
	tools: readonly ToolDeclaration[],
): readonly LintFinding[] {
	const asked = [{ role: 'user', content: USER }];
	const prompt = app.renderAll(asked, tools);
	const said = prompt.lastIndexOf(USER);
	const turn = turns.find((marker) => prompt.includes(marker));
	const unopened = turn !== undefined && !turns.some((marker) => prompt.includes(marker, said));
	return [
		...(prompt === otherSystem?.renderAll(asked, tools) ? [SYSTEM_UNSEEN] : []),
		...(said === -1 ? [USER_UNSEEN] : unopened ? [modelTurnUnopened(`${turn}model\n`)] : misfitFindings(misfit)),
	];
}

function misfitFindings(misfit: TemplateMisfit | undefined): readonly LintFinding[] {
	if (misfit?.type === 'model-turn-unopened') return [modelTurnUnopened(misfit.opening)];
	return misfit === undefined ? [] : [otherTurns(misfit.difference)];
}

const SYSTEM_UNSEEN: LintFinding = {
	level: 'error',
	code: 'system-unseen',
	message: {
		en: "the model's chat template does not print it, so the model cannot know it",
		ko: '채팅 템플릿이 적지 않아서 모델이 알 수 없습니다',
	},
	where: 'system',
};

const USER_UNSEEN: LintFinding = {
	level: 'error',
	code: 'user-unseen',
	message: {
		en: "does not print the user's words behind a system text, so the model answers something else",
		ko: '시스템 글 뒤에 오는 사용자의 말을 적지 않아서 모델이 엉뚱한 답을 합니다',
	},
	where: 'template',
};

function modelTurnUnopened(opening: string): LintFinding {
	const ending = generationPrompt(opening);
	const message = {
		en: `does not open the model's turn behind the user's words, so the model goes on in the user's: it should end with ${ending}`,
		ko: `사용자의 말 뒤에 모델의 턴을 열지 않아서 모델이 사용자의 말을 이어 씁니다. 템플릿은 ${ending}로 끝나야 합니다`,
	};
	return { level: 'error', code: 'model-turn-unopened', message, where: 'template' };
}

function otherTurns({ en, ko }: { readonly en: string; readonly ko: string }): LintFinding {
	const message = {
		en: `${en}: gemmark would write later turns otherwise than the template, and refuses to`,
		ko: `${ko}. gemmark가 쓸 뒤의 턴이 템플릿과 달라지므로 실행을 거절합니다`,
	};
	return { level: 'error', code: 'other-turns', message, where: 'template' };
}

/** Where the text before a call lands when its turn is rendered again. */
export type PrefixPlace = 'before the call' | 'between call and response' | 'behind the response' | 'nowhere';

const REPLAYED_USER = 'Uqz1';
const PREFIX = 'Pqz2';
const ARGUMENT = 'Cqz3';
const RESPONSE = 'Rqz4';

/** A turn with a call as chat servers are sent it: text and call in one message, the response in the next. */
export const REPLAYED_TURN: readonly object[] = [
	{ role: 'user', content: REPLAYED_USER },
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
