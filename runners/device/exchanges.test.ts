import { expect, it } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import type { GenerationRecord } from '../../src/model/generation.ts';
import type { ChatOnlyModel, LoadedModel } from '../../src/model/runner.ts';
import { collectCompletion } from '../../src/testing/contract/collect-completion.ts';
import { conversationOptions } from '../../src/testing/contract/contract-request.ts';
import { type ExchangeName, exchangeFixture, steps } from './exchange-fixture.ts';
import { fromApp, type Hello, hello, toApp } from './protocol.ts';
import { pairedDevice, type ScriptedApp } from './scripted-app-double.ts';

const NAMES: readonly ExchangeName[] = ['raw', 'chat', 'app', 'refused'];

it.each(NAMES)('the exchange %s has messages of the protocol, and no field that it does not know', (name) => {
	for (const [index, { from, message }] of exchangeFixture(name).entries()) {
		const schema = from === 'gemmark' ? toApp : index === 0 ? hello : fromApp;
		expect(schema.parse(message)).toEqual(message);
	}
});

it('gemmark says what it says in the exchange chat, and reads what the app answers', async () => {
	const { model, records } = await played('chat', async (model, record) => {
		const conversation = (model as ChatOnlyModel).openConversation({ ...conversationOptions({}), ...record });
		const events = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: ASKED }));
		const results = events.flatMap((event) =>
			event.type === 'call' ? [{ call: event.call, response: { ok: true, data: { id: 7 } } }] : [],
		);
		await Array.fromAsync(conversation.sendChatTurn({ type: 'tool-results', results }));
	});
	expect(model.engine).toMatchObject({ api: 'chat', backend: 'GPU' });
	expect(records.map(({ finish }) => finish.unified)).toEqual(['tool-call', 'stop']);
});

it('gemmark says what it says in the exchange app, and keeps what the app kept', async () => {
	const { records } = await played('app', async (model, record) => {
		const conversation = (model as ChatOnlyModel).openConversation({ ...conversationOptions({}), ...record });
		const turn = await conversation.userTurn?.(ASKED);
		expect(turn?.messages.map(({ role }) => role)).toEqual(['user', 'model', 'tool-call', 'model']);
	});
	expect(records.map(({ pieces }) => pieces.length)).toEqual([2, 1]);
});

it('gemmark says what it says in the exchange raw, which the reference device was recorded in', async () => {
	await played('raw', async (model) => {
		if (model.kind !== 'raw') throw new UsageError('raw');
		const asked = exchangeFixture('raw').find(({ message }) => message.type === 'ask')?.message as unknown as {
			readonly prompt: readonly { readonly text: string }[];
		};
		const request = { parts: asked.prompt, maxTokens: 12 };
		expect(await collectCompletion(model.completer, request)).toMatchObject({
			text: '추가할 습관을 찾아볼게요.<|tool_call>call:search_catalog{keyword',
			end: { finish: { unified: 'length' }, usage: { outputTokens: 12 } },
		});
	});
});

const ASKED = '물 마시기 습관을 추가해 줘';

type Recording = Pick<Parameters<ChatOnlyModel['openConversation']>[0], 'onGeneration'>;

/** Plays the app's part of an exchange while `act` plays the run's, and compares gemmark's messages with the exchange. */
async function played(
	name: ExchangeName,
	act: (model: LoadedModel, record: Recording) => Promise<void>,
): Promise<{ readonly model: LoadedModel; readonly records: readonly GenerationRecord[] }> {
	const [first, ...rest] = exchangeFixture(name);
	const level = name === 'app' ? 'app' : 'engine';
	const { model, app } = await pairedDevice({ level }, first?.message as unknown as Hello);
	const records: GenerationRecord[] = [];
	const answered = answerAll(app, rest);
	await act(model, { onGeneration: (record) => void records.push(record) });
	await model.dispose();
	await answered;
	return { model, records };
}

async function answerAll(app: ScriptedApp, rest: ReturnType<typeof exchangeFixture>): Promise<void> {
	for (const { gemmark, app: said } of steps([{ from: 'app', message: { type: 'hello' } }, ...rest]).slice(1)) {
		expect(await app.next('open', 'ask', 'close')).toEqual(gemmark);
		for (const message of said) app.say(message);
	}
}
