import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Ask, FromApp, Hello } from '../../runners/device/protocol.ts';
import { playCases } from './plan-cases-fixture.ts';
import { playPlan } from './player.ts';

type Said = { readonly message: Hello | FromApp | (Ask & { readonly type: 'ask' }) };

it('the Node player writes what the fixtures of plans have', async () => {
	const cases = await playCases(async ({ script, process, ...files }) => {
		const said = readFileSync(script, 'utf8')
			.split('\n')
			.flatMap((line) => {
				try {
					return [(JSON.parse(line) as Said).message];
				} catch {
					return [];
				}
			});
		const hello = said.findLast((message) => message.type === 'hello') as Hello;
		const partsOf = (ask: number): readonly FromApp[] => {
			const last = said.findLastIndex((message) => message.type === 'ask' && message.ask === ask);
			return said
				.slice(last + 1)
				.filter((message): message is FromApp => message.type !== 'ask' && 'ask' in message && message.ask === ask);
		};
		await playPlan(
			{
				hello: (session) => ({ ...hello, process, session }),
				state: async () => undefined,
				answer: async ({ ask }, send) => partsOf(ask).forEach(send),
			},
			{ ...files, say: () => undefined },
		);
	});
	expect(cases).toHaveLength(6);
	for (const { name, written, expected } of cases) expect([name, ...written]).toEqual([name, ...expected]);
});
