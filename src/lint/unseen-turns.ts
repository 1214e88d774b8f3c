import { generationPrompt, type TemplateMisfit } from '../dialects/prompt/misfit.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import { type AppPrompt, finding, type LintFinding } from './subject.ts';
import { refusalOf } from './template.ts';

const USER = 'Uqz6';

interface CheckedTurns {
	readonly app: AppPrompt;
	/** The app with another system prompt. */
	readonly otherSystem: AppPrompt | undefined;
	/** Markers that may open the model's turn; none: not checked. */
	readonly turns: readonly string[];
	/** For which a run would be refused. */
	readonly misfit: TemplateMisfit | undefined;
}

/**
 * Turns of the first prompt that the template drops: the system prompt, the user's message, the opening of the model's
 * turn; and turns that differ from the dialect's.
 */
export function unseenTurns(
	{ app, otherSystem, turns, misfit }: CheckedTurns,
	tools: readonly ToolDeclaration[],
): readonly LintFinding[] {
	const messages = [{ role: 'user', content: USER }];
	const prompt = app.renderAll(messages, tools);
	const at = prompt.lastIndexOf(USER);
	const turn = turns.find((marker) => prompt.includes(marker));
	const unopened = turn !== undefined && !turns.some((marker) => prompt.includes(marker, at));
	return [
		...(prompt === otherSystem?.renderAll(messages, tools)
			? [finding('error', 'lint.system-unseen', 'system', {})]
			: []),
		...(at === -1
			? [finding('error', 'lint.user-unseen', 'template', {})]
			: unopened
				? [modelTurnUnopened(`${turn}model\n`)]
				: misfitFindings(misfit)),
	];
}

function misfitFindings(misfit: TemplateMisfit | undefined): readonly LintFinding[] {
	if (misfit?.type === 'model-turn-unopened') return [modelTurnUnopened(misfit.opening)];
	if (misfit === undefined) return [];
	return [finding('error', 'lint.other-turns', 'template', { difference: misfit.difference })];
}

function modelTurnUnopened(opening: string): LintFinding {
	return finding('error', 'lint.model-turn-unopened', 'template', { ending: generationPrompt(opening) });
}

/** Where the text before a call lands when its turn is rendered again. */
export type PrefixPlace = 'before the call' | 'between call and response' | 'behind the response' | 'nowhere';

const REPLAYED_USER = 'Uqz1';
const PREFIX = 'Pqz2';
const ARGUMENT = 'Cqz3';
const RESPONSE = 'Rqz4';

/** A turn with a call as chat servers get it: text and call in one message, the response in the next. */
const REPLAYED_TURN: readonly object[] = [
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
 * Where path A's prefix lands when an app, or its server, renders the history again for the next turn. `render` throws if
 * the template refuses the messages.
 */
export function replayedPrefix(render: (messages: readonly object[]) => string): readonly LintFinding[] {
	let text: string;
	try {
		text = render(REPLAYED_TURN);
	} catch (error) {
		return [finding('warning', 'lint.replay-refused', 'history', { why: refusalOf(error) })];
	}
	const called = text.includes(ARGUMENT);
	return [
		...(called ? [] : [finding('warning', 'lint.replay-call-lost', 'history', {})]),
		...(text.includes(RESPONSE) ? [] : [finding('warning', 'lint.replay-response-lost', 'history', {})]),
		placed(placeOf(text), called),
	];
}

function placed(place: PrefixPlace, called: boolean): LintFinding {
	if (place === 'before the call') {
		return finding('note', called ? 'lint.replay-prefix' : 'lint.replay-prefix.alone', 'history', {});
	}
	return finding('warning', MOVED[place], 'history', {});
}

const MOVED = {
	'between call and response': 'lint.replay-prefix.between',
	'behind the response': 'lint.replay-prefix.after',
	nowhere: 'lint.replay-prefix.nowhere',
} as const;

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
