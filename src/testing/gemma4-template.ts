/**
 * Two small chat templates of our own in Gemma 4's format. Like the published ones they open a system turn for system
 * text and tools, sort keys, and end where the model speaks; `thinkingOff` ends, as those of the larger models do, with
 * an empty thinking channel.
 */
const macros = `{%- macro value(v) -%}
{%- if v is string -%}<|"|>{{ v }}<|"|>
{%- elif v is boolean -%}{{ 'true' if v else 'false' }}
{%- elif v is mapping -%}{ {%- for k, x in v | dictsort -%}{{ k }}:{{ value(x) }}{{ ',' if not loop.last }}{%- endfor -%} }
{%- elif v is sequence -%}[{%- for x in v -%}{{ value(x) }}{{ ',' if not loop.last }}{%- endfor -%}]
{%- else -%}{{ v }}
{%- endif -%}
{%- endmacro -%}
`;

const turns = `{{ bos_token }}
{%- if tools or messages[0].role == 'system' -%}
<|turn>system
{% if messages[0].role == 'system' %}{{ messages[0].content | trim }}{% endif %}
{%- for t in tools or [] -%}
<|tool>declaration:{{ t.function.name }}{description:<|"|>{{ t.function.description }}<|"|>,parameters:{{ value(t.function.parameters) }}}<tool|>
{%- endfor -%}
<turn|>
{% endif -%}
{%- for m in messages if m.role == 'user' or m.role == 'assistant' -%}
<|turn>{{ 'model' if m.role == 'assistant' else 'user' }}
{{ m.content | trim }}<turn|>
{% endfor -%}
{%- if add_generation_prompt -%}<|turn>model
{% endif -%}`;

export const gemma4Templates: { readonly plain: string; readonly thinkingOff: string } = {
	plain: macros + turns,
	thinkingOff: `${macros}${turns}{%- if add_generation_prompt and not enable_thinking %}{{ '<|channel>thought\\n<channel|>' }}{% endif -%}`,
};
