import { randomBytes } from 'node:crypto';
import { ConfigError, EngineError, type LoadOptions } from '../../src/index.ts';
import { disposed, loadInterrupted } from '../supervisor/engine-ends.ts';
import { Turns } from '../supervisor/turns.ts';
import { type Connection, lost } from './connection.ts';
import { type DeviceLog, deviceLog } from './device-log.ts';
import { type Hello, PROTOCOL } from './hello.ts';
import { type Listener, listen, newToken } from './listener.ts';
import type { DeviceOptions } from './options.ts';
import { DEFAULT_PORT } from './options.ts';
import type { Asked, Refusal, Welcome } from './protocol.ts';

/** How often an app is asked for its state. */
const STATE_MS = 1000;
const PROBE_MS = 5000;

export interface LinkOptions extends DeviceOptions, Pick<LoadOptions, 'signal'> {
	/** Told what to do, and who was turned away; lines for the operator. */
	readonly say: (line: string) => void;
	/** How long past its deadline, or past a cancel, an app may stay silent before it is cut off; default 15 s. */
	readonly graceMs?: number | undefined;
	/** Told where the app finds this run. */
	readonly onListening?: ((place: { readonly port: number; readonly token: string }) => void) | undefined;
}

/** The run's end of the cable: one app at a time, which may go and come back. */
export class DeviceLink {
	/** The app as it first said hello: whoever comes back must be the same. */
	readonly hello: Hello;
	readonly level: Asked['level'];
	readonly log: DeviceLog = deviceLog();
	/** Shared by all that is asked: the app does one thing at a time. */
	readonly turns: Turns = new Turns();
	readonly #gate: Gate;
	#asks = 0;
	#conversations = 0;
	#isDisposed = false;
	#sampled: Connection | undefined;

	private constructor(gate: Gate, first: Connection) {
		this.#gate = gate;
		this.hello = first.hello;
		this.level = gate.levelOf(first.hello) ?? 'raw';
		gate.onConnection = (connection) => this.#join(connection);
		this.#join(first);
	}

	/** Listens, says what to do, and waits for the app. Throws EngineError when it does not come. */
	static async open(options: LinkOptions): Promise<DeviceLink> {
		const gate = await Gate.open(options);
		const { port, token } = gate;
		options.say(`waiting for the app: adb reverse tcp:${port} tcp:${port}, then start it with`);
		options.say(`  address ws://127.0.0.1:${port}  token ${token}`);
		options.onListening?.({ port, token });
		try {
			const seconds = options.connectTimeout ?? 120;
			return new DeviceLink(gate, await gate.connection(seconds * 1000, options.signal, 'did not connect'));
		} catch (error) {
			await gate.close();
			throw error;
		}
	}

	get graceMs(): number {
		return this.#gate.options.graceMs ?? 15_000;
	}

	get isDisposed(): boolean {
		return this.#isDisposed;
	}

	/**
	 * Waits for the app where it is away; from now on what is asked goes to this connection of it, or is cut. Throws EngineError
	 * when it stays away, or the model was disposed.
	 */
	async beginSample(signal: AbortSignal | undefined): Promise<void> {
		this.#sampled = await this.#waited(signal);
	}

	/** The app as it is asked. A wait in the middle of a sample would be in its times: the sample is cut instead. */
	async connection(signal: AbortSignal | undefined): Promise<Connection> {
		if (this.#sampled?.death !== undefined && !this.#isDisposed) {
			throw lost(this.hello.device, 'the connection was lost');
		}
		return this.#sampled !== undefined && !this.#isDisposed ? this.#sampled : await this.#waited(signal);
	}

	async #waited(signal: AbortSignal | undefined): Promise<Connection> {
		if (this.#isDisposed) throw disposed(this.hello.device);
		return await this.#gate.connection((this.#gate.options.reconnectTimeout ?? 60) * 1000, signal, 'did not come back');
	}

	nextAsk(): number {
		return this.#asks++;
	}

	/** Whether this number was given to an ask before. */
	isKnown(ask: number): boolean {
		return ask < this.#asks;
	}

	nextConversation(): number {
		return this.#conversations++;
	}

	async dispose(): Promise<void> {
		if (this.#isDisposed) return;
		this.#isDisposed = true;
		await this.#gate.latest?.finish(disposed(this.hello.device));
		await this.#gate.close();
	}

	#join(connection: Connection): void {
		this.log.join(connection.hello);
		connection.listen(
			(message) => {
				if (message.type === 'state') this.log.read(message);
				else if (message.type === 'error' && message.ask === undefined) {
					connection.end(new EngineError('unavailable', `${this.hello.device}: ${message.message}`));
				}
			},
			() => undefined,
		);
	}
}

