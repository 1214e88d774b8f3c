import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { EngineError, EnvironmentError } from '../../src/base/errors.ts';
import type { LoadOptions } from '../../src/model/runner.ts';
import { loadInterrupted } from '../supervisor/kept-engine.ts';
import { Connection } from './connection.ts';
import { DEFAULT_PORT, type DeviceOptions } from './options.ts';
import { type Asked, anyHello, type Hello, hello, PROTOCOL, parsed, type Refusal, type Welcome } from './protocol.ts';

/** Longest message of an app. */
export const MAX_MESSAGE_BYTES: number = 2 ** 20;
/** A client that has not said hello by then is disconnected. */
const HELLO_MS = 10_000;
/** How often an app is asked for its state. */
const STATE_MS = 1000;
const PROBE_MS = 5000;
const CLOSE_MS = 1000;

export interface LinkOptions extends DeviceOptions, Pick<LoadOptions, 'signal'> {
	/** Receives lines for the operator: what to start, and which client was refused. */
	readonly say: (line: string) => void;
	/** How long after its deadline, or after a cancel, an app may be silent before it is disconnected. */
	readonly graceMs?: number | undefined;
	readonly onListening?: ((place: { readonly port: number; readonly token: string }) => void) | undefined;
}

/** Listens on 127.0.0.1. Admits the owner of the token, one connection at a time, and always the same app. */
export class Listener {
	readonly options: LinkOptions;
	readonly token: string;
	latest: Connection | undefined;
	onConnection: (connection: Connection) => void = () => undefined;
	readonly #session: string = newToken();
	readonly #server: WebSocketServer;
	#first: Hello | undefined;
	/** Why the last client was refused; absent once another was admitted. */
	#refused: string | undefined;

	private constructor(options: LinkOptions, server: WebSocketServer) {
		this.options = options;
		this.token = options.token ?? newToken();
		this.#server = server;
		server.on('connection', (socket) => this.#meet(socket));
	}

	static async open(options: LinkOptions): Promise<Listener> {
		const { port = DEFAULT_PORT } = options;
		const server = new WebSocketServer({
			host: '127.0.0.1',
			port,
			maxPayload: MAX_MESSAGE_BYTES,
			perMessageDeflate: false,
		});
		const listener = new Listener(options, server);
		try {
			await once(server, 'listening');
		} catch (cause) {
			throw new EnvironmentError(`--port ${port}: cannot be listened on (${codeOf(cause)})`, {
				hint: 'Another run may have it: name another one with --port, or 0 for any.',
				cause,
			});
		}
		return listener;
	}

	get port(): number {
		return (this.#server.address() as AddressInfo).port;
	}

	/** The level at which this run asks the app; absent if the app does not offer it. */
	levelOf({ levels, raw }: Hello): Asked['level'] | undefined {
		if (this.options.level === 'app') return levels.includes('app') ? 'app' : undefined;
		if (levels.includes('raw') && raw !== undefined) return 'raw';
		return levels.includes('chat') ? 'chat' : undefined;
	}

	async connection(withinMs: number, signal: AbortSignal | undefined, failing: string): Promise<Connection> {
		const name = this.#first?.device ?? 'the app';
		const timeout = AbortSignal.timeout(Math.ceil(withinMs));
		const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
		while (this.latest === undefined || this.latest.death !== undefined) {
			await once(this.#server, 'admitted', { signal: ends }).catch(() => {
				throw signal?.aborted ? loadInterrupted(name) : this.#away(`${name} ${failing} within ${withinMs / 1000} s`);
			});
		}
		return this.latest;
	}

	async close(): Promise<void> {
		for (const socket of this.#server.clients) socket.terminate();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	#away(message: string): EngineError {
		const failure = this.#first === undefined ? 'load-timeout' : 'unavailable';
		if (this.#refused !== undefined) {
			return new EngineError(failure, `${message}: the last client was turned away, ${this.#refused}`, {
				hint: 'Start the app so that it can be taken, then run again, with --resume where the run had begun.',
			});
		}
		return new EngineError(failure, message, {
			hint: `Is it running, and is adb reverse tcp:${this.port} tcp:${this.port} set? gemmark devices lists the phones.`,
		});
	}

	/** Waits for the hello of a client, which becomes the connection or is refused. */
	#meet(socket: WebSocket): void {
		const timer = setTimeout(() => socket.terminate(), HELLO_MS);
		socket.on('close', () => clearTimeout(timer));
		socket.on('error', (error) => {
			this.#note(unreadable(error));
			socket.terminate();
		});
		socket.once('message', (data, isBinary) => {
			clearTimeout(timer);
			const answer = this.#admit(isBinary ? undefined : parsed(String(data)));
			if ('reason' in answer) return this.#refuse(socket, answer);
			socket.removeAllListeners('error').removeAllListeners('close');
			const connection = new Connection(socket, answer.hello);
			connection.send(answer.welcome);
			this.#first ??= connection.hello;
			this.latest = connection;
			this.#refused = undefined;
			this.onConnection(connection);
			this.#server.emit('admitted');
		});
	}

	#refuse(socket: WebSocket, refusal: Refusal): void {
		this.#note(refusal.message);
		socket.send(JSON.stringify({ type: 'refused', ...refusal }));
		socket.close(4400, refusal.reason);
		setTimeout(() => socket.terminate(), CLOSE_MS).unref();
	}

