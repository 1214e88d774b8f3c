import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';
import type { LoadedModel } from '../../src/model/runner.ts';
import { createDeviceRunner } from './index.ts';
import type { DeviceOptions } from './options.ts';
import { type Hello, type ToApp, toApp } from './protocol.ts';

export const TOKEN = 'a-token-of-a-test';

/** A hello that is admitted. */
export function helloDouble(fields: Partial<Hello> = {}): Hello {
	return {
		type: 'hello',
		protocol: 1,
		token: TOKEN,
		process: 'p1',
		app: { name: 'coach', version: '1.2' },
		runtime: { name: 'LiteRT-LM', version: '0.8.0' },
		model: { file: 'gemma.litertlm', sizeBytes: 1000 },
		backend: 'GPU',
		device: 'Pixel 8',
		os: 'Android 16',
		levels: ['chat', 'app'],
		initMs: 800,
		samplers: [],
		...fields,
	};
}

/** A client that sends whatever a test wants, right or wrong. */
export class ScriptedApp {
	readonly #socket: WebSocket;
	readonly #said: ToApp[] = [];
	#wake: () => void = () => undefined;
	/** The code that the connection was closed with. */
	readonly closed: Promise<number>;

	constructor(port: number, options: ClientOptions = {}) {
		this.#socket = new WebSocket(`ws://127.0.0.1:${port}`, { maxPayload: 64 * 1024 * 1024, ...options });
		this.#socket.on('error', () => undefined);
		this.closed = new Promise((resolve) => this.#socket.once('close', resolve));
		this.#socket.on('message', (data) => {
			this.#said.push(toApp.parse(JSON.parse(String(data))));
			this.#wake();
		});
	}

	/** Connects and says hello; resolves with the answer. */
	static async join(port: number, hello: object = helloDouble()): Promise<{ app: ScriptedApp; answer: ToApp }> {
		const app = new ScriptedApp(port);
		await once(app.#socket, 'open');
		app.say(hello);
		return { app, answer: await app.next('welcome', 'refused') };
	}

	/** An object as JSON, a string as it is. */
	say(message: object | string): void {
		this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
	}

	/** The next message of one of these types; others before it are passed over. */
	async next<Type extends ToApp['type']>(...types: readonly Type[]): Promise<Extract<ToApp, { type: Type }>> {
		for (;;) {
			for (let message = this.#said.shift(); message !== undefined; message = this.#said.shift()) {
				const { type } = message;
				if (types.some((one) => one === type)) return message as Extract<ToApp, { type: Type }>;
			}
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}

	drop(): void {
		this.#socket.terminate();
	}
}

export interface PairedDevice {
	readonly model: LoadedModel;
	readonly app: ScriptedApp;
	readonly port: number;
	/** What the app names when it comes back. */
	readonly session: string;
	/** Lines for the operator. */
	readonly lines: readonly string[];
}

/** A run with a scripted app at its other end. */
export async function pairedDevice(options: DeviceOptions = {}, hello: Hello = helloDouble()): Promise<PairedDevice> {
	const lines: string[] = [];
	const joined = Promise.withResolvers<Pick<PairedDevice, 'app' | 'port' | 'session'>>();
	const runner = createDeviceRunner({
		say: (line) => void lines.push(line),
		graceMs: 100,
		onListening: ({ port }) => {
			ScriptedApp.join(port, hello).then(({ app, answer }) => {
				joined.resolve({ app, port, session: answer.type === 'welcome' ? answer.session : '' });
			}, joined.reject);
		},
	});
	const model = await runner.load({ model: '', port: 0, token: TOKEN, reconnectTimeout: 5, ...options });
	return { model, lines, ...(await joined.promise) };
}
