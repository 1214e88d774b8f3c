import { ConfigError, EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { keepSecret } from '../../src/text/secrets.ts';
import { disposed, Turns } from '../supervisor/kept-engine.ts';
import { type Connection, lost } from './connection.ts';
import { DeviceLog } from './device-state.ts';
import { type LinkOptions, Listener } from './listener.ts';
import type { Ask, AskFailure, Hello } from './protocol.ts';

/** How long after its deadline an app may take to end by itself. */
export const GRACE_MS = 15_000;

/** The run's side of the cable: one app, which may disconnect and come back. */
export class DeviceLink {
	/** The first hello of the app; after a reconnect it must be the same app. */
	readonly hello: Hello;
	readonly level: Ask['level'];
	readonly log: DeviceLog = new DeviceLog();
	/** The app answers one ask at a time. */
	readonly turns: Turns = new Turns();
	readonly #listener: Listener;
	#asks = 0;
	#conversations = 0;
	#isDisposed = false;
	/** The connection of the current sample. */
	#sampled: Connection | undefined;

	private constructor(listener: Listener, first: Connection) {
		this.#listener = listener;
		this.hello = first.hello;
		this.level = listener.levelOf(first.hello) ?? 'raw';
		listener.onConnection = (connection) => this.#join(connection);
		this.#join(first);
	}

	/** Listens, prints what to start, and waits for the app. Throws EngineError if it does not connect. */
	static async open(options: LinkOptions): Promise<DeviceLink> {
		const listener = await Listener.open(options);
		const { port, token } = listener;
		options.say(`waiting for the app: adb reverse tcp:${port} tcp:${port}, then start it with`);
		// A generated token is printed once; no log and no later line has it.
		options.say(`  address ws://127.0.0.1:${port}  token ${options.token === undefined ? token : 'as it was given'}`);
		keepSecret(token);
		options.onListening?.({ port, token });
		try {
			const seconds = options.connectTimeout ?? 120;
			return new DeviceLink(listener, await listener.connection(seconds * 1000, options.signal));
		} catch (error) {
			await listener.close();
			throw error;
		}
	}

	get graceMs(): number {
		return this.#listener.options.graceMs ?? GRACE_MS;
	}

	get isDisposed(): boolean {
		return this.#isDisposed;
	}

	/** Waits for an app that is away. Throws EngineError if it stays away, or after disposal. */
	async beginSample(signal: AbortSignal | undefined): Promise<void> {
		this.#sampled = await this.#waited(signal);
	}

	/** The app's connection. A sample whose connection was lost is cut: waiting would add to its times. */
	async connection(signal: AbortSignal | undefined): Promise<Connection> {
		if (this.#sampled === undefined || this.#isDisposed) return await this.#waited(signal);
		if (this.#sampled.death !== undefined) throw lost(this.hello.device, message('device.lost'));
		return this.#sampled;
	}

	async #waited(signal: AbortSignal | undefined): Promise<Connection> {
		if (this.#isDisposed) throw disposed(this.hello.device);
		const seconds = this.#listener.options.reconnectTimeout ?? 60;
		return await this.#listener.connection(seconds * 1000, signal);
	}

	nextAsk(): number {
		return this.#asks++;
	}

	nextConversation(): number {
		return this.#conversations++;
	}

	async dispose(): Promise<void> {
		if (this.#isDisposed) return;
		this.#isDisposed = true;
		await this.#listener.latest?.finish(disposed(this.hello.device));
		await this.#listener.close();
	}

	#join(connection: Connection): void {
		this.log.join(connection.hello);
		connection.listen(
			(message) => {
				if (message.type === 'state') this.log.read(message);
				else if (message.type === 'error' && message.ask === undefined) {
					connection.end(appFailure(this.hello.device, message));
				}
			},
			() => undefined,
		);
	}
}

/** The error of an app: for one ask or, without `ask`, for the run. */
export function appFailure(device: string, failure: AskFailure): EngineError {
	const { ask, code, message: detail } = failure;
	const [reason = ''] = detail.split('\n', 1);
	const params = { device, code, reason };
	if (ask === undefined) return new EngineError('unavailable', message('device.app-stopped', params), { detail });
	const kind = code === 'context-overflow' ? code : 'generation-failed';
	return new EngineError(kind, message('device.app-failed', params), { detail });
}

/** Throws for a `--model` whose size is not the one that the app reports. */
export function requireModel(
	{ path, sizeBytes }: { readonly sizeBytes: number; readonly path: string },
	app: Hello,
): void {
	const { file, sizeBytes: reported } = app.model;
	if (reported === undefined) throw new ConfigError(message('usage.device-model-unsized', { path, file }));
	if (reported !== sizeBytes) throw new ConfigError(message('usage.device-model-size', { path, sizeBytes, reported }));
}
