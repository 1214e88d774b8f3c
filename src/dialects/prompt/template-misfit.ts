import type { Dialect } from '../dialect.ts';
import type { PromptRenderer } from './prompt-renderer.ts';

const ANSWER = 'Bqz5';
const NEXT = 'Cqz6';
const TALK = [
	{ role: 'user', content: 'A' },
	{ role: 'assistant', content: ANSWER },
	{ role: 'user', content: NEXT },
];

/**
 * What of a template's turns the dialect writes otherwise, behind `its chat template's`; undefined where they are the same
 * apart from white space. The first turn is the template's own, every later one the dialect's.
 */
export function templateMisfit(
	renderer: Pick<PromptRenderer, 'renderChat' | 'render'>,
	dialect: Pick<Dialect, 'turnOpen' | 'nextUserTurn'>,
): string | undefined {
	if (!renderer.render({ tools: [], userText: 'A' }).text.includes(dialect.turnOpen)) {
		return `turns do not open with ${dialect.turnOpen}`;
	}
	const talk = rendered(renderer);
	const at = talk?.lastIndexOf(ANSWER) ?? -1;
	if (talk === undefined || at === -1) return undefined;
	const [theirs, ours] = [talk.slice(at + ANSWER.length), dialect.nextUserTurn(NEXT)].map((text) =>
		text.replace(/\s+/gu, ''),
	);
	if (theirs === undefined || ours === undefined || theirs.startsWith(ours)) return undefined;
	return `second turn is ${oneLine(talk.slice(at + ANSWER.length))}, not ${oneLine(dialect.nextUserTurn(NEXT))}`;
}

/** A template that takes no history says nothing of later turns. */
function rendered(renderer: Pick<PromptRenderer, 'renderChat'>): string | undefined {
	try {
		return renderer.renderChat({ messages: TALK, tools: [], thinking: false });
	} catch {
		return undefined;
	}
}

function oneLine(turn: string): string {
	return JSON.stringify(turn.replace(NEXT, '...'));
}
