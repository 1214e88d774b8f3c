import { describe, expect, it } from 'vitest';
import { namedCall, openedCall, withoutWrapperTags } from './opened-call.ts';

const TOOLS = ['search_catalog', 'search', 'notes.write'];

describe('a declared tool is called by name', () => {
	it.each([
		'찾아볼게요.\nsearch_catalog: {"category": "sleep"}',
		'{"function": "search_catalog", "category": "sleep"}',
		'{"search_catalog": {"category": "sleep"}}',
		'["search_catalog", {"category": "sleep"}]',
		'{tool: search_catalog, category: sleep}',
		'```xml\n<search_catalog><category>sleep</category></search_catalog>\n```',
		'<search_catalog category="sleep"/>',
		'<tool:search_catalog>sleep</tool:search_catalog>',
		'→ search_catalog {category: sleep}',
		'search_catalog -> {category: sleep}',
		'**search_catalog**\n```json\n{"category": "sleep"}\n```',
		'search_catalog를 다음 인자로 호출: {"category": "sleep"}',
		'`search_catalog(category="sleep")`를 찾아볼게요. search_catalog("sleep")',
		'바로 찾을게요 [search_catalog(category="sleep")] 잠시만요',
		'search_catalog()',
		'search_catalog category="sleep"',
		'[search_catalog category=sleep]',
		'search_catalog --category sleep',
		'notes.write {title: 장보기}',
		'search_catalog{}',
		'search_catalog {',
		'도구 호출: search_catalog',
		'- **Tool:** `search_catalog`',
		'Action: search_catalog[수면, 운동]',
		'✿FUNCTION✿: search_catalog\n✿ARGS✿: {"category": "sleep"}',
		'{“name”: “search_catalog”, “arguments”: {}}',
		'[Calling tool="search_catalog" category="수면"]',
		'[Calling tool: search_catalog]',
		'적어 둘게요. [Calling tool: search_catalog]',
		'[Tool: search_catalog]',
		'[Using search_catalog]',
		'[도구 호출: search_catalog]',
		'【도구를 호출 중: search_catalog】',
		'[search_catalog 호출]',
		'[search_catalog 도구 호출]',
		'[도구 호출 → search_catalog]',
		'(도구 호출: search_catalog)',
		'「도구 호출: search_catalog」',
		'Calling function: search_catalog',
		'도구 실행 중: search_catalog',
	])('in %j', (text) => {
		expect(namedCall(text, TOOLS)).toBeTypeOf('string');
	});

	it.each([
		'search_catalog 도구로 찾을 수 있어요.',
		'search_catalog() 함수로 찾을게요.',
		'search_catalog{category} 꼴로 써요.',
		'search_catalog{} 꼴이나 search_catalog{category: 이름} 꼴로 써요.',
		'Write search_catalog{category, limit}.',
		'search_catalog(카탈로그 검색)를 써 볼게요.',
		'도구는 "search_catalog"와 "notes.write"예요.',
		'예를 들어 "search_catalog(category=\'sleep\')" 라고 쓰면 됩니다.',
		'예를 들어 "call:search_catalog{}" 라고 쓰면 됩니다.',
		'도구 호출: search_catalog 를 쓰면 됩니다.',
		'I will search (again) for it: search [the catalog].',
		'{"title": "search habits"} 라고 적었어요.',
		'research {a}, notes_write {a}',
		'그는 “search_catalog” 라고 {두 번} 말했어요.',
		'Action: search_catalog[수면]을 쓰면 됩니다.',
		'수면 < 운동, 물 {두 잔}',
		'도구는 [search_catalog] 하나입니다.',
		'`[Calling tool: search_catalog]` 라고 쓰지 마세요.',
	])('but not in %j', (text) => {
		expect(namedCall(text, TOOLS)).toBeUndefined();
	});

	it('nowhere where no tool is known', () => {
		expect(namedCall('search_catalog: {"category": "sleep"}', [])).toBeUndefined();
	});
});

it('a quoted token of a call is prose', () => {
	expect(openedCall('모델은 `<|tool_call>` 로 도구를 부릅니다.')).toBeUndefined();
	expect(openedCall('적어 둘게요 <|tool_call>')).toBe('<|tool_call>');
});

describe('a tag around a call that was read', () => {
	const call = { type: 'call', call: { name: 'f', repairs: [] } } as const;
	const read = (...texts: readonly string[]) => {
		const [before = '', after = ''] = texts;
		const pieces = [...before].map((text) => ({ type: 'text' as const, text }));
		return withoutWrapperTags([...pieces, call, { type: 'text', text: after }]);
	};

	it.each([
		['<tool_call>', '</tool_call>'],
		['<function_call>\n', '\n</function_call>'],
		['<tool>', '</tool>'],
		['<tool_call>\n```json\n', '\n```\n</tool_call>'],
		['<|tool_call', ''],
		['<|tool_call>', '<tool_call|>'],
		['[TOOL_CALLS]', ''],
		['', '<|tool_call'],
		['<TOOL_CALL>', '</TOOL_CALL>'],
		['<tool-call >', ''],
		['<tool_call name="f">', '</tool_call>'],
		['<action>', ''],
		['<|tool_call>call:', ''],
		['{"tool_calls": [', ''],
		['```json\n', ''],
	])('%j and %j is a repair, and no words', (open, close) => {
		const events = read(`적을게요.\n${open}`, `${close}`);
		const text = events.map((event) => (event.type === 'text' ? event.text : '|')).join('');
		expect(text.replace(/\s/g, '')).toBe('적을게요.|');
		expect(events.find(({ type }) => type === 'call')).toEqual({
			type: 'call',
			call: { name: 'f', repairs: ['wrapper-tag'] },
		});
	});

	it('is none where words stand between, or another call opens', () => {
		expect(read('<b>적을게요</b> ', ' 됐어요')).toHaveLength(14);
		expect(read('', '\n<tool_call>{"name": "g"')).toHaveLength(2);
	});
});
