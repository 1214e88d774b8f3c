import { randomBytes } from 'node:crypto';
import { EngineError, type LoadOptions } from '../../../src/index.ts';
import { loadInterrupted } from '../../supervisor/engine-ends.ts';
import { DEFAULT_PORT, type DeviceOptions } from '../options.ts';
import { type Hello, PROTOCOL } from '../protocol/hello.ts';
import type { Asked, Refusal, Welcome } from '../protocol/messages.ts';
import type { Connection } from './connection.ts';
import { type Listener, listen, newToken } from './listener.ts';

/** How often an app is asked for its state. */
const STATE_MS = 1000;
const PROBE_MS = 5000;

export interface LinkOptions extends DeviceOptions, Pick<LoadOptions, 'signal'> {
	/** Told what to do, and who was turned away; lines for the operator. */
	readonly say: (line: string) => void;
	/** How long past its deadline, or past a cancel, an app may stay silent before it is cut off. */
	readonly graceMs?: number | undefined;
	/** Told where the app finds this run. */
	readonly onListening?: ((place: { readonly port: number; readonly token: string }) => void) | undefined;
}

/** Who may come in: the token's holder, one at a time, and always the same app. */
export class Gate {
	readonly options: LinkOptions;
	readonly token: string;
	latest: Connection | undefined;
	onConnection: (connection: Connection) => void = () => undefined;
	readonly #session: string = randomBytes(12).toString('hex');
	readonly #waiting = new Set<(connection: Connection) => void>();
	#listener: Listener | undefined;
	#first: Hello | undefined;
	/** Why the last client was turned away; absent once another came in. */
	#refused: string | undefined;

	private constructor(options: LinkOptions) {
		this.options = options;
		this.token = options.token ?? newToken();
	}

	static async open(options: LinkOptions): Promise<Gate> {
		const gate = new Gate(options);
		gate.#listener = await listen({
			port: options.port ?? DEFAULT_PORT,
			token: gate.token,
			onRefused(message) {
				gate.#refused = message;
				options.say(`a client was turned away: ${message}`);
			},
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
		if (this.#refused !== undefined) {
			return new EngineError(failure, `${message}: the last client was turned away, ${this.#refused}`, {
				hint: 'Start the app so that it can be taken, then run again, with --resume where the run had begun.',
			});
		}
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
		this.#refused = undefined;
		this.onConnection(connection);
		for (const enter of [...this.#waiting]) enter(connection);
	}
}

/** What of an app makes it another one, with other answers or other times. */
function changedField(first: Hello, now: Hello): string | undefined {
	const fields = ['app', 'runtime', 'model', 'backend', 'device', 'raw'] as const;
	return fields.find((field) => JSON.stringify(first[field]) !== JSON.stringify(now[field]));
}
