import type { PromptRenderer } from './prompt-renderer.ts';

const THOUGHT = 'Tqz8';
const TALK = [
	{ role: 'user', content: 'A' },
	{ role: 'assistant', content: 'B', reasoning: THOUGHT, reasoning_content: THOUGHT },
	{ role: 'user', content: 'C' },
];

/**
 * Whether a template prints what the model thought before the user's last words. Gemma 4's official ones do not. One that
 * takes no such conversation prints none.
 */
export function keepsThoughts(renderer: Pick<PromptRenderer, 'renderChat'>): boolean {
	try {
		return renderer.renderChat({ messages: TALK, tools: [], thinking: true }).includes(THOUGHT);
	} catch {
		return false;
	}
}
