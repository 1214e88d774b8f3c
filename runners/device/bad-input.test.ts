import { afterEach, describe, expect, it } from 'vitest';
import {
	type ChatOnlyModel,
	type Conversation,
	EngineError,
	type GenerationEvent,
	type GenerationRecord,
	type LoadedModel,
} from '../../src/index.ts';
import { conversationOptions } from '../../src/testing/contract/contract-request.ts';
import { withoutSecrets } from '../../src/text/secret/secret.ts';
import { createDeviceRunner } from './index.ts';
import { helloDouble, type PairedDevice, pairedDevice, ScriptedApp, TOKEN } from './scripted-app-double.ts';

const opened: LoadedModel[] = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map((model) => model.dispose()));
});

async function pair(...args: Parameters<typeof pairedDevice>): Promise<PairedDevice> {
	const paired = await pairedDevice(...args);
	opened.push(paired.model);
	return paired;
}

function conversationOf(model: LoadedModel, fields: object = {}): Conversation {
	return (model as ChatOnlyModel).openConversation({ ...conversationOptions({}), ...fields });
}

/** A generation that is read to its end, or to what it throws. */
function asked(model: LoadedModel, fields: object = {}): Promise<readonly GenerationEvent[]> {
	return Array.fromAsync(conversationOf(model, fields).sendChatTurn({ type: 'user', text: '물' }));
}

async function failureOf(promise: Promise<unknown>): Promise<EngineError> {
	const error = await promise.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof EngineError)) throw new Error(`no EngineError: ${String(error)}`);
	return error;
}

const STOP = { finish: 'stop', usage: { promptTokens: 3, outputTokens: 1 } };

