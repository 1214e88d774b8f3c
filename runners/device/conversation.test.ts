import { afterEach, describe, expect, it } from 'vitest';
import { habitCoachApp } from '../../run/compose/habit-coach.ts';
import { UsageError } from '../../src/base/errors.ts';
import { solveAppTurn } from '../../src/eval/define/app-turn.ts';
import { Asker } from '../../src/eval/evaluate/asker.ts';
import type { GenerationRecord } from '../../src/model/generation.ts';
import type { ChatOnlyModel, LoadedModel } from '../../src/model/runner.ts';
import { conversationOptions } from '../../src/testing/contract/contract-request.ts';
import { suiteDouble } from '../../src/testing/doubles/suite-double.ts';
import { runSettingsFixture } from '../../src/testing/run-settings-fixture.ts';
import { helloDouble, pairedDevice, ScriptedApp } from './scripted-app-double.ts';

const opened: LoadedModel[] = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map((model) => model.dispose()));
});

async function pair(level: 'engine' | 'app') {
	const { model, ...rest } = await pairedDevice({ level });
	opened.push(model);
	return { ...rest, model: model as ChatOnlyModel };
}

describe('level engine', () => {
	it('sends system, tools, text and results, and reads text and calls', async () => {
		const { app, model } = await pair('engine');
		const records: GenerationRecord[] = [];
		const conversation = model.openConversation({
			...conversationOptions({}),
			onGeneration: (record) => void records.push(record),
		});
		const first = Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '물' }));
		expect(await app.next('open')).toMatchObject({ level: 'chat', tools: [{ name: 'add_habit' }] });
		const { ask, ...asked } = await app.next('ask');
		expect(asked).toMatchObject({ level: 'chat', text: '물', results: [] });
		app.say({ type: 'chunk', ask, n: 0, atMs: 0, text: '네. ' });
		app.say({ type: 'call', ask, n: 1, atMs: 0, name: 'add_habit', arguments: { title: '물 마시기' } });
		app.say({ type: 'end', ask, n: 2, atMs: 0, finish: 'stop', counters: { decodeTokensPerSecond: 21.5 } });
		const events = await first;
		expect(events.map(({ type }) => type)).toEqual(['text', 'call', 'end']);
		expect(events.at(-1)).toMatchObject({ finish: { unified: 'tool-call' } });
		const [, called] = events;
		if (called?.type !== 'call') throw new Error('it called');
		const results = [{ call: called.call, response: { ok: true } }];
		const later = Array.fromAsync(conversation.sendChatTurn({ type: 'tool-results', results }));
		const second = await app.next('ask');
		expect(second).toMatchObject({ results: [{ name: 'add_habit', response: { ok: true } }] });
		app.say({ type: 'end', ask: second.ask, n: 0, atMs: 0, finish: 'stop' });
		await later;
		expect(records.map(({ pieces }) => pieces)).toEqual([['네. ', 'add_habit({"title":"물 마시기"})'], []]);
	});
});

