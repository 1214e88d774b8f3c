import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** How a server answers. */
export interface Behaviour {
	readonly name: string;
	/** Whether its answers are evidence: a verdict may stand. */
	readonly evidence?: boolean;
	answer(response: ServerResponse, asked: Asked): void;
}

export interface Asked {
	readonly request: IncomingMessage;
	readonly chat: boolean;
	/** The key that came with the request. */
	readonly key: string;
	/** A server that belongs to somebody else. */
	readonly elsewhere: string;
}

const MIB = 2 ** 20;

/** What servers were seen to do, and what no server should do. */
export const BEHAVIOURS: readonly [Behaviour, ...Behaviour[]] = [
	{ name: 'answers', evidence: true, answer: (response, { chat }) => stream(response, said('기록부터 볼게요.', chat)) },
	{
		name: 'answers a byte at a time',
		evidence: true,
		answer(response, { chat }) {
			response.writeHead(200, EVENT_STREAM);
			for (const byte of Buffer.from(eventText(said('기록부터 볼게요.', chat)))) response.write(Buffer.of(byte));
			response.end();
		},
	},
	{
		name: 'says the key',
		evidence: true,
		answer(response, { chat, key }) {
			stream(response, [...Array.from(key, (char) => delta(char, chat)), ...said(` ${key} 볼게요.`, chat)]);
		},
	},
	...[400, 401, 404, 500].map((status) => ({
		name: `says the key with a ${status}`,
		answer(response: ServerResponse, { key }: Asked) {
			response.writeHead(status, { 'content-type': 'application/json', 'x-key': key, 'retry-after': '0' });
			response.end(JSON.stringify({ error: { message: `wrong key ${key}, Bearer ${key}`, [key]: key } }));
		},
	})),
	{ name: 'sends a page', answer: (response) => body(response, 'text/html', '<!doctype html><h1>Sign in</h1>') },
	{
		name: 'sends a page as a stream',
		answer: (response) => body(response, 'text/event-stream', '<h1>Sign in</h1>\n\n'),
	},
	{ name: 'sends nothing', answer: (response) => response.writeHead(200).end() },
	{ name: 'sends an empty stream', answer: (response) => body(response, 'text/event-stream', 'data: [DONE]\n\n') },
	{
		name: 'sends a stream as plain text',
		answer: (response, { chat }) => body(response, 'text/plain', eventText(said('네.', chat))),
	},
	{
		name: 'sends JSON instead of a stream',
		answer: (response) => body(response, 'application/json', JSON.stringify({ choices: [{ text: '네.' }] })),
	},
	{
		name: 'sends wrong types',
		answer: (response) =>
			stream(response, [
				{ choices: 7 },
				{ choices: [{ text: { a: 1 }, delta: 9, finish_reason: [] }] },
				{ choices: [null], usage: 'x' },
				[1],
				null,
				'x',
			]),
	},
	{ name: 'sends no JSON', answer: (response) => body(response, 'text/event-stream', 'data: {"choices": [\n\n') },
	{
		name: 'cuts its answer',
		answer(response, { chat }) {
			response.writeHead(200, EVENT_STREAM);
			response.write(eventText([delta('기록부터', chat)]), () => response.destroy());
		},
	},
	{ name: 'resets', answer: (response) => void response.socket?.resetAndDestroy() },
	{ name: 'never answers', answer: () => undefined },
	{
		name: 'falls silent',
		answer(response, { chat }) {
			response.writeHead(200, EVENT_STREAM);
			response.write(eventText([delta('기록부터', chat)]));
		},
	},
	{
		name: 'streams without end',
		answer: (response, { chat }) => pour(response, 'text/event-stream', eventText([delta('가나다', chat)])),
	},
	{
		name: 'sends one event without end',
		answer: (response) => pour(response, 'text/event-stream', 'data: {"a'.repeat(9e3)),
	},
	{ name: 'sends a body without end', answer: (response) => pour(response, 'application/json', ' '.repeat(65_536)) },
	{
		name: 'sends an error without end',
		answer: (response) => pour(response, 'application/json', '{"error":'.repeat(7000), 400),
	},
	{
		name: 'sends a gzip bomb',
		answer(response) {
			response.writeHead(200, { ...EVENT_STREAM, 'content-encoding': 'gzip' });
			response.end(BOMB);
		},
	},
	{
		name: 'redirects with the credentials',
		answer: (response, { elsewhere }) => response.writeHead(307, { location: `${elsewhere}/v1/completions` }).end(),
	},
	{
		name: 'redirects to itself',
		answer: (response, { request }) => response.writeHead(308, { location: request.url }).end(),
	},
];

const EVENT_STREAM = { 'content-type': 'text/event-stream' };
const BOMB = gzipSync(Buffer.alloc(512 * MIB, 'data: {"choices":[]}\n\n'), { level: 1 });

function delta(text: string, chat: boolean): object {
	return { choices: [chat ? { index: 0, delta: { content: text } } : { index: 0, text }] };
}

function said(text: string, chat: boolean): readonly object[] {
	const end = chat ? { index: 0, delta: {}, finish_reason: 'stop' } : { index: 0, text: '', finish_reason: 'stop' };
	return [delta(text, chat), { choices: [end] }];
}

function eventText(events: readonly unknown[]): string {
	return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

function stream(response: ServerResponse, events: readonly unknown[]): void {
	body(response, 'text/event-stream', `${eventText(events)}data: [DONE]\n\n`);
}

function body(response: ServerResponse, type: string, text: string): void {
	response.writeHead(200, { 'content-type': type }).end(text);
}

/** Writes the same without end, as fast as it is read. */
function pour(response: ServerResponse, type: string, part: string, status = 200): void {
	response.writeHead(status, { 'content-type': type });
	const more = (): void => {
		while (!response.destroyed) {
			if (response.write(part)) continue;
			response.once('drain', more);
			return;
		}
	};
	more();
}
