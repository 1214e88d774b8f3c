import { describe, expect, it } from 'vitest';
import { asked, chunk, end, expectAnswer, failureOf, pair } from './paired-app-fixture.ts';

describe('an app that does not keep to the protocol', () => {
	it.each([
		['wrong JSON', () => '{"type":"chunk",', 'no JSON text'],
		['a wrong type', (ask: number) => ({ type: 'chunk', ask, n: 0, atMs: 1, text: 7 }), 'text'],
		['a time that is none', (ask: number) => ({ type: 'chunk', ask, n: 0, atMs: null, text: '' }), 'atMs'],
		['a message that there is not', () => ({ type: 'chatter' }), 'type'],
		['an answer with a part missing', (ask: number) => end(ask, 1), 'part 0'],
		['10 MB in one message', (ask: number) => chunk(ask, 0, 'x'.repeat(10_000_000)), 'size exceeded'],
	])('ends the generation typed: %s', async (_, message, words) => {
		const { model, app } = await pair();
		const failure = failureOf(asked(model));
		const { ask } = await app.next('ask');
		app.say(message(ask));
		const error = await failure;
		expect(error.failure).toBe('protocol');
		expect(error.message).toContain(words);
		expect(error.message).not.toContain('\n');
	});

	it('leaves out and counts what it repeats, and what it says to an ask that is over or never was', async () => {
		const { model, app } = await pair();
		await expectAnswer(model, app);
		const sample = await model.watchSample?.(undefined);
		const events = asked(model);
		const { ask } = await app.next('ask');
		for (const message of [
			chunk(ask - 1, 9, 'late'),
			chunk(ask + 50, 0, 'to nobody'),
			chunk(ask, 0, 'a'),
			chunk(ask, 0, 'a'),
			end(ask, 1),
			end(ask, 1),
		]) {
			app.say(message);
		}
		expect((await events).map((event) => (event.type === 'text' ? event.text : event.type))).toEqual(['a', 'end']);
		expect(sample?.timeline().strays).toBeGreaterThanOrEqual(3);
	});

	it('has no counts that contradict each other', async () => {
		const { model, app } = await pair();
		const events = asked(model);
		const { ask } = await app.next('ask');
		app.say({ ...end(ask, 0), usage: { promptTokens: 3, cachedPromptTokens: 9 } });
		expect((await events).at(-1)).toMatchObject({ usage: { promptTokens: 3 } });
		expect((await events).at(-1)).not.toHaveProperty('usage.cachedPromptTokens');
	});

	it.each([
		['outputTokens', 1e12],
		['promptTokens', 1e12],
		['thoughtTokens', 9e9],
		['cachedPromptTokens', 9e9],
	])('has no %s beyond what was asked for and told, and says so once', async (name, count) => {
		const { model, app, lines } = await pair();
		const sample = await model.watchSample?.(undefined);
		for (let times = 0; times < 2; times += 1) {
			const events = asked(model);
			const { ask } = await app.next('ask');
			app.say({ ...end(ask, 0), usage: { [name]: count } });
			expect((await events).at(-1)).toHaveProperty('usage', {});
		}
		expect(sample?.timeline().impossible).toEqual(['token counts that cannot be']);
		expect(lines.filter((line) => line.includes(`${count} ${name}`))).toHaveLength(1);
	});

	it('has no counts and no state that cannot be, and goes on', async () => {
		const { model, app, lines } = await pair();
		const sample = await model.watchSample?.(undefined);
		const events = asked(model);
		const { ask } = await app.next('ask');
		app.say({ type: 'state', memoryBytes: -1, battery: -1, thermal: 'light' });
		app.say({ ...end(ask, 0), prefillMs: -3, usage: { promptTokens: -1, cachedPromptTokens: 0.5, outputTokens: 0 } });
		const last = (await events).at(-1);
		expect(last).toHaveProperty('usage', { outputTokens: 0 });
		expect(last).not.toHaveProperty('timings.prefillMs');
		expect(sample?.timeline()).toMatchObject({
			states: [{ thermal: 'light' }],
			impossible: ['token counts that cannot be'],
			notComparable: ["the device's clock jumped"],
		});
		expect(sample?.timeline().states[0]).not.toMatchObject({ battery: -1 });
		const how = 'tells -1 promptTokens where there can be 1 to 1048576';
		expect(lines.at(-1)).toBe(`Pixel 8: ${how}; left out, also of later samples`);
	});

	it('has no count of 0 beside a text, as a runner of a config has none', async () => {
		const { model, app } = await pair();
		const sample = await model.watchSample?.(undefined);
		const events = asked(model);
		const { ask } = await app.next('ask');
		app.say(chunk(ask, 0, '물'));
		app.say({ ...end(ask, 1), usage: { promptTokens: 0, outputTokens: 0, thoughtTokens: 0 } });
		expect((await events).at(-1)).toHaveProperty('usage', { thoughtTokens: 0 });
		expect(sample?.timeline().impossible).toEqual(['token counts that cannot be']);
	});

	it('keeps a count beyond what was asked for where the text has as many bytes', async () => {
		const { model, app } = await pair();
		const events = asked(model, { maxTokens: 2 });
		const { ask } = await app.next('ask');
		app.say(chunk(ask, 0, '물 마시기'));
		app.say({ ...end(ask, 1), usage: { outputTokens: 4 } });
		expect((await events).at(-1)).toHaveProperty('usage', { outputTokens: 4 });
	});

	it.each([
		['failed', 'generation-failed'],
		['out-of-memory', 'generation-failed'],
		['context-overflow', 'context-overflow'],
	])('that fails one ask with %s is asked the next', async (code, failure) => {
		const { model, app } = await pair();
		const failed = failureOf(asked(model));
		const { ask } = await app.next('ask');
		app.say({ type: 'error', ask, code, message: 'SIGSEGV\nat 0x0' });
		expect(await failed).toMatchObject({
			failure,
			message: `Pixel 8: the app could not answer (${code}): SIGSEGV`,
		});
		await expectAnswer(model, app);
	});

	it.each([
		['counts seconds', [0.06, 0.12, 0.121]],
		['stands still between its parts', [60, 60.01, 120]],
		['stands still behind them', [60, 60.02, 60.03], 60],
	])('has no time beside others where its clock %s', async (_, [first, second, last], lateMs = 0) => {
		const { model, app } = await pair();
		const sample = await model.watchSample?.(undefined);
		const events = asked(model);
		const { ask } = await app.next('ask');
		await new Promise((resolve) => setTimeout(resolve, 60));
		app.say({ type: 'chunk', ask, n: 0, atMs: first, text: 'a' });
		await new Promise((resolve) => setTimeout(resolve, 60));
		app.say({ type: 'chunk', ask, n: 1, atMs: second, text: 'b' });
		await new Promise((resolve) => setTimeout(resolve, lateMs));
		app.say({ ...end(ask, 2), atMs: last });
		await events;
		expect(sample?.timeline().notComparable).toEqual(["the device's clock runs slower than ours"]);
	});

	it('never has a time that is negative, runs backward or is ahead of this machine, and says that its clock jumped', async () => {
		const { model, app } = await pair();
		const sample = await model.watchSample?.(undefined);
		const events = asked(model);
		const { ask } = await app.next('ask');
		for (const [n, atMs] of [-5, 9e9, 1].entries()) app.say({ type: 'chunk', ask, n, atMs, text: 'a' });
		app.say({ ...end(ask, 3), atMs: 0 });
		const times = (await events).map((event) => (event.type === 'end' ? event.timings.totalMs : event.atMs));
		expect(times).toEqual(times.toSorted((one, two) => one - two));
		expect(times[0]).toBeGreaterThanOrEqual(0);
		expect(times.at(-1)).toBeLessThan(60_000);
		expect(sample?.timeline().notComparable).toEqual(["the device's clock jumped"]);
	});
});
