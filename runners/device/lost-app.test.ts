import { describe, expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import type { GenerationRecord } from '../../src/model/generation.ts';
import { asked, chunk, conversationOf, end, expectAnswer, failureOf, pair } from './paired-app-fixture.ts';
import { helloDouble, ScriptedApp } from './scripted-app-double.ts';

describe('a lost app', () => {
	it('cuts its ask, and is waited for before the next sample', async () => {
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

	it('ends the run if it does not come back', async () => {
		const { model, app } = await pair({ reconnectTimeout: 0.05 });
		const cut = failureOf(asked(model));
		await app.next('ask');
		app.drop();
		expect(await cut).toMatchObject({ failure: 'cut' });
		const away = { failure: 'unavailable', said: { code: 'device.no-connection' } };
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

	it('ends with finish deadline if it sleeps past its deadline, and must reconnect', async () => {
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
		expect(sample?.timeline()?.notComparable).toEqual([message('device.silent-past-deadline')]);
		await app.closed;
		const { app: back } = await ScriptedApp.join(port);
		await model.watchSample?.(undefined);
		await expectAnswer(model, back);
	});
});

describe('a process that the system ends', () => {
	const exit = (process: string, reason: 'low-memory' | 'user') => ({ process, reason });

	it('is asked the sample again once, and then has killed it', async () => {
		const { model, app, port } = await pair();
		await model.watchSample?.(undefined, 'frame a free 0');
		app.drop();
		await app.closed;
		const { app: second } = await ScriptedApp.join(
			port,
			helloDouble({ process: 'p2', exit: exit('p1', 'low-memory') }),
		);
		const again = await model.watchSample?.(undefined, 'frame a free 0');
		expect(again?.failure).toBeUndefined();
		expect(again?.timeline()).toMatchObject({ cold: true, exit: { process: 'p1', reason: 'low-memory' } });
		second.drop();
		await second.closed;
		await ScriptedApp.join(port, helloDouble({ process: 'p3', exit: exit('p2', 'low-memory') }));
		const last = await model.watchSample?.(undefined, 'frame a free 0');
		expect(last?.failure).toMatchObject({
			failure: 'killed',
			said: { params: { n: 2, why: [message('device.exit-low-memory')] } },
		});
		expect((await model.watchSample?.(undefined, 'frame b free 0'))?.failure).toBeUndefined();
	});

	it('does not count where a person ended it, nor where the same process comes back', async () => {
		const { model, app, port, session } = await pair();
		await model.watchSample?.(undefined, 'frame a free 0');
		let current = app;
		for (const hello of [
			helloDouble({ session }),
			helloDouble({ process: 'p2', exit: exit('p1', 'user') }),
			helloDouble({ process: 'p3', exit: exit('p2', 'user') }),
		]) {
			current.drop();
			await current.closed;
			current = (await ScriptedApp.join(port, hello)).app;
			expect((await model.watchSample?.(undefined, 'frame a free 0'))?.failure).toBeUndefined();
		}
	});
});
