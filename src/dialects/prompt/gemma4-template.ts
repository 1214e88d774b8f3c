/**
 * Gemma 4's turns, tools and thinking in Jinja, written anew to give the same bytes as the templates that Google
 * published on 2026-07-09 (as ollama/ollama 8a0016f of 2026-07-14 keeps them for E2B and 31B). For weights that come
 * without a template; a file that has one is rendered with its own.
 */
export const GEMMA4_CHAT_TEMPLATE: string = chatTemplate('');

/** The same for 26B and 31B, which were taught to see an empty thought before they answer without thinking. */
export const GEMMA4_LARGE_CHAT_TEMPLATE: string = chatTemplate(
	"{{ '<|channel>thought\\n<channel|>' if not enable_thinking }}",
);

function chatTemplate(emptyThought: string): string {
	return `{%- macro text(s) -%}<|"|>{{ s }}<|"|>{%- endmacro -%}

{%- macro listed(strings) -%}[{%- for s in strings -%}{{ text(s) }}{{ ',' if not loop.last }}{%- endfor -%}]{%- endmacro -%}

{%- macro literal(v, quote_keys) -%}
{%- if v is none -%}null
{%- elif v is string -%}{{ text(v) }}
{%- elif v is boolean -%}{{ 'true' if v else 'false' }}
{%- elif v is mapping -%}{{ '{' }}{{ entries(v, quote_keys) }}{{ '}' }}
{%- elif v is sequence -%}[{%- for x in v -%}{{ literal(x, quote_keys) }}{{ ',' if not loop.last }}{%- endfor -%}]
{%- else -%}{{ v }}
{%- endif -%}
{%- endmacro -%}

{%- macro entries(object, quote_keys) -%}
{%- for key, v in object | dictsort -%}
{{ text(key) if quote_keys else key }}:{{ literal(v, quote_keys) }}{{ ',' if not loop.last }}
{%- endfor -%}
{%- endmacro -%}

{%- macro items(inner) -%}
{%- set seen = namespace(any=false) -%}
{%- for key, v in inner | dictsort if v is not none -%}
{{ ',' if seen.any }}{%- set seen.any = true -%}
{{ key }}:
{%- if key == 'properties' -%}{{ '{' }}{{ properties(v, false) if v is mapping }}{{ '}' }}
{%- elif key == 'required' -%}{{ listed(v) }}
{%- elif key != 'type' -%}{{ literal(v, true) }}
{%- elif v is string -%}{{ text(v | upper) }}
{%- else -%}{{ literal(v | map('upper') | list, true) }}
{%- endif -%}
{%- endfor -%}
{%- endmacro -%}

{%- macro schema(s) -%}
{%- set type = s.type | upper -%}
{%- if s.description -%}description:{{ text(s.description) }},{%- endif -%}
{%- if type == 'STRING' and s.enum -%}enum:{{ literal(s.enum, true) }},{%- endif -%}
{%- if type == 'ARRAY' and s['items'] is mapping and s['items'] -%}items:{{ '{' }}{{ items(s['items']) }}{{ '},' }}{%- endif -%}
{%- if s.nullable -%}nullable:true,{%- endif -%}
{%- if type == 'OBJECT' -%}
properties:{{ '{' }}{{ properties(s.properties, false) if s.properties is mapping else properties(s, true) }}{{ '},' }}
{%- if s.required -%}required:{{ listed(s.required) }},{%- endif -%}
{%- endif -%}
type:{{ text(type) }}
{%- endmacro -%}

{#- Of an object without properties, what is no keyword counts as one. -#}
{%- macro properties(object, bare) -%}
{%- set seen = namespace(any=false) -%}
{%- for key, s in object | dictsort if not bare or key not in ['description', 'nullable', 'properties', 'required', 'type'] -%}
{{ ',' if seen.any }}{%- set seen.any = true -%}
{{ key }}:{{ '{' }}{{ schema(s) }}{{ '}' }}
{%- endfor -%}
{%- endmacro -%}

{%- macro declaration(f) -%}
declaration:{{ f.name }}{{ '{' }}description:{{ text(f.description) }}
{%- if f.parameters -%}
,parameters:{{ '{' }}
{%- if f.parameters.properties -%}properties:{{ '{' }}{{ properties(f.parameters.properties, false) }}{{ '},' }}{%- endif -%}
{%- if f.parameters.required -%}required:{{ listed(f.parameters.required) }},{%- endif -%}
{%- if f.parameters.type -%}type:{{ text(f.parameters.type | upper) }}{{ '}' }}{%- endif -%}
{%- endif -%}
{%- if 'response' in f -%}
,response:{{ '{' }}
{%- if f.response.description -%}description:{{ text(f.response.description) }},{%- endif -%}
{%- if f.response.type | upper == 'OBJECT' -%}type:{{ text('OBJECT') }}{{ '}' }}{%- endif -%}
{%- endif -%}
{{ '}' }}
{%- endmacro -%}

{%- macro response(name, v) -%}
<|tool_response>response:{{ name }}{{ '{' }}
{%- if v is mapping -%}{{ entries(v, false) }}{%- else -%}value:{{ literal(v, false) }}{%- endif -%}
{{ '}' }}<tool_response|>
{%- endmacro -%}

{%- macro media(part) -%}
{%- if part.type in ['image', 'image_url'] -%}<|image|>
{%- elif part.type in ['audio', 'input_audio'] -%}<|audio|>
{%- elif part.type == 'video' -%}<|video|>
{%- endif -%}
{%- endmacro -%}

{%- macro answer(name, body) -%}
{%- if body is string or body is mapping or body is not sequence -%}{{ response(name, body) }}
{%- else -%}
{%- set joined = namespace(text='') -%}
{%- for part in body if part.type == 'text' -%}{%- set joined.text = joined.text + (part.text or '') -%}{%- endfor -%}
{{ response(name, joined.text) }}{%- for part in body -%}{{ media(part) }}{%- endfor -%}
{%- endif -%}
{%- endmacro -%}

{%- macro without_thinking(s) -%}
{%- set kept = namespace(text='') -%}
{%- for part in s.split('<channel|>') -%}{%- set kept.text = kept.text + part.split('<|channel>')[0] -%}{%- endfor -%}
{{ kept.text | trim }}
{%- endmacro -%}

{%- macro said(m) -%}
{%- if m.content is string -%}{{ without_thinking(m.content) if m.role == 'assistant' else m.content | trim }}
{%- elif m.content is sequence -%}
{%- for part in m.content -%}
{%- if part.type != 'text' -%}{{ media(part) }}
{%- else -%}{{ without_thinking(part.text) if m.role == 'assistant' else part.text | trim }}
{%- endif -%}
{%- endfor -%}
{%- endif -%}
{%- endmacro -%}

{{- bos_token -}}
{%- set with_system = messages and messages[0].role in ['system', 'developer'] -%}
{%- if enable_thinking or tools or with_system -%}
{{ '<|turn>system\\n' }}{{ '<|think|>\\n' if enable_thinking }}
{%- if with_system and messages[0].content is string -%}{{ messages[0].content | trim }}
{%- elif with_system -%}{%- for part in messages[0].content -%}{{ part.text | trim + ' ' }}{%- endfor -%}
{%- endif -%}
{%- for tool in tools or [] -%}<|tool>{{ declaration(tool.function) | trim }}<tool|>{%- endfor -%}
{{ '<turn|>\\n' }}
{%- endif -%}
{%- set turns = messages[1:] if with_system else messages -%}
{%- set state = namespace(last_user=-1, before='', open='') -%}
{%- for m in turns -%}{%- if m.role == 'user' -%}{%- set state.last_user = loop.index0 -%}{%- endif -%}{%- endfor -%}
{%- for m in turns -%}
{%- if m.role != 'tool' -%}
{%- set at = loop.index0 -%}
{%- set role = 'model' if m.role == 'assistant' else m.role -%}
{%- set calls = m.tool_calls or [] -%}
{%- if role != 'model' or state.before != 'assistant' -%}{{ '<|turn>' + role + '\\n' }}{%- endif -%}
{%- set thought = m.reasoning or m.reasoning_content -%}
{%- if thought and (at > state.last_user or (preserve_thinking and calls)) -%}
{{ '<|channel>thought\\n' + thought + '\\n<channel|>' }}
{%- endif -%}
{%- for call in calls -%}
{%- set given = call.function.arguments -%}
{%- if given is not mapping and given is not none -%}{{ raise_exception('arguments of a call must be an object') }}{%- endif -%}
<|tool_call>call:{{ call.function.name }}{{ '{' }}{{ entries(given, false) if given is mapping }}{{ '}' }}<tool_call|>
{%- endfor -%}
{%- set next = namespace(role='', answers=[]) -%}
{%- for follower in turns[at + 1:] -%}
{%- if next.role -%}
{%- elif follower.role != 'tool' -%}{%- set next.role = follower.role -%}
{%- else -%}{%- set next.answers = next.answers + [follower] -%}
{%- endif -%}
{%- endfor -%}
{%- if m.tool_responses -%}
{%- for r in m.tool_responses -%}{{ response(r.name or 'unknown', r.response) }}{%- endfor -%}
{%- elif calls -%}
{%- for tool in next.answers -%}
{%- set called = namespace(name=tool.name or 'unknown') -%}
{%- for call in calls if call.id == tool.tool_call_id -%}{%- set called.name = call.function.name -%}{%- endfor -%}
{{ answer(called.name, tool.content) }}
{%- endfor -%}
{%- endif -%}
{%- set answered = m.tool_responses or (calls and next.answers) -%}
{%- set content = said(m) -%}
{{ content }}
{%- set state.open = 'response' if answered else 'call' if calls else '' -%}
{%- if state.open == 'call' -%}<|tool_response>
{%- elif role == 'model' and next.role == 'assistant' -%}
{%- elif not answered or content | trim or next.role -%}{{ '<turn|>\\n' }}
{%- endif -%}
{%- set state.before = m.role -%}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
{%- if not state.open -%}{{ '<|turn>model\\n' }}${emptyThought}
{%- elif state.open == 'response' and enable_thinking -%}{{ '<|channel>thought\\n' }}
{%- endif -%}
{%- endif -%}`;
}
