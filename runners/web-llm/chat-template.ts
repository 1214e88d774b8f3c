import { GEMMA4_CHAT_TEMPLATE, GEMMA4_LARGE_CHAT_TEMPLATE } from '../../src/index.ts';

/** Gemma, Gemma 2 and Gemma 3 know neither a system turn nor tools: system text leads the first user turn. */
const GEMMA_TURNS = `{{ bos_token }}
{%- set first = messages[0].content | trim + '\\n\\n' if messages[0].role == 'system' else '' -%}
{%- set turns = messages[1:] if messages[0].role == 'system' else messages -%}
{%- for m in turns if m.role == 'user' or m.role == 'assistant' -%}
<start_of_turn>{{ 'model' if m.role == 'assistant' else 'user' }}
{{ first if loop.first }}{{ m.content | trim }}<end_of_turn>
{% endfor -%}
{%- if add_generation_prompt -%}<start_of_turn>model
{% endif -%}`;

/**
 * The template of a model of MLC's list, by its name. MLC's packages hold a conversation format of their own instead,
 * which knows no tools.
 */
export function chatTemplateFor(modelId: string): string {
	if (!/gemma-?4/i.test(modelId)) return GEMMA_TURNS;
	return /(?:26|31)b/i.test(modelId) ? GEMMA4_LARGE_CHAT_TEMPLATE : GEMMA4_CHAT_TEMPLATE;
}
