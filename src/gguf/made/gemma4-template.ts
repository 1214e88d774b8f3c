import { GEMMA4_CHAT_TEMPLATE } from '../../dialects/prompt/gemma4-chat-template.ts';

/** Gemma 4's format; `thinkingOff` ends, as the templates of the larger models do, with an empty thinking channel. */
export const gemma4Templates: { readonly plain: string; readonly thinkingOff: string } = {
	plain: GEMMA4_CHAT_TEMPLATE,
	thinkingOff: `${GEMMA4_CHAT_TEMPLATE}{%- if add_generation_prompt and not enable_thinking %}{{ '<|channel>thought\\n<channel|>' }}{% endif -%}`,
};
