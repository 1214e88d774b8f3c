import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { parseAt } from '../../src/base/border.ts';
import { EngineError, EnvironmentError } from '../../src/base/errors.ts';
import { english, type Message, message } from '../../src/base/message.ts';
import type { LoadOptions } from '../../src/model/runner.ts';
import { loadInterrupted } from '../supervisor/kept-engine.ts';
import { Connection, lost } from './connection.ts';
import type { DeviceLog } from './device-state.ts';
import { MAX_MESSAGE_BYTES } from './exchange.ts';
import { DEFAULT_PORT, type DeviceOptions, STATE_MS } from './options.ts';
import {
	type Ask,
	anyHello,
	type Hello,
	hello,
	type PlannedRun,
	PROTOCOL,
	parsed,
	type Refusal,
	type Welcome,
} from './protocol.ts';

/** A client that has not said hello by then is disconnected. */
const HELLO_MS = 10_000;
/** Clients that may be without a hello at once: of more the oldest is disconnected. */
export const MAX_STRANGERS = 16;
const PROBE_MS = 5000;
const CLOSE_MS = 1000;

export interface LinkOptions extends DeviceOptions, Pick<LoadOptions, 'signal'> {
	readonly log: DeviceLog;
	/** What the run asks, for its recording. */
	readonly run?: PlannedRun;
	/** Receives lines for the operator: what to start, and which client was refused. */
	readonly say: (line: string) => void;
	/** How long after its deadline, or after a cancel, an app may be silent before it is disconnected. */
	readonly graceMs?: number;
	readonly onListening?: (place: { readonly port: number; readonly token: string }) => void;
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
	/** Clients that have not said hello, the oldest first. */
	readonly #strangers = new Set<WebSocket>();
	/** Why the last client was refused; absent once another was admitted. */
	#refused: Message | undefined;

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
			// Of all clients only web pages have one, and any page that is open may connect to this machine.
			verifyClient: ({ req: { headers } }, answer) => {
				if (headers.origin !== undefined)
					listener.#note(message('device.refused-page', { origin: headers.origin.slice(0, 100) }));
				answer(headers.origin === undefined, 403);
			},
		});
		const listener: Listener = new Listener(options, server);
		try {
			await once(server, 'listening');
		} catch (cause) {
			throw new EnvironmentError(message('device.port', { port, code: codeOf(cause) }), { cause });
		}
		return listener;
	}

	get port(): number {
		return (this.#server.address() as AddressInfo).port;
	}

	/** The level at which this run asks the app; absent if the app does not offer it. */
	levelOf({ levels, raw }: Hello): Ask['level'] | undefined {
		if (this.options.level === 'app') return levels.includes('app') ? 'app' : undefined;
		if (levels.includes('raw') && raw !== undefined) return 'raw';
		return levels.includes('chat') ? 'chat' : undefined;
	}

	async connection(withinMs: number, signal: AbortSignal | undefined): Promise<Connection> {
		const timeout = AbortSignal.timeout(Math.ceil(withinMs));
		const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
		while (this.latest === undefined || this.latest.death !== undefined) {
			await once(this.#server, 'admitted', { signal: ends }).catch(() => {
				throw signal?.aborted ? loadInterrupted(this.#first?.device ?? 'device') : this.#away(withinMs / 1000);
			});
		}
		return this.latest;
	}

	async close(): Promise<void> {
		for (const socket of this.#server.clients) socket.terminate();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	#away(seconds: number): EngineError {
		const device = this.#first?.device ?? message('device.unnamed');
		const failure = this.#first === undefined ? 'load-timeout' : 'unavailable';
		const why = this.#refused;
		if (why !== undefined) return new EngineError(failure, message('device.only-refused', { device, seconds, why }));
		return new EngineError(failure, message('device.no-connection', { device, seconds, port: this.port }));
	}

	/** Waits for the hello of a client, which becomes the connection or is refused. */
	#meet(socket: WebSocket): void {
		const timer = setTimeout(() => socket.terminate(), HELLO_MS);
		const end = (): void => {
			clearTimeout(timer);
			this.#strangers.delete(socket);
		};
		socket.on('close', end);
		const [oldest] = this.#strangers.add(socket);
		if (this.#strangers.size > MAX_STRANGERS) {
			this.#note(message('device.refused-silent', { n: MAX_STRANGERS }));
			oldest?.terminate();
		}
		socket.on('error', (error) => {
			this.#note(unreadable(error));
			socket.terminate();
		});
		socket.once('message', (data, isBinary) => {
			end();
			const answer = this.#admit(isBinary ? undefined : parsed(String(data)));
			if ('reason' in answer) return this.#refuse(socket, answer);
			socket.removeAllListeners('error').removeAllListeners('close');
			const { log } = this.options;
			log.join(answer.hello);
			const connection = new Connection(socket, answer.hello, log);
			connection.send(answer.welcome);
			this.#first ??= connection.hello;
			this.latest = connection;
			this.#refused = undefined;
			this.onConnection(connection);
			this.#server.emit('admitted');
		});
	}

	#refuse(socket: WebSocket, { reason, said }: Refused): void {
		this.#note(said);
		socket.send(JSON.stringify({ type: 'refused', reason, message: english(said) }));
		socket.close(4400, reason);
		setTimeout(() => socket.terminate(), CLOSE_MS).unref();
	}

	#note(refused: Message): void {
		const line = english(refused);
		// A page may try for hours.
		if (this.#refused === undefined || line !== english(this.#refused)) this.options.say(`refused a client: ${line}`);
		this.#refused = refused;
	}

	/** The token is checked first: a client without it learns nothing else. */
	#admit(given: unknown): Refused | { readonly welcome: Welcome; readonly hello: Hello } {
		const any = anyHello.safeParse(given);
		if (!any.success) return { reason: 'hello', said: message('device.refused-first') };
		const { token, protocol } = any.data;
		if (!timingSafeEqual(digestOf(token), digestOf(this.token))) {
			return { reason: 'token', said: message('device.refused-token') };
		}
		if (protocol !== PROTOCOL) {
			const code = protocol > PROTOCOL ? 'device.refused-newer' : 'device.refused-older';
			return { reason: 'protocol', said: message(code, { given: protocol, known: PROTOCOL }) };
		}
		const read = parseAt(hello, given);
		if ('problem' in read) return { reason: 'hello', said: message('device.refused-hello', read) };
		return this.#misfit(read.value) ?? { welcome: this.#welcome(read.value), hello: read.value };
	}

	#welcome(app: Hello): Welcome {
		const level = this.levelOf(app) ?? 'raw';
		const { run } = this.options;
		return { type: 'welcome', protocol: PROTOCOL, session: this.#session, level, stateEveryMs: STATE_MS, run };
	}

	#misfit(app: Hello): Refused | undefined {
		const { backend: wanted, level = 'engine' } = this.options;
		if (this.levelOf(app) === undefined) {
			return { reason: 'level', said: message('device.refused-level', { levels: app.levels, wanted: level }) };
		}
		const { backend = wanted } = app;
		if (wanted !== undefined && backend !== undefined && wanted !== backend) {
			return { reason: 'backend', said: message('device.refused-backend', { backend, wanted }) };
		}
		const [field] = this.#first === undefined ? [] : changedFields(this.#first, app);
		if (field !== undefined) return { reason: 'changed', said: message('device.refused-changed', { field }) };
		const { latest } = this;
		if (latest === undefined || latest.death !== undefined) return undefined;
		if (app.session !== this.#session || app.process !== latest.hello.process) {
			// Its loss may not be known yet.
			latest.probe(PROBE_MS);
			return { reason: 'busy', said: message('device.refused-busy') };
		}
		latest.end(lost(app.device, message('device.reconnected')));
		return undefined;
	}
}

interface Refused {
	readonly reason: Refusal['reason'];
	readonly said: Message;
}

function newToken(): string {
	return randomBytes(12).toString('hex');
}

function digestOf(token: string): Buffer {
	return createHash('sha256').update(token).digest();
}

/** A change of these makes it another app, with other answers or other times. */
export function changedFields(first: Hello, now: Hello): readonly string[] {
	const fields = [
		'app',
		'runtime',
		'model',
		'adapter',
		'backend',
		'requestedBackend',
		'options',
		'device',
		'raw',
	] as const;
	return fields.filter((field) => JSON.stringify(first[field]) !== JSON.stringify(now[field]));
}

function unreadable(error: Error): Message {
	return codeOf(error) === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
		? message('device.refused-too-long', { mebibytes: MAX_MESSAGE_BYTES / 2 ** 20 })
		: message('device.refused-unreadable', { reason: error.message });
}

function codeOf(error: unknown): string {
	return (error as NodeJS.ErrnoException).code ?? String(error);
}
