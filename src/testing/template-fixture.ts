/**
 * Chat templates for tests, each with a habit of a real one: `olderGemma4` drops parameters named like keywords, as
 * Gemma 4's did before 2026-04-29, and prints text after the response when it replays a call; `functionGemma` has
 * FunctionGemma's tokens, `zephyr` another family's turns.
 */
export const TEMPLATES: Readonly<Record<'olderGemma4' | 'functionGemma' | 'zephyr', string>> = {
	olderGemma4: `{%- set skipped = ['type', 'description', 'properties', 'required', 'nullable'] -%}
{{ bos_token }}{%- set rest = messages -%}
{%- if enable_thinking or tools or messages[0].role == 'system' -%}<|turn>system
{% if enable_thinking %}<|think|>
{% endif %}{%- if messages[0].role == 'system' -%}{{ messages[0].content }}{%- set rest = messages[1:] -%}{%- endif -%}
{%- for tool in tools or [] -%}{%- set f = tool.function -%}<|tool>declaration:{{ f.name }}{description:<|"|>{{ f.description }}<|"|>,parameters:{properties:{
{%- for name, p in f.parameters.properties | dictsort if name not in skipped -%}{{ name }}:{description:<|"|>{{ p.description }}<|"|>{% if p.enum %},enum:{{ p.enum }}{% endif %},type:<|"|>{{ p.type | upper }}<|"|>},{%- endfor -%}
},required:{{ f.parameters.required or [] }}}}<tool|>{%- endfor -%}<turn|>
{% endif -%}
{%- for m in rest -%}
{%- if m.role == 'tool' -%}<|tool_response>response:{{ m.name }}{value:<|"|>{{ m.content }}<|"|>}<tool_response|>{{ rest[loop.index0 - 1].content }}<turn|>
{% elif m.tool_calls -%}<|turn>model
{% for c in m.tool_calls %}<|tool_call>call:{{ c.function.name }}{{ c.function.arguments }}<tool_call|>{% endfor %}
{%- else -%}<|turn>{{ 'model' if m.role == 'assistant' else m.role }}
{{ m.content }}<turn|>
{% endif -%}
{%- endfor -%}<|turn>model
`,
	functionGemma: `{{ bos_token }}{%- set rest = messages -%}
{%- if tools or messages[0].role == 'system' -%}<start_of_turn>developer
{% if messages[0].role == 'system' %}{{ messages[0].content }}{% set rest = messages[1:] %}{% endif %}
{%- for tool in tools or [] -%}{%- set f = tool.function -%}<start_function_declaration>declaration:{{ f.name }}{description:<escape>{{ f.description }}<escape>,parameters:{{ f.parameters | tojson }}}<end_function_declaration>{%- endfor -%}<end_of_turn>
{% endif -%}
{%- for m in rest -%}<start_of_turn>{{ 'model' if m.role == 'assistant' else m.role }}
{{ m.content }}{% for c in m.tool_calls or [] %}<start_function_call>call:{{ c.function.name }}{{ c.function.arguments | tojson }}<end_function_call>{% endfor %}<end_of_turn>
{% endfor -%}<start_of_turn>model
`,
	zephyr: `{% for m in messages %}<|{{ m.role }}|>
{{ m.content }}</s>
{% endfor %}<|assistant|>
`,
};
