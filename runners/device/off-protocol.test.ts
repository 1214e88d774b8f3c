import { describe, expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import { asked, chunk, end, expectAnswer, failureOf, pair } from './paired-app-fixture.ts';

describe('an app that violates the protocol', () => {
	it.each([
		['wrong JSON', () => '{"type":"chunk",', 'not JSON text'],
		['a wrong type', (ask: number) => ({ type: 'chunk', ask, n: 0, atMs: 1, text: 7 }), 'text'],
		['a time that is none', (ask: number) => ({ type: 'chunk', ask, n: 0, atMs: null, text: '' }), 'atMs'],
		['a message that there is not', () => ({ type: 'chatter' }), 'type'],
		['an answer with a part missing', (ask: number) => end(ask, 1), 'part 0'],
		['10 MB in one message', (ask: number) => chunk(ask, 0, 'x'.repeat(10_000_000)), 'size exceeded'],
	])('ends the generation typed: %s', async (_, sent, words) => {
		const { model, app } = await pair();
		const failure = failureOf(asked(model));
		const { ask } = await app.next('ask');
		app.say(sent(ask));
		const error = await failure;
		expect(error.failure).toBe('protocol');
		expect(error.message).toContain(words);
		expect(error.message).not.toContain('\n');
	});

	it('has repeated and stray parts dropped and counted', async () => {
		const { model, app } = await pair();
		await expectAnswer(model, app);
		const sample = await model.watchSample?.(undefined);
		const events = asked(model);
		const { ask } = await app.next('ask');
		for (const sent of [
			chunk(ask - 1, 9, 'late'),
			chunk(ask + 50, 0, 'to no ask'),
			chunk(ask, 0, 'a'),
			chunk(ask, 0, 'a'),
			end(ask, 1),
			end(ask, 1),
		]) {
			app.say(sent);
		}
		expect((await events).map((event) => (event.type === 'text' ? event.text : event.type))).toEqual(['a', 'end']);
		expect(sample?.timeline()?.strays).toBeGreaterThanOrEqual(3);
	});

	it.each([
		['-1', { promptTokens: -1, cachedPromptTokens: 0.5, outputTokens: 0 }, { outputTokens: 0 }],
		['more cached tokens than the prompt has', { promptTokens: 3, cachedPromptTokens: 9 }, { promptTokens: 3 }],
		['an empty prompt', { promptTokens: 0 }, {}],
		['more than was asked for', { outputTokens: 1e12 }, { outputTokens: 1e12 }],
	])('has no token count that is impossible by itself: %s', async (_, usage, expected) => {
		const { model, app } = await pair();
		const events = asked(model);
		const { ask } = await app.next('ask');
		app.say({ ...end(ask, 0), usage });
		expect((await events).at(-1)).toHaveProperty('usage', expected);
	});

	it('has no negative memory, battery or time', async () => {
		const { model, app } = await pair();
		const sample = await model.watchSample?.(undefined);
		const events = asked(model);
		const { ask } = await app.next('ask');
		app.say({ type: 'state', memoryBytes: -1, battery: -1, thermal: 'light' });
		app.say({ ...end(ask, 0), prefillMs: -3 });
		expect((await events).at(-1)).not.toHaveProperty('timings.prefillMs');
		const [state] = sample?.timeline()?.states ?? [];
		expect(state).toEqual({ atMs: expect.any(Number), thermal: 'light' });
	});

	it.each([
		['failed', 'generation-failed'],
		['out-of-memory', 'generation-failed'],
		['context-overflow', 'context-overflow'],
	])('that fails one ask with %s takes the next', async (code, failure) => {
		const { model, app } = await pair();
		const failed = failureOf(asked(model));
		const { ask } = await app.next('ask');
		app.say({ type: 'error', ask, code, message: 'SIGSEGV\nat 0x0' });
		expect(await failed).toMatchObject({
			failure,
			said: message('device.app-failed', { device: 'Pixel 8', code, reason: 'SIGSEGV' }),
		});
		await expectAnswer(model, app);
	});

	it('has times that run forward, and are marked where its clock ran backwards', async () => {
		const { model, app } = await pair();
		const sample = await model.watchSample?.(undefined);
		const events = asked(model);
		const { ask } = await app.next('ask');
		for (const [n, atMs] of [-5, 9e9, 1].entries()) app.say({ type: 'chunk', ask, n, atMs, text: 'a' });
		app.say({ ...end(ask, 3), atMs: 0 });
		const times = (await events).map((event) => (event.type === 'end' ? event.timings.totalMs : event.atMs));
		expect(times).toEqual([0, 9e9, 9e9, 9e9]);
		expect(sample?.timeline()?.notComparable).toEqual([message('device.clock-jumped')]);
	});

	it('keeps the times of a device that are far from our clock', async () => {
		const { model, app } = await pair();
		const sample = await model.watchSample?.(undefined);
		const events = asked(model);
		const { ask } = await app.next('ask');
		app.say({ type: 'chunk', ask, n: 0, atMs: 60_000, text: 'a' });
		app.say({ ...end(ask, 1), atMs: 60_000 });
		expect((await events).at(-1)).toMatchObject({ timings: { firstTokenMs: 60_000, totalMs: 60_000 } });
		expect(sample?.timeline()?.notComparable).toBeUndefined();
	});
});