describe('who may join a run', () => {
	it('is told once: from then on the token is a secret, also in the command that the log records', async () => {
		await pair();
		expect(withoutSecrets({ command: `gemmark run --runner device --token ${TOKEN}` })).toEqual({
			command: `gemmark run --runner device --token ${'*'.repeat(TOKEN.length)}`,
		});
	});

	it.each([
		['another token', { token: 'guessed' }, 'token', 'take the one that gemmark printed'],
		['a newer protocol', { protocol: 2 }, 'protocol', 'update gemmark'],
		['an older protocol', { protocol: 0 }, 'protocol', 'clients/'],
		['no level that is asked for', { levels: ['raw'] }, 'level', 'asks at level engine'],
		['a size that is none', { model: { file: 'a', sizeBytes: -1 } }, 'hello', 'model.sizeBytes'],
	])('turns away a client with %s, says why, and goes on', async (_, fields, reason, words) => {
		const { model, app, port, lines } = await pair();
		const { answer } = await ScriptedApp.join(port, { ...helloDouble(), ...fields });
		expect(answer).toMatchObject({ type: 'refused', reason });
		expect(answer).toHaveProperty('message', expect.stringContaining(words));
		expect(lines.at(-1)).toContain('turned away');
		await expectAnswer(model, app);
	});

	it('turns away a second client while one is connected, and tells it to try again', async () => {
		const { model, app, port } = await pair();
		const { answer } = await ScriptedApp.join(port, helloDouble({ process: 'p2' }));
		expect(answer).toMatchObject({ type: 'refused', reason: 'busy' });
		await expectAnswer(model, app);
	});

	it('turns away an app that came back with another model', async () => {
		const { app, port } = await pair();
		app.drop();
		await app.closed;
		const { answer } = await ScriptedApp.join(port, helloDouble({ model: { file: 'other.litertlm' } }));
		expect(answer).toMatchObject({ type: 'refused', reason: 'changed' });
	});

	it('gives the place of a connection that is half dead to the app that held it', async () => {
		const { model, app, port, session } = await pair();
		const failure = failureOf(asked(model));
		await app.next('ask');
		const { answer } = await ScriptedApp.join(port, helloDouble({ session: 'of another run' }));
		expect(answer).toMatchObject({ type: 'refused', reason: 'busy' });
		const { app: back } = await ScriptedApp.join(port, helloDouble({ session }));
		expect(await failure).toMatchObject({ failure: 'cut' });
		await expectAnswer(model, back);
	});

	it('says whose model runs where, and what it took to initialise', async () => {
		const { model } = await pair();
		expect(model).toMatchObject({
			identity: { name: 'gemma.litertlm', sizeBytes: 1000, miniature: false },
			engine: { runner: 'device', version: 'LiteRT-LM 0.8.0 (coach 1.2)', backend: 'GPU', api: 'chat' },
			host: { device: 'Pixel 8', os: 'Android 16' },
			loadMs: 800,
		});
	});

	it('ends with the reason where the hello was too long to be read', async () => {
		const long = { ...helloDouble(), app: 'a'.repeat(2 ** 20) };
		const runner = createDeviceRunner({
			say: () => undefined,
			onListening: ({ port }) => void ScriptedApp.join(port, long),
		});
		const error = await failureOf(runner.load({ model: '', port: 0, connectTimeout: 0.3 }));
		expect(error.message).toContain('turned away, its first message is longer than 1 MiB');
	});

	it('fails typed when no app connects', async () => {
		const runner = createDeviceRunner({ say: () => undefined });
		const error = await failureOf(runner.load({ model: '', port: 0, connectTimeout: 0.05 }));
		expect(error).toMatchObject({ failure: 'load-timeout' });
		expect(error.hint).toContain('adb reverse');
	});

	it('ends with what the last client was turned away for', async () => {
		const turnedAway = 'the last client was turned away, the token is not the one of this run';
		const runner = createDeviceRunner({
			say: () => undefined,
			onListening: ({ port }) => void ScriptedApp.join(port, helloDouble({ token: 'guessed' })),
		});
		const error = await failureOf(runner.load({ model: '', port: 0, connectTimeout: 0.3 }));
		expect(error.message).toContain(turnedAway);
		expect(error.hint).not.toContain('adb reverse');
		const { model, app, port } = await pair({ reconnectTimeout: 0.3 });
		app.drop();
		await app.closed;
		await ScriptedApp.join(port, helloDouble({ backend: 'CPU' }));
		const away = await failureOf(model.watchSample?.(undefined) ?? Promise.resolve());
		expect(away.message).toContain('did not come back within 0.3 s: the last client was turned away, backend is not');
	});

	it.each([
		['of another size than the app has', helloDouble(), /bytes, the app's has 1000/u],
		[
			'of whose size the app tells nothing',
			helloDouble({ model: { file: 'a.task' } }),
			/not tell the size of its a\.task/u,
		],
	])('refuses a --model %s', async (_title, hello, problem) => {
		await expect(
			createDeviceRunner({
				say: () => undefined,
				onListening: ({ port }) => void ScriptedApp.join(port, hello),
			}).load({ model: 'package.json', port: 0, token: TOKEN }),
		).rejects.toThrow(problem);
	});
});

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

describe('an app that goes on without end', () => {
	it.each([
		['events', 16, 'a'.repeat(200), '128 events for 16 tokens, which the app passed'],
		['characters', 1000, 'x'.repeat(400_000), '1048576 characters, which the app passed'],
	])('is told to stop at its %s, is cut as length, and is asked the next', async (_, maxTokens, text, raw) => {
		const { model, app } = await pair();
		const records: GenerationRecord[] = [];
		const onGeneration = (record: GenerationRecord) => void records.push(record);
		const events = asked(model, { maxTokens, onGeneration });
		const { ask } = await app.next('ask');
		for (let n = 0; n < 200; n += 1) app.say(chunk(ask, n, n < 3 ? text : 'b'));
		expect((await app.next('cancel')).ask).toBe(ask);
		app.say({ ...end(ask, 200), finish: 'aborted' });
		expect((await events).at(-1)).toMatchObject({ finish: { unified: 'length', raw, limit: 'gemmark' } });
		expect(records[0]?.pieces.length).toBeLessThanOrEqual(4 * maxTokens + 64);
		expect(records[0]?.pieces.join('').length).toBeLessThanOrEqual(2 ** 20);
		await expectAnswer(model, app);
	});

	it('and does not mind a cancel is cut off behind its grace', async () => {
		const { model, app } = await pair();
		const events = asked(model, { maxTokens: 1 });
		const { ask } = await app.next('ask');
		for (let n = 0; n < 100; n += 1) app.say(chunk(ask, n, 'a'));
		expect((await events).at(-1)).toMatchObject({ finish: { unified: 'length' } });
		await app.closed;
	});

	it('has its turn ended with an error behind 4 generations', async () => {
		const { model, app } = await pair({ level: 'app' });
		const records: GenerationRecord[] = [];
		const onGeneration = (record: GenerationRecord) => void records.push(record);
		const turn = conversationOf(model, { onGeneration }).userTurn?.('물');
		const { ask } = await app.next('ask');
		for (let n = 0; n < 9; n += 1) app.say({ ...end(ask, n), more: true });
		expect((await app.next('cancel')).ask).toBe(ask);
		expect(await turn).toMatchObject({ error: '4 generations in one turn, which the app passed' });
		expect(records).toHaveLength(4);
		await app.closed;
	});

	it('gets no more time by ends behind its deadline', async () => {
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

describe('a message that nests without end', () => {
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

	it('as counters is no message of the protocol', async () => {
		const { model, app } = await pair();
		const failure = failureOf(asked(model));
		const { ask } = await app.next('ask');
		app.say(`{"type":"end","ask":${ask},"n":0,"atMs":0,"finish":"stop","counters":${deep(3000)}}`);
		expect(await failure).toMatchObject({ failure: 'protocol', message: expect.stringContaining('nested deeper') });
	});
});

describe('an app that goes', () => {
	it('cuts what it was asked, and is waited for before the sample is asked again', async () => {
		const { model, app, port } = await pair();
		await model.watchSample?.(undefined);
		const failure = failureOf(asked(model));
		const { ask } = await app.next('ask');
		app.say(chunk(ask, 0, '물'));
		app.drop();
		const { app: back, answer } = await ScriptedApp.join(port, helloDouble({ process: 'p2', initMs: 90 }));
		expect(answer).toMatchObject({ type: 'welcome', level: 'chat' });
		expect(await failure).toMatchObject({ failure: 'cut' });
		const sample = await model.watchSample?.(undefined);
		await expectAnswer(model, back);
		expect(sample?.timeline()).toMatchObject({ cold: true, initMs: 90 });
	});

	it('ends the run typed where it does not come back', async () => {
		const { model, app } = await pair({ reconnectTimeout: 0.05 });
		const cut = failureOf(asked(model));
		await app.next('ask');
		app.drop();
		expect(await cut).toMatchObject({ failure: 'cut' });
		const away = { failure: 'unavailable', message: expect.stringContaining('did not come back') };
		expect(await failureOf(model.watchSample?.(undefined) ?? Promise.resolve())).toMatchObject(away);
		expect(await failureOf(asked(model))).toMatchObject(away);
	});

	it('takes its conversation with it: a later turn of it is cut', async () => {
		const { model, app, port } = await pair();
		const conversation = conversationOf(model);
		const first = Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '물' }));
		app.say(end((await app.next('ask')).ask, 0));
		await first;
		app.drop();
		await app.closed;
		await ScriptedApp.join(port);
		const later = Array.fromAsync(conversation.sendChatTurn({ type: 'tool-results', results: [] }));
		expect(await failureOf(later)).toMatchObject({ failure: 'cut' });
	});

	it('that sleeps past the deadline ends with finish deadline, and must come back before it is asked again', async () => {
		const { model, app, port } = await pair();
		const records: GenerationRecord[] = [];
		const sample = await model.watchSample?.(undefined);
		const events = asked(model, {
			deadlineMs: 50,
			onGeneration: (record: GenerationRecord) => void records.push(record),
		});
		const { ask } = await app.next('ask');
		app.say(chunk(ask, 0, '물'));
		expect((await app.next('cancel')).ask).toBe(ask);
		expect((await events).at(-1)).toMatchObject({ finish: { unified: 'deadline' } });
		expect(records[0]?.pieces).toEqual(['물']);
		expect(sample?.timeline().notComparable).toEqual(['the app stayed silent past its deadline']);
		await app.closed;
		const { app: back } = await ScriptedApp.join(port);
		await model.watchSample?.(undefined);
		await expectAnswer(model, back);
	});
});

describe('a phone that gets hot', () => {
	it('has its states on the timeline of the sample, whose times are marked', async () => {
		const { model, app } = await pair();
		const sample = await model.watchSample?.(undefined);
		app.say({ type: 'state', memoryBytes: 2e9, memoryKind: 'pss', thermal: 'severe', battery: 41, powerSave: true });
		await expectAnswer(model, app);
		expect(sample?.timeline()).toMatchObject({
			states: [{ memoryBytes: 2e9, memoryKind: 'pss', thermal: 'severe', battery: 41 }],
			notComparable: ['the device throttled (thermal status severe)', 'the device saved power'],
		});
		expect(await model.peakRssBytes()).toBe(2e9);
	});

	it('is waited for until it is nominal', async () => {
		const { model, app } = await pair({ coolDown: 'nominal' });
		await model.watchSample?.(undefined);
		app.say({ type: 'state', thermal: 'severe' });
		await expectAnswer(model, app);
		let cool = false;
		const waited = model.watchSample?.(undefined).then(() => cool);
		setTimeout(() => {
			cool = true;
			app.say({ type: 'state', thermal: 'nominal' });
		}, 50);
		expect(await waited).toBe(true);
	});
});

function chunk(ask: number, n: number, text: string): object {
	return { type: 'chunk', ask, n, atMs: 0, text };
}

function end(ask: number, n: number): object {
	return { type: 'end', ask, n, atMs: 0, ...STOP };
}

async function expectAnswer(model: LoadedModel, app: ScriptedApp): Promise<void> {
	const events = asked(model);
	const { ask } = await app.next('ask');
	app.say(chunk(ask, 0, '네'));
	app.say(end(ask, 1));
	expect((await events).map(({ type }) => type)).toEqual(['text', 'end']);
}
