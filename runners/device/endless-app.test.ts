import { describe, expect, it } from 'vitest';
import { english, message } from '../../src/base/message.ts';
import type { GenerationRecord } from '../../src/model/generation.ts';
import { asked, chunk, conversationOf, end, expectAnswer, failureOf, pair } from './paired-app-fixture.ts';

describe('an app that does not end', () => {
	it.each([
		['events', 16, 'a'.repeat(200), message('limit.events', { limit: 128, tokens: 16 })],
		['characters', 1000, 'x'.repeat(400_000), message('limit.characters', { limit: 1_048_576 })],
	])('is stopped at the limit of %s, and takes the next ask', async (_, maxTokens, text, said) => {
		const { model, app } = await pair();
		const records: GenerationRecord[] = [];
		const onGeneration = (record: GenerationRecord) => void records.push(record);
		const events = asked(model, { maxTokens, onGeneration });
		const { ask } = await app.next('ask');
		for (let n = 0; n < 200; n += 1) app.say(chunk(ask, n, n < 3 ? text : 'b'));
		expect((await app.next('cancel')).ask).toBe(ask);
		app.say({ ...end(ask, 200), finish: 'aborted' });
		expect((await events).at(-1)).toMatchObject({ finish: { unified: 'length', limit: 'gemmark', said } });
		expect(records[0]?.pieces.length).toBeLessThanOrEqual(4 * maxTokens + 64);
		expect(records[0]?.pieces.join('').length).toBeLessThanOrEqual(2 ** 20);
		await expectAnswer(model, app);
	});

	it('is disconnected if it ignores the cancel', async () => {
		const { model, app } = await pair();
		const events = asked(model, { maxTokens: 1 });
		const { ask } = await app.next('ask');
		for (let n = 0; n < 100; n += 1) app.say(chunk(ask, n, 'a'));
		expect((await events).at(-1)).toMatchObject({ finish: { unified: 'length' } });
		await app.closed;
	});

	it('has its turn ended with an error after 4 generations', async () => {
		const { model, app } = await pair({ level: 'app' });
		const records: GenerationRecord[] = [];
		const onGeneration = (record: GenerationRecord) => void records.push(record);
		const turn = conversationOf(model, { onGeneration }).userTurn?.('물');
		const { ask } = await app.next('ask');
		for (let n = 0; n < 9; n += 1) app.say({ ...end(ask, n), more: true });
		expect((await app.next('cancel')).ask).toBe(ask);
		expect(await turn).toMatchObject({ error: english(message('limit.generations', { limit: 4 })) });
		expect(records).toHaveLength(4);
		await app.closed;
	});

	it('gets no more time by ends after its deadline', async () => {
		const { model, app } = await pair({ level: 'app' });
		const turn = conversationOf(model, { deadlineMs: 1 }).userTurn?.('물');
		const { ask } = await app.next('ask');
		await app.next('cancel');
		const cancelledAt = performance.now();
		app.say({ ...end(ask, 0), more: true });
		await turn;
		expect(performance.now() - cancelledAt).toBeLessThan(450);
	});
});

describe('a message that nests too deep', () => {
	const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

	it.each([33, 3000, 100_000])('as the arguments of a call, %d levels, is a malformed call', async (levels) => {
		const { model, app } = await pair();
		const events = asked(model);
		const { ask } = await app.next('ask');
		app.say(`{"type":"call","ask":${ask},"n":0,"atMs":0,"name":"x","arguments":${deep(levels)},"raw":"x(...)"}`);
		app.say(end(ask, 1));
		expect((await events)[0]).toMatchObject({ type: 'malformed', reason: 'bad-arguments', raw: 'x(...)' });
	});

	it('is read as a call up to 32 levels, and as a malformed one beyond 65,536 characters', async () => {
		const { model, app } = await pair();
		const events = asked(model);
		const { ask } = await app.next('ask');
		app.say(`{"type":"call","ask":${ask},"n":0,"atMs":0,"name":"x","arguments":${deep(32)}}`);
		app.say({ type: 'call', ask, n: 1, atMs: 0, name: 'x', arguments: { a: 'a'.repeat(65_536) } });
		app.say(end(ask, 2));
		expect((await events).map(({ type }) => type)).toEqual(['call', 'malformed', 'end']);
	});

	it('as counters violates the protocol', async () => {
		const { model, app } = await pair();
		const failure = failureOf(asked(model));
		const { ask } = await app.next('ask');
		app.say(`{"type":"end","ask":${ask},"n":0,"atMs":0,"finish":"stop","counters":${deep(3000)}}`);
		expect(await failure).toMatchObject({
			failure: 'protocol',
			said: { params: { problem: { code: 'device.too-deep' } } },
		});
	});
});
