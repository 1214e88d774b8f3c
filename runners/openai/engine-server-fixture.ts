import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type JsonObject } from '../../src/base/json.ts';
import type { RawModel } from '../../src/model/runner.ts';

/** A loaded model behind `/v1/completions`, for machines without a served one. */
export interface EngineServer {
	readonly url: string;
	/** Answers instead of the engine while it is set. */
	disturb: Disturbance | undefined;
	/** Goes at once, with every connection, and comes back at the same address. */
	restart(goneMs: number): void;
	/** Resolves when a server that was restarted is back. */
	settled(): Promise<void>;
	close(): Promise<void>;
}

/** Writes the answer to a request from the events that an undisturbed server would send. */
export type Disturbance = (response: ServerResponse, events: AsyncIterable<JsonObject>) => Promise<void>;

export async function startEngineServer(model: RawModel): Promise<EngineServer> {
	const http = createServer((request, response) => {
		answer(model, request, response, server.disturb ?? sendEvents).catch((error: unknown) => {
			if (!response.headersSent) response.writeHead(400, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ error: { message: error instanceof Error ? error.message : String(error) } }));
		});
	});
	const port = await listen(http, 0);
	let restarting = Promise.resolve();
	const server: EngineServer = {
		url: `http://127.0.0.1:${port}`,
		disturb: undefined,
		restart(goneMs) {
			restarting = restarting.then(async () => {
				await close(http);
				await new Promise((resolve) => setTimeout(resolve, goneMs));
				await listen(http, port);
			});
		},
		settled: () => restarting,
		async close() {
			await restarting;
			await close(http);
		},
	};
	return server;
}

async function listen(http: Server, port: number): Promise<number> {
	await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
	return (http.address() as AddressInfo).port;
}

async function close(http: Server): Promise<void> {
	const closed = new Promise((resolve) => http.close(resolve));
	http.closeAllConnections();
	await closed;
}

/** The answer of a server that nothing disturbs. */
export async function sendEvents(response: ServerResponse, events: AsyncIterable<JsonObject>): Promise<void> {
	// The first event shows whether the prompt was accepted, so that a refusal is a status and no stream.
	for await (const event of events) sendEvent(response, event);
	response.end('data: [DONE]\n\n');
}

/** Sends one event, and the head of the stream before the first. */
export function sendEvent(response: ServerResponse, event: JsonObject): void {
	if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
	response.write(`data: ${JSON.stringify(event)}\n\n`);
}

async function answer(
	model: RawModel,
	request: IncomingMessage,
	response: ServerResponse,
	respond: Disturbance,
): Promise<void> {
	if (request.url !== '/v1/completions') {
		response.writeHead(404).end('{}');
		return;
	}
	const asked = await bodyOf(request);
	const gone = new AbortController();
	response.on('close', () => gone.abort());
	await respond(response, completionEvents(model, asked, gone.signal));
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
	let text = '';
	for await (const chunk of request) text += chunk;
	const body: unknown = JSON.parse(text);
	if (!isJsonObject(body)) throw new Error('not an object');
	return body;
}

async function* completionEvents(model: RawModel, asked: JsonObject, signal: AbortSignal): AsyncGenerator<JsonObject> {
	const prompt = String(asked.prompt);
	const events = model.completer.complete({
		parts: [{ text: prompt }],
		// System prompt and tools, which every conversation begins with.
		sharedChars: Math.max(0, prompt.indexOf('<|turn>user')),
		stop: Array.isArray(asked.stop) ? asked.stop.map(String) : [],
		maxTokens: Number(asked.max_tokens),
		sampling: {
			temperature: Number(asked.temperature),
			seed: Number(asked.seed),
			...(typeof asked.top_k === 'number' ? { topK: asked.top_k } : {}),
			...(typeof asked.top_p === 'number' ? { topP: asked.top_p } : {}),
		},
		deadlineMs: 60_000,
		signal,
	});
	for await (const event of events) {
		if (event.type === 'pieces') {
			for (const piece of event.pieces) yield { choices: [{ text: piece.text }] };
			continue;
		}
		const { promptTokens = 0, cachedPromptTokens = 0, outputTokens = 0 } = event.usage;
		yield { choices: [{ text: '', finish_reason: event.finish.unified }] };
		const details = { cached_tokens: cachedPromptTokens };
		yield {
			choices: [],
			usage: { prompt_tokens: promptTokens, completion_tokens: outputTokens, prompt_tokens_details: details },
		};
	}
}