/** Who may come in: the token's holder, one at a time, and always the same app. */
class Gate {
	readonly options: LinkOptions;
	readonly token: string;
	latest: Connection | undefined;
	onConnection: (connection: Connection) => void = () => undefined;
	readonly #session: string = randomBytes(12).toString('hex');
	readonly #waiting = new Set<(connection: Connection) => void>();
	#listener: Listener | undefined;
	#first: Hello | undefined;

	private constructor(options: LinkOptions) {
		this.options = options;
		this.token = options.token ?? newToken();
	}

	static async open(options: LinkOptions): Promise<Gate> {
		const gate = new Gate(options);
		gate.#listener = await listen({
			port: options.port ?? DEFAULT_PORT,
			token: gate.token,
			onRefused: options.say,
			admit: (hello) => gate.#admit(hello),
			onConnection: (connection) => gate.#enter(connection),
		});
		return gate;
	}

	get port(): number {
		return this.#listener?.port ?? 0;
	}

	/** The level that this run asks the app at; absent where it does not offer it. */
	levelOf({ levels, raw }: Hello): Asked['level'] | undefined {
		if (this.options.level === 'app') return levels.includes('app') ? 'app' : undefined;
		if (levels.includes('raw') && raw !== undefined) return 'raw';
		return levels.includes('chat') ? 'chat' : undefined;
	}

	async connection(withinMs: number, signal: AbortSignal | undefined, failing: string): Promise<Connection> {
		if (this.latest?.death === undefined && this.latest !== undefined) return this.latest;
		const name = this.#first?.device ?? 'the app';
		if (signal?.aborted) throw loadInterrupted(name);
		const { promise, resolve, reject } = Promise.withResolvers<Connection>();
		const abort = (): void => reject(loadInterrupted(name));
		const timer = setTimeout(() => reject(this.#away(`${name} ${failing} within ${withinMs / 1000} s`)), withinMs);
		signal?.addEventListener('abort', abort, { once: true });
		this.#waiting.add(resolve);
		try {
			return await promise;
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener('abort', abort);
			this.#waiting.delete(resolve);
		}
	}

	async close(): Promise<void> {
		await this.#listener?.close();
	}

	#away(message: string): EngineError {
		const failure = this.#first === undefined ? 'load-timeout' : 'unavailable';
		return new EngineError(failure, message, {
			hint: `Is it running, and is adb reverse tcp:${this.port} tcp:${this.port} set? gemmark devices lists the phones.`,
		});
	}

	#admit(hello: Hello): Omit<Refusal, 'type'> | Welcome {
		const level = this.levelOf(hello);
		const { backend, level: wanted = 'engine' } = this.options;
		if (level === undefined) {
			return { reason: 'level', message: `the app offers ${hello.levels.join(', ')}, the run asks at level ${wanted}` };
		}
		if (backend !== undefined && backend !== hello.backend) {
			return { reason: 'backend', message: `the app runs on ${hello.backend}, the run is about ${backend}` };
		}
		const changed = this.#first && changedField(this.#first, hello);
		if (changed !== undefined) {
			return { reason: 'changed', message: `${changed} is not what it was when the run began` };
		}
		const { latest } = this;
		if (latest !== undefined && latest.death === undefined) {
			const same = hello.session === this.#session && hello.process === latest.hello.process;
			if (!same) {
				// It may be the app of before that the cable has not told of yet.
				latest.probe(PROBE_MS);
				return { reason: 'busy', message: 'another client is connected: close it, or try again in a few seconds' };
			}
			latest.end(new EngineError('cut', `${hello.device}: the app connected anew in the middle`));
		}
		return { type: 'welcome', protocol: PROTOCOL, session: this.#session, level, stateEveryMs: STATE_MS };
	}

	#enter(connection: Connection): void {
		this.#first ??= connection.hello;
		this.latest = connection;
		this.onConnection(connection);
		for (const enter of [...this.#waiting]) enter(connection);
	}
}

/** What of an app makes it another one, with other answers or other times. */
function changedField(first: Hello, now: Hello): string | undefined {
	const fields = ['app', 'runtime', 'model', 'backend', 'device', 'raw'] as const;
	return fields.find((field) => JSON.stringify(first[field]) !== JSON.stringify(now[field]));
}

/** Throws for a `--model` that says something else than the app does of the file it runs. */
export function requireModel(wanted: { readonly sizeBytes: number; readonly path: string }, { model }: Hello): void {
	if (model.sizeBytes === undefined || model.sizeBytes === wanted.sizeBytes) return;
	throw new ConfigError(`--model ${wanted.path}: has ${wanted.sizeBytes} bytes, the app's has ${model.sizeBytes}`, {
		hint: 'Leave --model out to take what the app runs, or put that file on the device.',
	});
}
