import { afterEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../src/index.ts';
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
		await expect(openAiRunner.load({ model: 'gemma', server: { url: 'file:///etc' } })).rejects.toThrow(UsageError);
	});

	it('takes the only model a server has, and asks which when there are several', async () => {
		const list = (...ids: string[]): Answer => json({ data: ids.map((id) => ({ id })) });
		server = await startScriptedServer({ '/v1/models': list('one') });
		expect((await openAiRunner.load({ model: '', server: { url: server.url } })).identity.name).toBe('one');
		await server.close();
		server = await startScriptedServer({ '/v1/models': list('one', 'two') });
		await expect(openAiRunner.load({ model: '', server: { url: server.url } })).rejects.toThrow(/serves 2 models/u);
	});

	it('tells when no server is there', async () => {
		server = await startScriptedServer({});
		const { url } = server;
		await server.close();
		server = undefined;
		await expect(openAiRunner.load({ model: 'gemma', server: { url } })).rejects.toThrow(
			/cannot be reached \(ECONNREFUSED\)/u,
		);
	}, 20_000);
});
