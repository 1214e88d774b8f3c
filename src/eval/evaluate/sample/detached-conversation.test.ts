import { expect, it } from 'vitest';
import { suiteDouble } from '../../../testing/doubles/suite-double.ts';
import { evaluateScripted } from '../../../testing/scripted-evaluation.ts';
import type { SolveContext } from '../../suite/suite.ts';

async function solve(_sample: unknown, { openConversation, generations }: SolveContext) {
	const facts = { cart: ['milk'] };
	const conversation = openConversation({ tools: [] });
	for await (const event of conversation.sendChatTurn({ type: 'user', text: 'x' })) {
		if (event.type === 'call') {
			(event.call.arguments.list as number[]).push(99);
			Object.assign(event.call, { name: 'buy_v2' });
		}
		Object.assign(event, { type: 'changed' });
	}
	Object.assign(generations[0]?.finish as object, { raw: 'changed' });
	setImmediate(() => facts.cart.push('changed'));
	return { messages: [{ role: 'user', text: 'x' } as const], facts };
}

it('what a solver does in place to events, generations and facts is in no record', async () => {
	const script = [[{ text: '네' }, { call: 'buy', arguments: { list: [1] } }]];
	const { transcript } = await evaluateScripted(suiteDouble(['a'], solve), { id: 'a', input: 'x' }, script);
	await new Promise((resolve) => setImmediate(resolve));
	expect(transcript.generations[0]?.events).toMatchObject([
		{ type: 'text', text: '네' },
		{ type: 'call', call: { name: 'buy', arguments: { list: [1] } } },
	]);
	expect(transcript.generations[0]?.finish.raw).toBe('scripted');
	expect(transcript.facts).toEqual({ cart: ['milk'] });
});
