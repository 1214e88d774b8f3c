import { expect, it } from 'vitest';
import { joinSpans, readChunks, readText } from '../testing/contract/spans.ts';
import { gemma3Json } from './gemma3-json.ts';

// mudler/LocalAI#9334, ollama/ollama#9680.
const CALL = '{"name":"share_note","arguments":{"title":"장보기"}}';
const OTHER = '{"name":"stop_timer","arguments":"{}"}';

it.each([
	[`{"type":"function","function":${CALL}}`, 1],
	[`{"function_call": ${CALL}}`, 1],
	[`{"tool_calls":[{"id":"call_1","type":"function","function":${CALL}}]}`, 1],
	[`{"tool_calls": [{"function": ${CALL}, "id": "a", "type": "function"}]}`, 1],
	[`[{"id":"call_1","type":"function","function":${CALL}},{"type":"function","function":${OTHER}}]`, 2],
	[`\`\`\`json\n{"tool_calls":[{"index":0,"function":${CALL}},{"index":1,"function":${OTHER}}]}\n\`\`\``, 2],
])('%s is read with one repair of its wrappers, and nothing of them is text', (wrote, n) => {
	const text = `적을게요.\n${wrote}`;
	const spans = joinSpans(readText(gemma3Json, 'lenient', text));
	expect(spans.filter(({ type }) => type === 'text')).toEqual([{ type: 'text', text: '적을게요.\n' }]);
	const calls = spans.flatMap((span) => (span.type === 'call' ? [span] : []));
	expect(calls.map(({ name }) => name)).toEqual(['share_note', 'stop_timer'].slice(0, n));
	expect(calls[0]).toMatchObject({ arguments: { title: '장보기' }, repairs: ['wrapper-object'] });
	expect(calls.map(({ raw }) => raw).join('')).toBe(wrote);
	expect(joinSpans(readChunks(gemma3Json, 'lenient', text, [3, 5, 1, 2, 7]))).toEqual(spans);
	expect(joinSpans(readText(gemma3Json, 'strict', text)).some(({ type }) => type === 'call')).toBe(false);
});

it('a wrapper of no call is malformed', () => {
	const spans = readText(gemma3Json, 'lenient', '{"tool_calls":[]} {"type":"function"}');
	expect(spans.flatMap((span) => (span.type === 'malformed' ? [span.reason] : []))).toHaveLength(2);
});
