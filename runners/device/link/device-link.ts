import { ConfigError, keepSecret } from '../../../src/index.ts';
import { disposed } from '../../supervisor/engine-ends.ts';
import { Turns } from '../../supervisor/turns.ts';
import { type DeviceLog, deviceLog, type Impossible } from '../device-log.ts';
import type { Hello } from '../protocol/hello.ts';
import type { Asked } from '../protocol/messages.ts';
import { type Connection, lost } from './connection.ts';
import { Gate, type LinkOptions } from './gate.ts';
import { toldFailure } from './told-failure.ts';

/** What an app gets past its deadline to end by itself, where nothing else is said. */
export const GRACE_MS = 15_000;

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
	readonly #impossible = new Set<Impossible>();

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
		// A token that was made is said once, to whoever starts the app; no log, and no later line, has it.
		options.say(`  address ws://127.0.0.1:${port}  token ${options.token === undefined ? token : 'as it was given'}`);
		keepSecret(token);
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
		return this.#gate.options.graceMs ?? GRACE_MS;
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

	/** Leaves out of the sample under way what the app tells and cannot be; the operator is told of the first of its kind. */
	leaveOut(what: Impossible, how: string): void {
		if (!this.#impossible.has(what))
			this.#gate.options.say(`${this.hello.device}: ${how}; left out, also of later samples`);
		this.#impossible.add(what);
		this.log.leaveOut(what);
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
		await this.#gate.latest?.finish(disposed(this.hello.device));
		await this.#gate.close();
	}

	#join(connection: Connection): void {
		this.log.join(connection.hello);
		connection.listen(
			(message) => {
				if (message.type === 'state') this.log.read(message);
				else if (message.type === 'error' && message.ask === undefined) {
					connection.end(toldFailure(this.hello.device, message));
				}
			},
			() => undefined,
		);
	}
}

/** Throws for a `--model` that is not, as far as the app tells, the file it runs. */
export function requireModel(wanted: { readonly sizeBytes: number; readonly path: string }, { model }: Hello): void {
	if (model.sizeBytes === wanted.sizeBytes) return;
	if (model.sizeBytes === undefined) {
		throw new ConfigError(`--model ${wanted.path}: the app does not tell the size of its ${model.file}`, {
			hint: 'Leave --model out, for nothing says that it is that file, or let the app tell sizeBytes.',
		});
	}
	throw new ConfigError(`--model ${wanted.path}: has ${wanted.sizeBytes} bytes, the app's has ${model.sizeBytes}`, {
		hint: 'Leave --model out to take what the app runs, or put that file on the device.',
	});
}