	#note(refused: string): void {
		this.#refused = refused;
		this.options.say(`a client was turned away: ${refused}`);
	}

	/** The token is checked first: a client without it learns nothing else. */
	#admit(message: unknown): Refusal | { readonly welcome: Welcome; readonly hello: Hello } {
		const any = anyHello.safeParse(message);
		if (!any.success) return { reason: 'hello', message: 'the first message is no hello with token and protocol' };
		const { token, protocol } = any.data;
		if (!timingSafeEqual(digestOf(token), digestOf(this.token))) {
			return { reason: 'token', message: 'the token is not the one of this run: take the one that gemmark printed' };
		}
		if (protocol !== PROTOCOL) {
			const advice = protocol > PROTOCOL ? 'update gemmark' : "update the app's client from clients/";
			const speaks = `the app speaks protocol ${protocol}, this gemmark speaks ${PROTOCOL}`;
			return { reason: 'protocol', message: `${speaks}: ${advice}` };
		}
		const read = hello.safeParse(message);
		if (!read.success) {
			const [issue] = read.error.issues;
			return { reason: 'hello', message: `hello: ${issue?.path.join('.')}: ${issue?.message}` };
		}
		return this.#misfit(read.data) ?? { welcome: this.#welcome(read.data), hello: read.data };
	}

	#welcome(app: Hello): Welcome {
		const level = this.levelOf(app) ?? 'raw';
		return { type: 'welcome', protocol: PROTOCOL, session: this.#session, level, stateEveryMs: STATE_MS };
	}

	#misfit(app: Hello): Refusal | undefined {
		const { backend, level = 'engine' } = this.options;
		if (this.levelOf(app) === undefined) {
			return { reason: 'level', message: `the app offers ${app.levels.join(', ')}, the run asks at level ${level}` };
		}
		if (backend !== undefined && backend !== app.backend) {
			return { reason: 'backend', message: `the app runs on ${app.backend}, the run is about ${backend}` };
		}
		const changed = this.#first && changedField(this.#first, app);
		if (changed !== undefined) {
			return { reason: 'changed', message: `${changed} is not what it was when the run began` };
		}
		const { latest } = this;
		if (latest === undefined || latest.death !== undefined) return undefined;
		if (app.session !== this.#session || app.process !== latest.hello.process) {
			// Its loss may not be known yet.
			latest.probe(PROBE_MS);
			return { reason: 'busy', message: 'another client is connected: close it, or try again in a few seconds' };
		}
		latest.end(new EngineError('cut', `${app.device}: the app connected anew in the middle`));
		return undefined;
	}
}

function newToken(): string {
	return randomBytes(12).toString('hex');
}

function digestOf(token: string): Buffer {
	return createHash('sha256').update(token).digest();
}

/** A change of these makes it another app, with other answers or other times. */
function changedField(first: Hello, now: Hello): string | undefined {
	const fields = ['app', 'runtime', 'model', 'backend', 'device', 'raw'] as const;
	return fields.find((field) => JSON.stringify(first[field]) !== JSON.stringify(now[field]));
}

function unreadable(error: Error): string {
	return codeOf(error) === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
		? `its first message is longer than ${MAX_MESSAGE_BYTES / 2 ** 20} MiB`
		: `its first message cannot be read: ${error.message}`;
}

function codeOf(error: unknown): string {
	return (error as NodeJS.ErrnoException).code ?? String(error);
}
