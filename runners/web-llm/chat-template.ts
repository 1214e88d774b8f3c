/**
 * Chat templates for models that come without one: MLC's packages hold their own conversation format instead, which
 * knows no tools. They write the official formats of their families, from the model cards.
 */

const GEMMA4 = `{%- macro value(v) -%}
{%- if v is string -%}<|"|>{{ v }}<|"|>
{%- elif v is boolean -%}{{ 'true' if v else 'false' }}
{%- elif v is mapping -%}{ {%- for k, x in v | dictsort -%}{{ k }}:{{ value(x) }}{{ ',' if not loop.last }}{%- endfor -%} }
{%- elif v is sequence -%}[{%- for x in v -%}{{ value(x) }}{{ ',' if not loop.last }}{%- endfor -%}]
{%- else -%}{{ v }}
{%- endif -%}
{%- endmacro -%}
{%- macro schema(s) -%}
{ {%- if s.description %}description:{{ value(s.description) }},{% endif -%}
{%- if s.enum %}enum:{{ value(s.enum) }},{% endif -%}
{%- if s.type == 'array' and s['items'] %}items:{{ schema(s['items']) }},{% endif -%}
{%- if s.properties %}properties:{ {%- for k, p in s.properties | dictsort -%}{{ k }}:{{ schema(p) }}{{ ',' if not loop.last }}{%- endfor -%} },{% endif -%}
{%- if s.required %}required:{{ value(s.required) }},{% endif -%}
type:{{ value((s.type or 'string') | upper) }}}
{%- endmacro -%}
{{ bos_token }}
{%- if tools or messages[0].role == 'system' -%}
<|turn>system
{% if messages[0].role == 'system' %}{{ messages[0].content | trim }}{% endif %}
{%- for t in tools or [] -%}
<|tool>declaration:{{ t.function.name }}{description:{{ value(t.function.description) }},parameters:{{ schema(t.function.parameters) }}}<tool|>
{%- endfor -%}
<turn|>
{% endif -%}
{%- for m in messages if m.role == 'user' or m.role == 'assistant' -%}
<|turn>{{ 'model' if m.role == 'assistant' else 'user' }}
{{ m.content | trim }}<turn|>
{% endfor -%}
{%- if add_generation_prompt -%}<|turn>model
{% endif -%}`;

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

/** The template of a model of MLC's list, by its name. */
export function chatTemplateFor(modelId: string): string {
	return /gemma-?4/i.test(modelId) ? GEMMA4 : GEMMA_TURNS;
}
