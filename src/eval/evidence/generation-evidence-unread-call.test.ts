import { describe, expect, it } from 'vitest';
import { callFixture } from '../../testing/transcript-fixture.ts';
import type { LoggedEvent, LoggedGeneration } from '../sample.ts';
import { holdsUnreadCall, showsCall } from './generation-evidence.ts';

const generation = (...events: readonly LoggedEvent[]): LoggedGeneration => ({
	pieces: [],
	tokens: [5, 6],
	events,
	finish: { unified: 'stop', raw: 'stop' },
	usage: {},
});
const text = (words: string): LoggedEvent => ({ type: 'text', text: words });

describe('an answer contains an unparsed call', () => {
	it.each([
		'<|tool_call>call:search_catalog{category:<|"|>sleep<|"|>}<tool_call|>',
		'찾아볼게요.<tool_call>\n{"name":"f","arguments":{}}</tool_call>',
		'<start_function_call>call:f{}<end_function_call>',
		'<|python_tag|>{"name":"f","parameters":{}}<|eom_id|>',
		'[TOOL_CALLS][{"name":"f","arguments":{}}]',
		'<｜tool▁calls▁begin｜>',
		'<|tool_calls_section_begin|>',
		'<function=f><parameter=a>1</parameter></function>',
		'<|channel|>commentary to=functions.f<|message|>{}',
		'```tool_code\nsearch_catalog(category="sleep")\n```',
		'tool_code\nprint(f(a=1))',
		'search_catalog(category="sleep")',
		'찾아볼게요.\n[list_habits()]',
		'```json\n{"name": "search_catalog", "parameters": {"category": "sleep"}}\n```',
		'{"arguments": {"a": 1}, "name": "f"}',
		'{"name": "list_habits"}',
		'{"tool_calls": [{"function": {"name": "f"}}]}',
		'Action: search\nAction Input: {"a": 1}',
	])('that opens as %j', (words) => {
		expect(holdsUnreadCall(generation(text(words)))).toBe(true);
	});

	it.each([
		'무엇을 찾을까요?',
		'도구 호출 없이 답할게요: 물 두 잔(아침, 저녁)이에요.',
		'search_catalog 도구로 찾을 수 있어요.',
		'f(x) = x + 1 이에요.',
		'{"name": "지수", "age": 3} 형태로 적으세요.',
		'Call me (now).',
		'recall:me{',
	])('but not in the plain words %j', (words) => {
		expect(holdsUnreadCall(generation(text(words)))).toBe(false);
	});

	it.each<[boolean, string, Partial<LoggedGeneration>]>([
		[true, '찾아볼게요 <|tool_call', {}],
		[true, '찾아볼게요 <start_fun\n', { finish: { unified: 'unknown', raw: 'captured' } }],
		[false, '찾아볼게요 <|tool_call', { finish: { unified: 'length', raw: 'length' } }],
		[false, '찾아볼게요 <|tool_call', { tokens: [5] }],
		[false, '찾아볼게요 <3', {}],
	])('(%s) whose marker is half in %j of an engine without token ids, with %j', (leaks, words, changes) => {
		expect(holdsUnreadCall({ ...generation(text(words)), tokens: [], ...changes })).toBe(leaks);
	});

	it('that follows a marker which ends the reading', () => {
		const pieces = ['<|turn>assistant\n', '<|tool_call>call:f{}<tool_call|>'];
		expect(holdsUnreadCall({ ...generation(), pieces })).toBe(true);
		expect(holdsUnreadCall({ ...generation(text('네.')), pieces: ['네.<turn|>', ...pieces] })).toBe(false);
	});

	it.each<[string, boolean, readonly LoggedEvent[], Partial<LoggedGeneration>]>([
		['is the end of a silent answer', true, [text('\n')], {}],
		['a device has in its pieces', true, [], { pieces: ['불러야 한다.'] }],
		['is followed by an answer', false, [text('네, 찾았어요.')], {}],
		['is followed by a call', false, [callFixture('search_catalog')], {}],
		['was cut, which is said', false, [], { finish: { unified: 'length', raw: 'length' } }],
		['was read by gemmark', false, [], { tokens: [5] }],
	])('in a thought that %s: %j', (_, holds, after, changes) => {
		const said = '불러야 한다. {"name":"search_catalog","arguments":{"category":"sleep"}}';
		const { tokens: __, ...tokenless } = generation({ type: 'thinking', text: said }, ...after);
		expect(holdsUnreadCall({ ...tokenless, ...changes })).toBe(holds);
		expect(showsCall({ ...tokenless, ...changes })).toBe(holds);
	});

	it('next to a parsed call, of an engine without token ids', () => {
		const { tokens: _, ...tokenless } = generation(callFixture('f'), text('→ list_habits {}'));
		expect(holdsUnreadCall(tokenless, ['list_habits'])).toBe(true);
		expect(holdsUnreadCall(tokenless)).toBe(false);
		expect(holdsUnreadCall({ ...tokenless, tokens: [5] }, ['list_habits'])).toBe(false);
	});

	it('but not where a call or a malformed one was read, nor where it is only thought of', () => {
		const raw = '<tool_call>{"name":"f","arguments":{}}</tool_call>';
		expect(holdsUnreadCall(generation(text(raw), callFixture('f')))).toBe(false);
		expect(holdsUnreadCall(generation(text(raw), { type: 'malformed', reason: 'unclosed', raw }))).toBe(false);
		expect(holdsUnreadCall(generation({ type: 'thinking', text: '{"name":"f","arguments":{}}' }))).toBe(false);
		expect(holdsUnreadCall(generation({ type: 'thinking', text: raw }))).toBe(true);
	});
});
