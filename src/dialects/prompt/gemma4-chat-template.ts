/**
 * Gemma 4's turns and tool declarations as its published templates write them, in Jinja, thinking off. For weights that
 * come without a template; a file that has one is rendered with its own.
 */
export const GEMMA4_CHAT_TEMPLATE: string = `{%- macro value(v) -%}
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
