import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type CallToolResult, createMcpHandler, type ListToolsResult, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/*
 * Fixture: a real MCP server of the official SDK that goes wrong on demand, run as a process of its own. Its argument is
 * `stdio`, `http` (the address is printed), or what goes wrong before there is a server; `FAULT_PID_FILE` takes its
 * process id, and `FAULT_TOOL` names one more tool.
 */
const [mode = 'stdio'] = process.argv.slice(2);
const { FAULT_PID_FILE, FAULT_TOOL, API_KEY } = process.env;
if (FAULT_PID_FILE !== undefined) writeFileSync(FAULT_PID_FILE, String(process.pid));

interface FaultyTool {
	readonly answer: (args: Record<string, unknown>, id: unknown) => unknown;
	readonly properties?: object;
	readonly output?: object;
}

const string = { type: 'string' };
const tools: Record<string, FaultyTool> = {
	echo: { properties: { text: string }, answer: ({ text }) => said(String(text)) },
	environment: { answer: () => said(JSON.stringify({ ...process.env, cwd: process.cwd() })) },
	forecast: {
		properties: { city: string },
		answer: ({ city }) => (city === 'Seoul' ? said('15 degrees') : { ...said(`unknown city ${city}`), isError: true }),
	},
	fail: { answer: () => ({ ...said(`no such city (key ${API_KEY})`), isError: true }) },
	reject: { properties: { city: string }, answer: () => refused(-32602, 'city: must be a number') },
	hang: { answer: () => delay(60_000, said('late')) },
	die: { answer: () => process.stderr.write(`cannot go on with ${API_KEY}\n`, () => process.exit(9)) && delay(60_000) },
	lie: { output: { type: 'object', properties: { degrees: { type: 'number' } } }, answer: () => lied },
	dangling: {
		output: { type: 'object', properties: { note: { $ref: '#/$defs/Gone' } } },
		answer: () => ({ ...said('kept'), structuredContent: { note: 1 } }),
	},
	flood: { properties: { line: string }, answer: ({ line }) => flood(String(line)) },
	encode: { answer: () => said(encodedForms(String(API_KEY))) },
	large: { answer: () => said('x'.repeat(50_000)) },
	huge: { answer: () => said('x'.repeat(11 * 1024 * 1024)) },
	image: { answer: () => ({ content: [{ type: 'image', data: 'AAAA'.repeat(1000), mimeType: 'image/png' }] }) },
	garble: { answer: () => answerRaw('{"jsonrpc": "2.0", "id": ') },
	shapeless: { answer: (_, id) => answerRaw({ jsonrpc: '2.0', id, result: { content: 'no list' } }) },
	empty: { answer: (_, id) => answerRaw({ jsonrpc: '2.0', id, result: { content: null, structuredContent: null } }) },
	grow: { answer: () => grown() },
	...(FAULT_TOOL === undefined ? {} : { [FAULT_TOOL]: { answer: () => said('one more') } }),
};

/** A line again and again, and no look at what it is sent. */
function flood(line: string): object {
	process.stdin.pause();
	const write = (): void => {
		while (process.stdout.write(`${line}\n`.repeat(500)));
		process.stdout.once('drain', write);
	};
	setTimeout(write, 50);
	return said('flooding');
}

function encodedForms(key: string): string {
	const encoded = ['', 'u', 'me:'].map((before) => Buffer.from(`${before}${key}`).toString('base64'));
	return [...encoded, encodeURIComponent(key), JSON.stringify(key)].join(' ');
}

/** One more tool from now on, which it announces. */
function grown(): object {
	tools.late = { answer: () => said('late') };
	process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })}\n`);
	return said('grown');
}

const lied = { ...said('warm'), structuredContent: { degrees: 'warm' } };
const mistyped = [
	{ name: 'fine', inputSchema: { type: 'object' } },
	{ name: 'forecast', inputSchema: { type: 'text' } },
];
const PAGE = 5;

if (mode === 'exits') {
	process.stderr.write(`cannot use its key ${API_KEY}\n`);
	process.exit(1);
} else if (mode === 'silent') {
	// Neither the end of its input nor SIGTERM ends it.
	process.on('SIGTERM', () => undefined);
	setInterval(() => undefined, 1000);
} else if (mode === 'garbage') {
	process.stdin.on('data', () => process.stdout.write('<html>no JSON</html>\n'));
} else if (mode === 'http') {
	await serveHttp();
} else {
	await faultServer().connect(new StdioServerTransport());
}

function faultServer(): Server {
	const server = new Server(
		{ name: 'fault-server', version: '1.2.3' },
		{ capabilities: mode === 'toolless' ? {} : { tools: {} } },
	);
	if (mode === 'toolless') return server;
	server.setRequestHandler('tools/list', async ({ params }, { mcpReq: { id } }) => {
		if (mode === 'mistyped') await answerRaw({ jsonrpc: '2.0', id, result: { tools: mistyped } });
		const from = Number(params?.cursor ?? 0);
		const all = Object.entries(tools).map(([name, { properties = {}, output }]) => ({
			name,
			description: `Does ${name}.`,
			inputSchema: { type: 'object' as const, properties },
			outputSchema: output as { type: 'object' },
		}));
		const next = from + PAGE < all.length ? { nextCursor: String(from + PAGE) } : {};
		return { tools: all.slice(from, from + PAGE), ...next } as ListToolsResult;
	});
	server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
		const tool = tools[params.name];
		if (tool === undefined) return refused(-32602, `no tool ${params.name}`);
		return (await tool.answer(params.arguments ?? {}, mcpReq.id)) as CallToolResult;
	});
	return server;
}

function said(text: string): { readonly content: readonly { readonly type: 'text'; readonly text: string }[] } {
	return { content: [{ type: 'text', text }] };
}

/** Past the SDK, which would not send it. */
function answerRaw(answer: unknown): Promise<unknown> {
	process.stdout.write(`${typeof answer === 'string' ? answer : JSON.stringify(answer)}\n`);
	return delay(60_000);
}

function refused(code: number, message: string): never {
	throw Object.assign(new Error(message), { code });
}

/** Answers 401 without the key that it was given. */
async function serveHttp(): Promise<void> {
	const handler = createMcpHandler(() => faultServer());
	const listener = createServer(async (request, response) => {
		if (API_KEY !== undefined && request.headers.authorization !== `Bearer ${API_KEY}`) {
			response.writeHead(401).end('who are you?');
			return;
		}
		const body = await new Response(request as never).text();
		if (body.includes('"garble"')) {
			response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc": ');
			return;
		}
		if (request.url === '/login' || body.includes('"page"')) {
			response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>');
			return;
		}
		if (body.includes('"die"')) {
			response.destroy();
			return;
		}
		const answer = await handler.fetch(
			new Request(`http://127.0.0.1${request.url}`, {
				method: request.method ?? 'POST',
				headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
				...(body === '' ? {} : { body }),
			}),
		);
		response.writeHead(answer.status, Object.fromEntries(answer.headers));
		for await (const chunk of answer.body ?? []) response.write(chunk);
		response.end();
	});
	await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
	process.stdout.write(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp\n`);
}
