import { type Message, message } from '../../base/message.ts';
import type { Dialect } from '../dialect.ts';
import type { PromptRenderer } from './renderer.ts';

const ANSWER = 'Bqz5';
const NEXT = 'Cqz6';
const TALK = [
	{ role: 'user', content: 'A' },
	{ role: 'assistant', content: ANSWER },
	{ role: 'user', content: NEXT },
];

/** How a template's turns are not the dialect's. */
export type TemplateMisfit =
	/** The same, but nothing opens the model's turn after the user's: `opening` should. */
	| { readonly type: 'model-turn-unopened'; readonly opening: string }
	/** Completes `its chat template's`. */
	| { readonly type: 'other-turns'; readonly difference: Message };

/**
 * Undefined where the turns are the same apart from white space. The first one is the template's own, every later one the
 * dialect's.
 */
export function templateMisfit(renderer: PromptRenderer, dialect: Dialect): TemplateMisfit | undefined {
	const { text, afterUser } = renderer.render({ tools: [], userText: 'A' });
	if (!text.includes(dialect.turnOpen)) {
		return { type: 'other-turns', difference: message('lint.turn-opening', { opening: dialect.turnOpen }) };
	}
	const next = dialect.nextUserTurn(NEXT);
	const [theirs, ours] = [withoutSpace(afterUser), withoutSpace(next.slice(next.lastIndexOf(NEXT) + NEXT.length))];
	if (theirs !== ours && ours.startsWith(theirs)) {
		return { type: 'model-turn-unopened', opening: next.slice(next.lastIndexOf(dialect.turnOpen)) };
	}
	const talk = rendered(renderer);
	const at = talk?.lastIndexOf(ANSWER) ?? -1;
	if (talk === undefined || at === -1) return undefined;
	const second = talk.slice(at + ANSWER.length);
	if (withoutSpace(second).startsWith(withoutSpace(next))) return undefined;
	const turns = { theirs: oneLine(second), ours: oneLine(next) };
	return { type: 'other-turns', difference: message('lint.turn-second', turns) };
}

/** What a template that does not open the model's turn should end with. */
export function generationPrompt(opening: string): string {
	return `{% if add_generation_prompt %}{{ ${JSON.stringify(opening)} }}{% endif %}`;
}

function withoutSpace(text: string): string {
	return text.replace(/\s+/gu, '');
}

/** A template that takes no history says nothing of later turns. */
function rendered(renderer: PromptRenderer): string | undefined {
	try {
		return renderer.renderChat({ messages: TALK, tools: [], thinking: false });
	} catch {
		return undefined;
	}
}

function oneLine(turn: string): string {
	return JSON.stringify(turn.replace(NEXT, '...'));
}
