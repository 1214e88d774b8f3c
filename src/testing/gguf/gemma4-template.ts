import { GEMMA4_CHAT_TEMPLATE, GEMMA4_LARGE_CHAT_TEMPLATE } from '../../dialects/prompt/gemma4-template.ts';

/** Gemma 4's format; with `thinkingOff` it ends in an empty thinking channel, as templates of the larger models do. */
export const gemma4Templates: { readonly plain: string; readonly thinkingOff: string } = {
	plain: GEMMA4_CHAT_TEMPLATE,
	thinkingOff: GEMMA4_LARGE_CHAT_TEMPLATE,
};
