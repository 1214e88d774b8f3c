import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { exchangeFixture, steps } from '../../runners/device/exchange-fixture.ts';
import type { FromApp } from '../../runners/device/protocol.ts';
import { fromApp, hello } from '../../runners/device/protocol.ts';
import { startReference } from '../../runners/device/start-reference-fixture.ts';

it('says in the recorded exchange what it said then, apart from times', async () => {
	const [first, ...rest] = exchangeFixture('raw');
	const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const child = startReference(port, 'a-token-of-a-test', ['--context', '2048']);
	const [socket] = (await once(server, 'connection')) as [WebSocket];
	const said: unknown[] = [];
	socket.on('message', (data) => said.push(JSON.parse(String(data))));
	await expect.poll(() => said.length, { timeout: 30_000 }).toBe(1);
	expect(hello.parse(said[0])).toMatchObject(sameRun(first?.message));
	for (const { gemmark, app } of steps([{ from: 'app', message: { type: 'hello' } }, ...rest])) {
		socket.send(JSON.stringify(gemmark));
		const answers = app.filter(({ type }) => type !== 'state');
		if (answers.length === 0) continue;
		await expect.poll(() => answersIn(said).length, { timeout: 10_000 }).toBe(answers.length);
		expect(answersIn(said)).toEqual(answers.map((answer) => timeless(fromApp.parse(answer))));
	}
	const [code] = await once(child, 'exit');
	expect(code).toBe(0);
	server.close();
});

/** What of a hello is the same wherever and whenever the same file is loaded. */
function sameRun(message: object | undefined): object {
	const { protocol, token, app, model, levels, raw } = hello.parse(message);
	return { protocol, token, app, model, levels, raw };
}

function answersIn(said: readonly unknown[]): readonly object[] {
	return said
		.slice(1)
		.map((message) => fromApp.parse(message))
		.filter(({ type }) => type !== 'state' && type !== 'pong')
		.map(timeless);
}

function timeless(message: FromApp): object {
	return { ...message, atMs: 0, ...(message.type === 'end' && { prefillMs: 0 }) };
}
