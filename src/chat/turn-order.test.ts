import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../model/generation.ts';
import type { ChatMessage } from './turn-loop.ts';
import { checkTurnOrder, type TurnOrderRule } from './turn-order.ts';

const user: ChatMessage = { role: 'user', text: '안녕' };
const model: ChatMessage = { role: 'model', text: '네' };
const system: ChatMessage = { role: 'system', text: '지난 대화를 정리할까요?' };
const reflection: ChatMessage = { role: 'reflection', text: '🤔' };
const malformed: ChatMessage = { role: 'malformed-call', reason: 'unclosed', raw: '<|tool_call>' };
const a = call('call-0');
const b = call('call-1');
const c = call('call-2');

describe('checkTurnOrder', () => {
	it.each<[string, readonly ChatMessage[]]>([
		['nothing at all', []],
		['an answer', [user, model]],
		['a call right after a user turn', [user, a, model]],
		['a call right after a function response', [user, a, b, c, model]],
		['a prefix of the same model turn', [user, model, a, model, b, model]],
		['the hint of the app between turns', [user, model, system, user, a, model]],
		['a reflection', [user, a, b, reflection, c, model]],
		['a user turn after a failed one', [user, user, a, user, model]],
		['a malformed call that ends its turn', [user, model, malformed, user, model]],
		[
			'a malformed call before and after a call of its generation',
			[user, malformed, a, malformed, b, malformed, model],
		],
	])('order of turns: %s is in order', (_, messages) => {
		expect(checkTurnOrder(messages)).toEqual([]);
	});

	it.each<[string, readonly ChatMessage[], number, TurnOrderRule]>([
		['a call before any user turn', [a], 0, 'call-out-of-turn'],
		['a call after only a system message', [system, a], 1, 'call-out-of-turn'],
		['a malformed call before any user turn', [malformed], 0, 'call-out-of-turn'],
		['two answers', [user, model, model], 2, 'model-out-of-turn'],
		['an answer before any user turn', [model], 0, 'model-out-of-turn'],
		['an answer after a malformed call', [user, malformed, model], 2, 'model-out-of-turn'],
		[
			'an answer after a malformed call after a reflection',
			[user, a, reflection, malformed, model],
			4,
			'model-out-of-turn',
		],
		['a reflection without a call', [user, reflection], 1, 'reflection-out-of-turn'],
		['a reflection after the answer', [user, a, model, reflection], 3, 'reflection-out-of-turn'],
		['two reflections', [user, a, reflection, reflection], 3, 'reflection-out-of-turn'],
		[
			'a call whose response is still to come',
			[user, { ...a, result: { type: 'pending' } } as unknown as ChatMessage],
			1,
			'dangling-call',
		],
		['two responses to one call', [user, a, b, call('call-0')], 3, 'duplicate-response'],
	])('order of turns: %s is a violation', (_, messages, index, rule) => {
		expect(checkTurnOrder(messages)).toEqual([{ index, rule }]);
	});
});

function call(id: string): Extract<ChatMessage, { role: 'tool-call' }> {
	const made: ToolCall = { id, name: 'search_catalog', arguments: {}, raw: '', repairs: [] };
	return { role: 'tool-call', call: made, result: { type: 'ok', data: [] } };
}
