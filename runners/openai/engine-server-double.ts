import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type JsonObject, type RawModel } from '../../src/index.ts';

/** Double: a small HTTP server with a real engine behind `/v1/completions`, for machines without a served model. */
export interface EngineServer {
	readonly url: string;
	close(): Promise<void>;
}

export async function startEngineServer(model: RawModel): Promise<EngineServer> {
	const server = createServer((request, response) => {
		answer(model, request, response).catch((error: unknown) => {
			if (!response.headersSent) response.writeHead(400, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ error: { message: error instanceof Error ? error.message : String(error) } }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function answer(model: RawModel, request: IncomingMessage, response: ServerResponse): Promise<void> {
	if (request.url !== '/v1/completions') {
		response.writeHead(404).end('{}');
		return;
	}
	const asked = await bodyOf(request);
	const gone = new AbortController();
	response.on('close', () => gone.abort());
	const events = model.completer.complete({
		parts: [{ text: String(asked.prompt) }],
		sharedChars: 0,
		stop: Array.isArray(asked.stop) ? asked.stop.map(String) : [],
		maxTokens: Number(asked.max_tokens),
		sampling: {
			temperature: Number(asked.temperature),
			seed: Number(asked.seed),
			...(typeof asked.top_k === 'number' ? { topK: asked.top_k } : {}),
			...(typeof asked.top_p === 'number' ? { topP: asked.top_p } : {}),
		},
		deadlineMs: 60_000,
		signal: gone.signal,
	});
	for await (const event of events) {
		// The first event tells whether the prompt was accepted, so that a refusal is a status and no stream.
		if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
		if (event.type === 'pieces') {
			for (const piece of event.pieces) send(response, { choices: [{ text: piece.text }] });
			continue;
		}
		const { promptTokens = 0, cachedPromptTokens = 0, outputTokens = 0 } = event.usage;
		send(response, { choices: [{ text: '', finish_reason: event.finish.unified }] });
		const details = { cached_tokens: cachedPromptTokens };
		send(response, {
			choices: [],
			usage: { prompt_tokens: promptTokens, completion_tokens: outputTokens, prompt_tokens_details: details },
		});
	}
	response.end('data: [DONE]\n\n');
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
	let text = '';
	for await (const chunk of request) text += chunk;
	const body: unknown = JSON.parse(text);
	if (!isJsonObject(body)) throw new Error('not an object');
	return body;
}

function send(response: ServerResponse, event: JsonObject): void {
	response.write(`data: ${JSON.stringify(event)}\n\n`);
}
