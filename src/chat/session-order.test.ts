import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScriptedEvent, ScriptedGeneration } from '../testing/doubles/scripted-conversation.ts';
import { habit, setUpSession } from '../testing/doubles/session-double.ts';
import { checkTurnOrder } from './turn-order.ts';

type Gate = 'yes' | 'no' | 'throws' | 'dispose' | 'abort' | 'never';

interface Scenario {
	readonly generations: readonly ScriptedGeneration[];
	readonly policy: 'push' | 'discard';
	readonly reflection: boolean;
	readonly onAbort: 'end' | 'throw' | 'ignore';
	readonly gates: readonly Gate[];
	/** States after which the turn is aborted or the session disposed. */
	readonly abortAt: number | undefined;
	readonly disposeAt: number | undefined;
	readonly handler: 'ok' | 'error' | 'throws' | 'bigint';
}

const event: fc.Arbitrary<ScriptedEvent> = fc.oneof(
	fc.record({ text: fc.constantFrom('네', ' ', '', '찾아볼게요 ', '\n') }),
	fc.record({ thinking: fc.constant('음') }),
	fc.record({ call: fc.constantFrom('search_catalog', 'nothing'), arguments: fc.constant({ limit: 3 }) }),
	fc.record({ call: fc.constant('add_habit'), arguments: fc.constantFrom({}, habit) }),
	fc.record({ malformed: fc.constant('<|tool_call>call:x{') }),
	fc.record({ throws: fc.constantFrom(new Error('x'), 'x', undefined, null) }),
);

const scenario: fc.Arbitrary<Scenario> = fc.record({
	generations: fc.array(fc.array(event, { maxLength: 6 }), { maxLength: 14 }),
	policy: fc.constantFrom('push', 'discard'),
	reflection: fc.boolean(),
	onAbort: fc.constantFrom('end', 'throw', 'ignore'),
	gates: fc.array(fc.constantFrom('yes', 'yes', 'no', 'throws', 'dispose', 'abort', 'never'), { maxLength: 6 }),
	abortAt: fc.option(fc.nat(20), { nil: undefined }),
	disposeAt: fc.option(fc.nat(30), { nil: undefined, freq: 3 }),
	handler: fc.constantFrom('ok', 'error', 'throws', 'bigint'),
});

describe('ChatSessionController in any scenario', () => {
	it('order of turns: every state of the controller passes checkTurnOrder, userTurn never rejects', async () => {
		await fc.assert(fc.asyncProperty(scenario, playThrough), { numRuns: 1_000 });
	});
});

async function playThrough(given: Scenario): Promise<void> {
	let abort = new AbortController();
	const gates = [...given.gates];
	const { session, conversation } = setUpSession(given.generations, {
		policy: given.policy,
		reflection: given.reflection,
		onAbort: given.onAbort,
		handlers: { search_catalog: () => handle(given.handler), add_habit: () => handle(given.handler) },
		confirm: () => {
			const gate = gates.shift() ?? 'never';
			if (gate === 'throws') throw new Error('gate');
			if (gate === 'dispose') session.dispose();
			// A question without an answer keeps the turn waiting until the abort.
			if (gate === 'abort' || gate === 'never') abort.abort();
			return gate === 'yes' || (gate === 'never' ? new Promise<boolean>(() => undefined) : false);
		},
	});
	let published = 0;
	const violations: unknown[] = [];
	session.subscribe((state) => {
		violations.push(...checkTurnOrder(state.messages));
		if (published === given.abortAt) abort.abort();
		if (published === given.disposeAt) session.dispose();
		published += 1;
	});
	for (let turn = 0; turn < 10; turn++) {
		const before = session.state;
		abort = new AbortController();
		await session.userTurn(`${turn}번째 말`, { signal: abort.signal });
		expect(session.state.messages.slice(0, before.messages.length)).toEqual(before.messages);
	}
	// Collected, because errors of a listener are swallowed.
	expect(violations).toEqual([]);
	expect(published).toBeGreaterThan(0);
	expect(conversation.violations).toEqual([]);
}

function handle(how: Scenario['handler']) {
	if (how === 'throws') throw new RangeError('handler');
	if (how === 'error') return { type: 'error', code: 'r3_quota', reason: '안 돼요', kind: 'result_error' } as const;
	return { type: 'ok', data: how === 'bigint' ? (1n as unknown as number) : [] } as const;
}
