import { GEMMA4_CHAT_TEMPLATE, GEMMA4_LARGE_CHAT_TEMPLATE } from '../../dialects/prompt/gemma4-template.ts';

/** Gemma 4's format; `thinkingOff` ends, as the templates of the larger models do, with an empty thinking channel. */
export const gemma4Templates: { readonly plain: string; readonly thinkingOff: string } = {
	plain: GEMMA4_CHAT_TEMPLATE,
	thinkingOff: GEMMA4_LARGE_CHAT_TEMPLATE,
};
