import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../src/text/secrets.ts';
import { createDeviceRunner } from './index.ts';
import { MAX_STRANGERS } from './listener.ts';
import { asked, expectAnswer, failureOf, pair } from './paired-app-fixture.ts';
import type { Hello } from './protocol.ts';
import { helloDouble, ScriptedApp, TOKEN } from './scripted-app-double.ts';

describe('joining a run', () => {
	it('keeps the token secret, also in the command of the log', async () => {
		await pair();
		expect(withoutSecrets({ command: `gemmark run --runner device --token ${TOKEN}` })).toEqual({
			command: `gemmark run --runner device --token ${'*'.repeat(TOKEN.length)}`,
		});
	});

	it.each([
		['another token', { token: 'guessed' }, 'token', 'gemmark printed'],
		['a newer protocol', { protocol: 2 }, 'protocol', 'update gemmark'],
		['an older protocol', { protocol: 0 }, 'protocol', 'clients/'],
		['no level that is asked for', { levels: ['raw'] }, 'level', 'level engine'],
		['a size that is none', { model: { file: 'a', sizeBytes: -1 } }, 'hello', 'model.sizeBytes'],
	])('refuses a client with %s, with the reason', async (_, fields, reason, words) => {
		const { model, app, port, lines } = await pair();
		const { answer } = await ScriptedApp.join(port, { ...helloDouble(), ...fields });
		expect(answer).toMatchObject({ type: 'refused', reason });
		expect(answer).toHaveProperty('message', expect.stringContaining(words));
		expect(lines.at(-1)).toContain('refused a client');
		await expectAnswer(model, app);
	});

	it('refuses every web page before its first message, and prints that once', async () => {
		const { model, app, port, lines } = await pair();
		for (const origin of ['https://shop.example', 'https://shop.example', 'null']) {
			expect(await new ScriptedApp(port, { origin }).closed).toBe(1006);
		}
		expect(lines.slice(-2)).toEqual(['https://shop.example', 'null'].map((page) => expect.stringContaining(page)));
		await expectAnswer(model, app);
	});

	it('disconnects the oldest of many clients that say nothing, and admits the app', async () => {
		const lines: string[] = [];
		const first = Promise.withResolvers<number>();
		const runner = createDeviceRunner({
			say: (line) => lines.push(line),
			async onListening({ port }) {
				const silent = Array.from({ length: MAX_STRANGERS + 1 }, () => new ScriptedApp(port));
				first.resolve(await Promise.race(silent.map(({ closed }) => closed)));
				await ScriptedApp.join(port);
			},
		});
		const model = await runner.load({ model: '', port: 0, token: TOKEN });
		expect(await first.promise).toBe(1006);
		expect(lines.filter((line) => line.includes('refused a client'))).toHaveLength(1);
		await model.dispose();
	});

	it('refuses a second client as busy', async () => {
		const { model, app, port } = await pair();
		const { answer } = await ScriptedApp.join(port, helloDouble({ process: 'p2' }));
		expect(answer).toMatchObject({ type: 'refused', reason: 'busy' });
		await expectAnswer(model, app);
	});

	it.each<[string, Partial<Hello>]>([
		['model', { model: { file: 'other.litertlm' } }],
		['adapter', { adapter: { file: 'habits.lora' } }],
	])('refuses an app that came back with another %s', async (field, changed) => {
		const { app, port } = await pair();
		app.drop();
		await app.closed;
		const { answer } = await ScriptedApp.join(port, helloDouble(changed));
		expect(answer).toMatchObject({ type: 'refused', reason: 'changed', message: expect.stringContaining(field) });
	});

	it('replaces a half-dead connection of the same app', async () => {
		const { model, app, port, session } = await pair();
		const failure = failureOf(asked(model));
		await app.next('ask');
		const { answer } = await ScriptedApp.join(port, helloDouble({ session: 'of another run' }));
		expect(answer).toMatchObject({ type: 'refused', reason: 'busy' });
		const { app: back } = await ScriptedApp.join(port, helloDouble({ session }));
		expect(await failure).toMatchObject({ failure: 'cut' });
		await expectAnswer(model, back);
	});

	it('identifies model, engine and device', async () => {
		const { model } = await pair();
		expect(model).toMatchObject({
			identity: { name: 'gemma.litertlm', sizeBytes: 1000, miniature: false },
			engine: { runner: 'device', version: 'LiteRT-LM 0.8.0 (coach 1.2)', backend: 'GPU', api: 'chat' },
			host: { device: 'Pixel 8', os: 'Android 16' },
			loadMs: 800,
		});
	});

	it('reports a hello that was too long', async () => {
		const long = { ...helloDouble(), app: 'a'.repeat(2 ** 20) };
		const runner = createDeviceRunner({
			say: () => undefined,
			onListening: ({ port }) => void ScriptedApp.join(port, long),
		});
		const error = await failureOf(runner.load({ model: '', port: 0, connectTimeout: 0.3 }));
		expect(error.message).toContain('longer than 1 MiB');
	});

	it('fails if no app connects', async () => {
		const runner = createDeviceRunner({ say: () => undefined });
		const error = await failureOf(runner.load({ model: '', port: 0, connectTimeout: 0.05 }));
		expect(error).toMatchObject({ failure: 'load-timeout' });
		expect(error.hint).toContain('adb reverse');
	});

	it('reports why the last client was refused', async () => {
		const runner = createDeviceRunner({
			say: () => undefined,
			onListening: ({ port }) => void ScriptedApp.join(port, helloDouble({ token: 'guessed' })),
		});
		const error = await failureOf(runner.load({ model: '', port: 0, connectTimeout: 0.3 }));
		expect(error.said).toMatchObject({
			code: 'device.only-refused',
			params: { why: { code: 'device.refused-token' } },
		});
		expect(error.hint).not.toContain('adb reverse');
		const { model, app, port } = await pair({ reconnectTimeout: 0.3 });
		app.drop();
		await app.closed;
		await ScriptedApp.join(port, helloDouble({ backend: 'CPU' }));
		const away = await failureOf(model.watchSample?.(undefined) ?? Promise.resolve());
		expect(away.said.params).toMatchObject({ seconds: 0.3, why: { params: { field: 'backend' } } });
	});

	it.each([
		['of another size than the app has', helloDouble(), 'usage.device-model-size'],
		['whose size the app does not report', helloDouble({ model: { file: 'a.task' } }), 'usage.device-model-unsized'],
	])('refuses a --model %s', async (_title, hello, code) => {
		await expect(
			createDeviceRunner({
				say: () => undefined,
				onListening: ({ port }) => void ScriptedApp.join(port, hello),
			}).load({ model: 'package.json', port: 0, token: TOKEN }),
		).rejects.toMatchObject({ said: { code } });
	});
});
