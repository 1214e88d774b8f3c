import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { EnvironmentError, sha256 } from '../../../src/index.ts';
import { anyHello, type Hello, hello, PROTOCOL } from '../protocol/hello.ts';
import type { Refusal, Welcome } from '../protocol/messages.ts';
import { parsed } from '../protocol/read-message.ts';
import { Connection } from './connection.ts';

/** The largest message: a whole rendered prompt goes the other way. */
export const MOST_BYTES: number = 1024 * 1024;
/** Who connects and does not say who it is, is cut off. */
const HELLO_MS = 10_000;
const MOST_STRANGERS = 16;

export interface Listening {
	readonly port: number;
	readonly token: string;
	/** Told why a client is turned away, in one line. */
	readonly onRefused: (why: string) => void;
	/** Whether this app may join the run. */
	readonly admit: (hello: Hello) => Omit<Refusal, 'type'> | Welcome;
	readonly onConnection: (connection: Connection) => void;
}

export interface Listener {
	readonly port: number;
	close(): Promise<void>;
}

/** Listens on 127.0.0.1 only; whoever has the token, speaks this protocol and is admitted becomes a connection. */
export async function listen(listening: Listening): Promise<Listener> {
	const server = new WebSocketServer({
		host: '127.0.0.1',
		port: listening.port,
		maxPayload: MOST_BYTES,
		perMessageDeflate: false,
	});
	const strangers = new Set<WebSocket>();
	server.on('connection', (socket) => {
		if (strangers.size >= MOST_STRANGERS) return socket.terminate();
		strangers.add(socket);
		meet(socket, listening, () => strangers.delete(socket));
	});
	await new Promise<void>((resolve, reject) => {
		server.once('listening', resolve);
		server.once('error', (cause) =>
			reject(
				new EnvironmentError(`--port ${listening.port}: cannot be listened on (${codeOf(cause)})`, {
					hint: 'Another run may have it: name another one with --port, or 0 for any.',
					cause,
				}),
			),
		);
	});
	return {
		port: (server.address() as AddressInfo).port,
		async close() {
			for (const socket of server.clients) socket.terminate();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

export function newToken(): string {
	return randomBytes(12).toString('hex');
}

function meet(socket: WebSocket, { token, admit, onConnection, onRefused }: Listening, met: () => void): void {
	const refuse = (refusal: Omit<Refusal, 'type'>): void => {
		onRefused(refusal.message);
		socket.send(JSON.stringify({ type: 'refused', ...refusal } satisfies Refusal));
		socket.close(4400, refusal.reason);
		setTimeout(() => socket.terminate(), 1000).unref();
	};
	const timer = setTimeout(() => socket.terminate(), HELLO_MS);
	socket.on('error', (error) => {
		onRefused(unreadable(error));
		socket.terminate();
	});
	socket.on('close', () => {
		clearTimeout(timer);
		met();
	});
	socket.once('message', async (data, isBinary) => {
		clearTimeout(timer);
		met();
		const message = isBinary ? undefined : parsed(String(data));
		socket.pause();
		const refusal = await refusalOf(message, token);
		socket.resume();
		if (refusal !== undefined) return refuse(refusal);
		const said = hello.safeParse(message);
		if (!said.success) {
			const [issue] = said.error.issues;
			return refuse({ reason: 'hello', message: `hello: ${issue?.path.join('.')}: ${issue?.message}` });
		}
		const answer = admit(said.data);
		if ('reason' in answer) return refuse(answer);
		socket.removeAllListeners('error').removeAllListeners('close');
		const connection = new Connection(socket, said.data);
		socket.send(JSON.stringify(answer));
		onConnection(connection);
	});
}

/** Why nothing was read of a first message. */
function unreadable(error: Error): string {
	if (codeOf(error) !== 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
		return `its first message cannot be read: ${error.message}`;
	return `its first message is longer than ${MOST_BYTES / 2 ** 20} MiB`;
}

/** The token first: who lacks it learns nothing else. */
async function refusalOf(message: unknown, token: string): Promise<Omit<Refusal, 'type'> | undefined> {
	const said = anyHello.safeParse(message);
	if (!said.success) return { reason: 'hello', message: 'the first message is no hello with token and protocol' };
	const [given, wanted] = await Promise.all([sha256(said.data.token), sha256(token)]);
	if (!timingSafeEqual(Buffer.from(given), Buffer.from(wanted))) {
		return { reason: 'token', message: 'the token is not the one of this run: take the one that gemmark printed' };
	}
	if (said.data.protocol === PROTOCOL) return undefined;
	const advice = said.data.protocol > PROTOCOL ? 'update gemmark' : "update the app's client from clients/";
	return {
		reason: 'protocol',
		message: `the app speaks protocol ${said.data.protocol}, this gemmark speaks ${PROTOCOL}: ${advice}`,
	};
}

function codeOf(error: unknown): string {
	return (error as NodeJS.ErrnoException).code ?? String(error);
}
