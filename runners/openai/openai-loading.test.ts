import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, UsageError } from '../../src/index.ts';
import {
	type Answer,
	json,
	type ScriptedServer,
	startScriptedServer,
} from '../../src/testing/doubles/scripted-server.ts';
import { openAiRunner } from './index.ts';

let server: ScriptedServer | undefined;
afterEach(async () => {
	await server?.close();
	server = undefined;
});

describe('loading', () => {
	it('asks for the address of a server', async () => {
		await expect(openAiRunner.load({ model: 'gemma' })).rejects.toThrow(UsageError);
		await expect(openAiRunner.load({ model: 'gemma', baseUrl: 'file:///etc' })).rejects.toThrow(UsageError);
	});

	it('tells when the file of the template cannot be read', async () => {
		const loading = openAiRunner.load({ model: 'gemma', baseUrl: 'http://127.0.0.1:1', template: 'no/such.jinja' });
		await expect(loading).rejects.toThrow('no/such.jinja: cannot be read (ENOENT)');
		await expect(loading).rejects.toThrow(ConfigError);
	});

	it('takes the only model a server has, and asks which when there are several', async () => {
		const list = (...ids: string[]): Answer => json({ data: ids.map((id) => ({ id })) });
		server = await startScriptedServer({ '/v1/models': list('one') });
		expect((await openAiRunner.load({ model: '', baseUrl: server.url })).identity.name).toBe('one');
		await server.close();
		server = await startScriptedServer({ '/v1/models': list('one', 'two') });
		await expect(openAiRunner.load({ model: '', baseUrl: server.url })).rejects.toThrow(/serves 2 models/u);
	});

	it('tells when no server is there', async () => {
		server = await startScriptedServer({});
		const { url } = server;
		await server.close();
		server = undefined;
		await expect(openAiRunner.load({ model: 'gemma', baseUrl: url })).rejects.toThrow(
			/cannot be reached \(ECONNREFUSED\)/u,
		);
	}, 20_000);
});
