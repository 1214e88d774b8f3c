import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Played, promptKey, type Recording } from './generation.ts';

/** What a scripted server answers: the events of a stream, or a status with a body. */
export type ServerAnswer =
	| readonly object[]
	| { readonly status: number; readonly body: object; readonly headers?: Readonly<Record<string, string>> };

export interface Served {
	/** Pages by path, such as `/v1/models`; a path without one is a 404. */
	readonly pages: Readonly<Record<string, object>>;
	/** Answers of `/v1/chat/completions`: by the user's last words, one for each generation of that turn. */
	readonly chat?: Readonly<Record<string, readonly ServerAnswer[]>>;
	/** Answers of `/v1/completions` and of llama-server's `/completion`, by prompt. */
	readonly recording?: Recording;
	/** What `/v1/completions` answers to any prompt. */
	readonly text?: string;
	/** Answers requests of chats and completions instead of the scripts above. */
	readonly answer?: (body: Record<string, unknown>, text: string) => ServerAnswer;
	/** Is called with the body of each chat request. */
	readonly onRequest?: (body: Record<string, unknown>) => void;
}

export interface GoldenServer {
	readonly url: string;
	close(): Promise<void>;
}

/** A server on loopback that speaks as OpenAI's API, vLLM and llama-server do. */
export async function serve(served: Served): Promise<GoldenServer> {
	const server = createServer(async (request, response) => {
		let text = '';
		for await (const chunk of request) text += chunk;
		const body = text === '' ? {} : JSON.parse(text);
		const path = (request.url ?? '').split('?')[0] ?? '';
		const page = served.pages[path];
		if (page !== undefined) json(response, 200, page);
		else if (served.answer !== undefined && /^\/v1\/(?:chat\/)?completions$/u.test(path)) {
			send(response, body, served.answer(body, text));
		} else if (path === '/v1/chat/completions' && served.chat !== undefined) {
			served.onRequest?.(body);
			chat(response, body, served.chat);
		} else if (path === '/v1/completions' && served.text !== undefined) {
			const usage = { prompt_tokens: 400, completion_tokens: Math.ceil(served.text.length / 2) };
			const choices = [{ index: 0, text: served.text, finish_reason: 'stop' }];
			stream(response, [{ model: body.model, choices, usage }]);
		} else if (path === '/v1/completions' && served.recording !== undefined) {
			const played = playedFor(served.recording, body.prompt, body);
			const chunks = played.pieces.map((piece) => ({ model: body.model, choices: [{ index: 0, text: piece }] }));
			const end = { index: 0, text: '', finish_reason: played.finish?.[0] === 'length' ? 'length' : 'stop' };
			const usage = { prompt_tokens: played.promptTokens, completion_tokens: played.outputTokens };
			stream(response, [...chunks, { model: body.model, choices: [end], usage }]);
		} else if (path === '/completion' && served.recording !== undefined) {
			const played = playedFor(served.recording, textOf(body.prompt), body);
			const chunks = played.pieces.map((content, index) => ({
				content,
				tokens: [played.tokens?.[index] ?? 1],
				stop: false,
			}));
			const reported = {
				tokens_evaluated: Array.from(textOf(body.prompt)).length,
				tokens_predicted: played.outputTokens,
			};
			stream(response, [
				...chunks,
				{ content: '', tokens: [], stop: true, stop_type: 'eos', truncated: false, ...reported },
			]);
		} else if (path === '/tokenize' && served.recording !== undefined) {
			json(response, 200, { tokens: Array.from(String(body.content), (character) => character.codePointAt(0)) });
		} else json(response, 404, { error: { message: 'no such path' } });
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

interface Message {
	readonly role: string;
	readonly content: unknown;
}

function chat(
	response: ServerResponse,
	{ messages, model }: { messages: readonly Message[]; model?: string },
	script: NonNullable<Served['chat']>,
): void {
	const last = messages.findLastIndex(({ role }) => role === 'user');
	const asked = String(messages[last]?.content);
	const generation = messages.slice(last + 1).filter(({ role }) => role === 'assistant').length;
	// The probe whether tools reach the model asks with 'A'.
	const answer = script[asked]?.[generation];
	if (answer === undefined) json(response, 500, { error: { message: `no answer is scripted to ${asked}` } });
	else send(response, { model }, answer);
}

function send(response: ServerResponse, { model }: { readonly model?: unknown }, answer: ServerAnswer): void {
	if ('status' in answer) json(response, answer.status, answer.body, answer.headers);
	else {
		stream(
			response,
			answer.map((event) => ({ model, ...event })),
		);
	}
}

function playedFor(
	{ generations = {} }: Recording,
	prompt: string,
	{ temperature = 0, seed = 0, grammar }: { temperature?: number; seed?: number; grammar?: string },
): Played {
	const played = generations[promptKey(prompt, { temperature, seed }, grammar)];
	return (
		played ?? { pieces: ['no recorded generation'], finish: ['length', 'length'], promptTokens: 1, outputTokens: 1 }
	);
}

/** A prompt of texts and of the tokens that {@link serve} makes: code points. */
function textOf(prompt: unknown): string {
	if (typeof prompt === 'string') return prompt;
	if (typeof prompt === 'number') return String.fromCodePoint(prompt);
	return (prompt as readonly unknown[]).map(textOf).join('');
}

function json(response: ServerResponse, status: number, value: object, headers: Record<string, string> = {}): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

function stream(response: ServerResponse, values: readonly object[]): void {
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const value of values) response.write(`data: ${JSON.stringify(value)}\n\n`);
	response.end('data: [DONE]\n\n');
}
