import { ConfigError, EngineError } from '../../src/base/errors.ts';
import { distinct, type Message, message } from '../../src/base/message.ts';
import { keepSecret } from '../../src/text/secrets.ts';
import { disposed, Turns } from '../supervisor/kept-engine.ts';
import { type Connection, lost, type Wire } from './connection.ts';
import type { DeviceLog } from './device-state.ts';
import { type LinkOptions, Listener } from './listener.ts';
import type { Ask, AskFailure, Hello } from './protocol.ts';

/** How long after its deadline an app may take to end by itself. */
export const GRACE_MS = 15_000;

/** The run's side of an exchange with one app. */
export abstract class Link {
	/** The first hello of the app; after a reconnect it must be the same app. */
	readonly hello: Hello;
	readonly level: Ask['level'];
	readonly log: DeviceLog;
	/** The app answers one ask at a time. */
	readonly turns: Turns = new Turns();
	readonly graceMs: number;
	/** Key of the current sample. */
	sample: string | undefined;
	isDisposed = false;
	#asks = 0;
	#conversations = 0;

	constructor(hello: Hello, level: Ask['level'], log: DeviceLog, graceMs = GRACE_MS) {
		this.hello = hello;
		this.level = level;
		this.log = log;
		this.graceMs = graceMs;
	}

	/** Returns why the sample is not asked; throws EngineError for an app that stays away. */
	abstract beginSample(signal: AbortSignal | undefined, sample?: string): Promise<EngineError | undefined>;

	/** The app's connection. A sample whose connection was lost is cut: waiting would add to its times. */
	abstract connection(signal: AbortSignal | undefined): Promise<Wire>;

	nextAsk(): number {
		return this.#asks++;
	}

	nextConversation(): number {
		return this.#conversations++;
	}

	async dispose(): Promise<void> {
		this.isDisposed = true;
	}
}

/** One app over a cable, which may disconnect and come back. */
export class DeviceLink extends Link {
	readonly #listener: Listener;
	/** The connection of the current sample. */
	#sampled: Connection | undefined;
	/** Why processes ended in the current sample. */
	#kills: Kill[] = [];

	private constructor(listener: Listener, first: Connection) {
		const { log, graceMs } = listener.options;
		super(first.hello, listener.levelOf(first.hello) ?? 'raw', log, graceMs);
		this.#listener = listener;
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

	/** Waits for an app that is away. A second process that ends in a sample is its result. */
	async beginSample(signal: AbortSignal | undefined, sample?: string): Promise<EngineError | undefined> {
		const { hello: before } = this.#sampled ?? {};
		const left = this.log.lastState;
		this.#sampled = await this.#waited(signal);
		const { hello } = this.#sampled;
		if (sample === undefined || sample !== this.sample) this.#kills = [];
		else if (before !== undefined && before.process !== hello.process) {
			this.#kills.push(...killOf(before.process, hello, left));
		}
		this.sample = sample;
		return this.#kills.length < TRIES ? undefined : killed(hello.device, this.#kills);
	}

	async connection(signal: AbortSignal | undefined): Promise<Connection> {
		if (this.#sampled === undefined || this.isDisposed) return await this.#waited(signal);
		if (this.#sampled.death !== undefined) throw lost(this.hello.device, message('device.lost'));
		return this.#sampled;
	}

	async #waited(signal: AbortSignal | undefined): Promise<Connection> {
		if (this.isDisposed) throw disposed(this.hello.device);
		const seconds = this.#listener.options.reconnectTimeout ?? 60;
		return await this.#listener.connection(seconds * 1000, signal);
	}

	override async dispose(): Promise<void> {
		if (this.isDisposed) return;
		this.isDisposed = true;
		await this.#listener.latest?.finish(disposed(this.hello.device));
		await this.#listener.close();
	}

	#join(connection: Connection): void {
		connection.listen(
			(message) => {
				if (message.type === 'error' && message.ask === undefined) {
					connection.end(appFailure(this.hello.device, message));
				}
			},
			() => undefined,
		);
	}
}

/** So often a sample is begun whose process is killed. */
export const TRIES = 2;

/** Why a process ended in a sample. */
type Kill = Message;

/** Nothing where the process was ended by a person: the cause lies outside. `left`: its last state. */
export function killOf(process: string, { exit }: Pick<Hello, 'exit'>, left?: DeviceLog['lastState']): readonly Kill[] {
	if (exit?.process !== process) {
		if (left?.availableBytes === undefined) return [message('device.exit-unknown')];
		return [message('device.exit-left', { megabytes: Math.round(left.availableBytes / 1e6), ms: left.beforeMs })];
	}
	return exit.reason === 'user' || exit.reason === 'update' ? [] : [message(`device.exit-${exit.reason}`)];
}

export function killed(device: string, kills: readonly Kill[]): EngineError {
	return new EngineError('killed', message('device.killed', { device, n: kills.length, why: distinct(kills) }));
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