describe('level app', () => {
	it('keeps each generation and the results of the app’s tools', async () => {
		const { app, model } = await pair('app');
		const result = sampleOf(model, '물 마시기');
		const { ask } = await app.next('ask');
		app.say({ type: 'chunk', ask, n: 0, atMs: 0, text: '적어 둘게요.' });
		app.say({ type: 'call', ask, n: 1, atMs: 0, name: 'add_habit', arguments: { title: '물' } });
		app.say({ type: 'end', ask, n: 2, atMs: 0, finish: 'tool-call', more: true });
		app.say({ type: 'chunk', ask, n: 3, atMs: 0, text: '했어요.' });
		const messages = [
			{ role: 'user', text: '물 마시기' },
			{ role: 'tool', call: 0, result: { type: 'ok', data: { id: 7 } } },
			{ role: 'model', text: '했어요.' },
		];
		app.say({ type: 'end', ask, n: 4, atMs: 0, finish: 'stop', messages });
		const { transcript, timings } = await result;
		expect(transcript.generations.map(({ finish }) => finish.unified)).toEqual(['tool-call', 'stop']);
		expect(transcript.messages).toMatchObject([
			{ role: 'user' },
			{ role: 'tool-call', call: { id: 'call-0', name: 'add_habit' }, result: { type: 'ok', data: { id: 7 } } },
			{ role: 'model', text: '했어요.' },
		]);
		expect(transcript.facts).toEqual({});
		expect(timings).toMatchObject({ cold: true, device: { initMs: 800 } });
	});

	it.each([
		['are unknown after its tools', {}, { sinceLastEnd: true, totalMs: 20 }],
		[
			'count from the reported start',
			{ startMs: 10 },
			{ sinceLastEnd: false, firstTokenMs: 5, totalMs: 10, eventAtMs: [5] },
		],
		['are unknown if the reported start is impossible', { startMs: 16 }, { sinceLastEnd: true, totalMs: 20 }],
	])('has times that %s', async (_, reported, expected) => {
		const { app, model } = await pair('app');
		const result = sampleOf(model, '물');
		const { ask } = await app.next('ask');
		app.say({ type: 'call', ask, n: 0, atMs: 0, name: 'add_habit', arguments: {} });
		app.say({ type: 'end', ask, n: 1, atMs: 0, finish: 'tool-call', more: true });
		await new Promise((resolve) => setTimeout(resolve, 25));
		app.say({ type: 'chunk', ask, n: 2, atMs: 15, text: '했어요.' });
		const messages = [{ role: 'user', text: '물' }];
		app.say({ type: 'end', ask, n: 3, atMs: 20, finish: 'stop', messages, ...reported });
		const { timings } = await result;
		expect(timings.generations[0]?.sinceLastEnd).toBeUndefined();
		expect(timings.generations[1]).toMatchObject(expected);
		expect('firstTokenMs' in (timings.generations[1] ?? {})).toBe('firstTokenMs' in expected);
	});

	it.each([
		['another question', '다른 질문', []],
		['decorated words', '[10:31] 물', []],
		['another question after it', '다른 질문', [{ role: 'user', text: '물' }]],
	])('leaves a sample unscored (foreign) whose messages have %s', async (_, said, before) => {
		const { app, model } = await pair('app');
		for (const text of [said, '물']) {
			const result = sampleOf(model, '물');
			const { ask } = await app.next('ask');
			app.say({ type: 'chunk', ask, n: 0, atMs: 0, text: '네.' });
			app.say({ type: 'end', ask, n: 1, atMs: 0, finish: 'stop', messages: [...before, { role: 'user', text }] });
			const { scores, transcript } = await result;
			expect(transcript.generations).toHaveLength(1);
			if (text === '물') expect(scores).toEqual({ spoke: { value: true } });
			else {
				expect(scores.spoke?.unscored).toBe('foreign');
			}
		}
	});

	it('logs the messages that the app kept unchanged', async () => {
		const { app, model } = await pair('app');
		const sample = sampleOf(model, '물');
		const { ask } = await app.next('ask');
		app.say({ type: 'chunk', ask, n: 0, atMs: 0, text: '찾아 볼게요.' });
		app.say({ type: 'call', ask, n: 1, atMs: 0, name: 'search', arguments: {} });
		const [first, second] = [1, 2].map((id) => ({ role: 'tool', call: 0, result: { type: 'ok', data: { id } } }));
		const messages = [{ role: 'user', text: '물' }, { role: 'model', text: '전혀 다른 말' }, first, second];
		app.say({ type: 'end', ask, n: 2, atMs: 0, finish: 'stop', messages });
		expect((await sample).transcript.messages).toMatchObject([
			{ role: 'user' },
			{ role: 'model', text: '전혀 다른 말' },
			{ role: 'tool-call', call: { id: 'call-0' }, result: { data: { id: 1 } } },
			{ role: 'tool-call', call: { id: 'call-0' }, result: { data: { id: 2 } } },
		]);
	});

	it('reports an ask that the app failed as the failure of its sample', async () => {
		const { app, model } = await pair('app');
		const result = sampleOf(model, '물');
		const { ask } = await app.next('ask');
		app.say({ type: 'error', ask, code: 'failed', message: 'native crash: SIGSEGV' });
		expect((await result).transcript).toMatchObject({
			failure: 'generation-failed',
			failureDetail: { code: 'device.app-failed', params: { reason: 'native crash: SIGSEGV' } },
		});
	});

	it('reports a turn that its controller failed', async () => {
		const { app, model } = await pair('app');
		const result = sampleOf(model, '물');
		const { ask } = await app.next('ask');
		app.say({ type: 'end', ask, n: 0, atMs: 0, finish: 'unknown', error: 'out of turns' });
		expect((await result).transcript).toMatchObject({ error: 'out of turns', messages: [{ role: 'user' }] });
	});

	it('repeats a sample in which the app was lost', async () => {
		const { app, model, port } = await pair('app');
		const result = sampleOf(model, '물');
		const { ask } = await app.next('ask');
		app.say({ type: 'chunk', ask, n: 0, atMs: 0, text: '첫 번째' });
		app.drop();
		const { app: back } = await ScriptedApp.join(port, helloDouble({ process: 'p2' }));
		const again = await back.next('ask');
		expect(again).toMatchObject({ level: 'app', text: '물' });
		back.say({ type: 'chunk', ask: again.ask, n: 0, atMs: 0, text: '두 번째' });
		back.say({ type: 'end', ask: again.ask, n: 1, atMs: 0, finish: 'stop', messages: [{ role: 'user', text: '물' }] });
		const { transcript, timings } = await result;
		expect(transcript.generations.map(({ pieces }) => pieces)).toEqual([['두 번째']]);
		expect(timings).toMatchObject({ attempts: 2, cold: true });
	});

	it('refuses a suite of single generations', async () => {
		const { model } = await pair('app');
		const events = model.openConversation(conversationOptions({})).sendChatTurn({ type: 'user', text: '물' });
		await expect(Array.fromAsync(events)).rejects.toBeInstanceOf(UsageError);
	});
});

async function sampleOf(model: ChatOnlyModel, input: string) {
	const suite = suiteDouble(['a'], (_, context) => solveAppTurn(input, context));
	const [sample] = suite.samples;
	if (sample === undefined) throw new Error('the suite has one');
	const asker = new Asker({
		openConversation: (options) => model.openConversation(options),
		watchSample: model.watchSample?.bind(model),
		app: await habitCoachApp(),
		settings: runSettingsFixture(),
	});
	return asker.ask({ suite, sample, variant: 'free', epoch: 0, seed: 1 });
}
