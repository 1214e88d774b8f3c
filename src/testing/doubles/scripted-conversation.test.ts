import { describe, expect, it } from 'vitest';
import type { TurnInput } from '../../model/conversation.ts';
import type { GenerationEvent } from '../../model/generation.ts';
import { ScriptedConversation } from './scripted-conversation.ts';

const hello: TurnInput = { type: 'user', text: '안녕' };

describe('ScriptedConversation', () => {
	it('says its script and ends once', async () => {
		const conversation = new ScriptedConversation([[{ thinking: '음' }, { text: '네' }, { malformed: '<' }]]);
		const events = await drain(conversation.sendChatTurn(hello));
		expect(events.map((event) => event.type)).toEqual(['thinking', 'text', 'malformed', 'end']);
		expect(conversation.inputs).toEqual([hello]);
	});

	it('numbers its calls through the whole conversation', async () => {
		const conversation = new ScriptedConversation([[{ call: 'a' }, { call: 'b' }], [{ call: 'c' }]]);
		const ids: string[] = [];
		for (let turn = 0; turn < 2; turn++) {
			for (const event of await drain(conversation.sendChatTurn(hello)))
				if (event.type === 'call') ids.push(event.call.id);
		}
		expect(ids).toEqual(['call-0', 'call-1', 'call-2']);
	});

	it('notes a call that was left unanswered', async () => {
		const conversation = new ScriptedConversation([[{ call: 'a' }], []]);
		await drain(conversation.sendChatTurn(hello));
		await drain(conversation.sendChatTurn(hello));
		expect(conversation.violations).toEqual(['expected answers to [call-0], got []']);
	});

	it('forgets what a generation said that threw, and expects the earlier answers again', async () => {
		const conversation = new ScriptedConversation([[{ call: 'a' }], [{ call: 'b' }, { throws: new Error('x') }], []]);
		const [first] = await drain(conversation.sendChatTurn(hello));
		const call = first?.type === 'call' ? first.call : undefined;
		if (call === undefined) throw new Error('the script begins with a call');
		const unsent = [{ call, response: {} }];
		await expect(drain(conversation.sendChatTurn({ ...hello, unsent }))).rejects.toThrow('x');
		await drain(conversation.sendChatTurn({ ...hello, unsent }));
		expect(conversation.violations).toEqual([]);
	});

	it('throws when the script is used up', async () => {
		await expect(drain(new ScriptedConversation([]).sendChatTurn(hello))).rejects.toThrow('0 generations');
	});

	it.each([
		['end', 'aborted'],
		['ignore', 'stop'],
	] as const)('an abort under %s gives the finish %s', async (onAbort, finish) => {
		const conversation = new ScriptedConversation([[{ text: '네' }]], { onAbort });
		const events = await drain(conversation.sendChatTurn(hello, { signal: AbortSignal.abort() }));
		expect(events.at(-1)).toMatchObject({ type: 'end', finish: { unified: finish } });
	});

	it('an abort under throw gives an AbortError', async () => {
		const conversation = new ScriptedConversation([[{ text: '네' }]], { onAbort: 'throw' });
		await expect(drain(conversation.sendChatTurn(hello, { signal: AbortSignal.abort() }))).rejects.toThrow('aborted');
	});
});

async function drain(stream: AsyncIterable<GenerationEvent>): Promise<readonly GenerationEvent[]> {
	const events: GenerationEvent[] = [];
	for await (const event of stream) events.push(event);
	return events;
}
