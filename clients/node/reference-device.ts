import { randomUUID } from 'node:crypto';
import { arch, platform, release } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Ask, type FromApp, type Hello, PROTOCOL, toApp } from '../../runners/device/protocol.ts';
import type { LlamaCppModel } from '../../runners/llama-cpp/index.ts';
import { EngineError } from '../../src/base/errors.ts';
import type { PlayedApp } from './player.ts';

interface ReferenceOptions {
	readonly url: string;
	readonly token: string;
	readonly device: string;
}

const RETRY_MS = 200;
const RAW_ONLY = 'the reference device offers raw only';

/**
 * An app that offers raw generation. It follows `runners/device/protocol.ts`, as the clients in Kotlin, Swift and Dart do: a
 * change of the protocol is a change of all four.
 */
export class ReferenceDevice implements PlayedApp {
	readonly #model: LlamaCppModel;
	readonly #options: ReferenceOptions;
	readonly #process: string = randomUUID();
	#socket: WebSocket | undefined;
	#session: string | undefined;
	#isOver = false;
	/** One thing at a time, in the order it was asked. */
	#work: Promise<void> = Promise.resolve();
	readonly #cancels = new Map<number, AbortController>();

	constructor(model: LlamaCppModel, options: ReferenceOptions) {
		this.#model = model;
		this.#options = options;
	}

	/** Connects, and reconnects after a loss, until the run is over. Throws if it is refused. */
	async serve(): Promise<void> {
		while (!this.#isOver) {
			await this.#connection();
			if (!this.#isOver) await sleep(RETRY_MS);
		}
	}

	async leave(): Promise<void> {
		this.#isOver = true;
		this.#socket?.close();
	}

	/** Cuts the connection like a pulled cable; false if there is none. */
	drop(): boolean {
		const isOpen = this.#socket?.readyState === WebSocket.OPEN;
		if (isOpen) this.#socket?.terminate();
		return isOpen;
	}

	async #connection(): Promise<void> {
		const socket = new WebSocket(this.#options.url, { maxPayload: 64 * 1024 * 1024 });
		this.#socket = socket;
		const { promise: closed, resolve, reject } = Promise.withResolvers<void>();
		let states: NodeJS.Timeout | undefined;
		const say = (message: FromApp): void => send(socket, message);
		socket.on('open', () => socket.send(JSON.stringify(this.hello(this.#session))));
		socket.on('error', () => socket.terminate());
		socket.on('close', () => resolve());
		socket.on('message', (data) => {
			const message = toApp.parse(JSON.parse(String(data)));
			switch (message.type) {
				case 'welcome':
					this.#session = message.session;
					states = setInterval(() => void this.state().then(say), message.stateEveryMs);
					return void this.state().then(say);
				case 'refused':
					// Another client may only not be known to be gone yet.
					if (message.reason !== 'busy') reject(new Error(`${message.reason}: ${message.message}`));
					return;
				case 'ask':
					return this.#ask(say, message);
				case 'cancel':
					return this.#cancels.get(message.ask)?.abort();
				case 'ping':
					return send(socket, { type: 'pong', ping: message.ping });
				case 'close':
					return message.conversation === undefined ? void this.leave() : undefined;
				case 'open':
					return send(socket, { type: 'error', code: 'failed', message: RAW_ONLY });
			}
		});
		try {
			await closed;
		} finally {
			clearInterval(states);
			socket.terminate();
			for (const cancel of this.#cancels.values()) cancel.abort();
			await this.#work;
		}
	}

	#ask(say: (message: FromApp) => void, asked: Ask): void {
		const cancel = new AbortController();
		this.#cancels.set(asked.ask, cancel);
		this.#work = this.#work
			.then(() => this.answer(asked, say, cancel.signal))
			.finally(() => this.#cancels.delete(asked.ask));
	}

	async answer(asked: Ask, say: (message: FromApp) => void, signal?: AbortSignal): Promise<void> {
		if (asked.level !== 'raw') return say({ type: 'error', ask: asked.ask, code: 'failed', message: RAW_ONLY });
		const { ask, prompt, sharedChars, stop, maxTokens, ignoreEnd = false, sampling, grammar, deadlineMs } = asked;
		let n = 0;
		try {
			const parts = prompt.map(({ text, tokens }) => (tokens === undefined ? { text } : { text, tokens }));
			const request = { parts, sharedChars, stop, maxTokens, ignoreEnd, sampling, deadlineMs, signal };
			const events = this.#model.completer.complete(grammar === undefined ? request : { ...request, grammar });
			for await (const event of events) {
				if (event.type === 'pieces') {
					for (const { text, token, atMs } of event.pieces) say({ type: 'chunk', ask, n: n++, atMs, text, token });
					continue;
				}
				const { finish, usage, prefillMs, totalMs } = event;
				const end = { ask, n: n++, atMs: totalMs, finish: finish.unified, reason: finish.raw, usage, prefillMs };
				say({ type: 'end', ...end, counters: { threads: this.#model.engine.threads ?? null } });
			}
		} catch (error) {
			const failure = error instanceof EngineError ? error.failure : undefined;
			const code = failure === 'context-overflow' || failure === 'out-of-memory' ? failure : 'failed';
			say({ type: 'error', ask, code, message: error instanceof Error ? error.message : String(error) });
		}
	}

	async state(): Promise<FromApp> {
		return { type: 'state', memoryBytes: await this.#model.peakRssBytes(), memoryKind: 'rss' };
	}

	hello(session?: string): Hello {
		const { identity, engine, chatTemplate, bosToken, eosToken, addsBos, grammar, loadMs } = this.#model;
		const { adapter } = identity;
		return {
			type: 'hello',
			protocol: PROTOCOL,
			token: this.#options.token,
			session,
			process: this.#process,
			app: { name: 'gemmark reference device', version: '1' },
			runtime: { name: 'llama.cpp', version: engine.version ?? 'unknown' },
			model: { file: identity.name, sizeBytes: identity.sizeBytes, sha256: identity.sha256 },
			adapter: adapter && { file: adapter.name, sha256: adapter.sha256 },
			backend: 'CPU',
			device: this.#options.device,
			os: `${platform()} ${release()} ${arch()}`,
			levels: ['raw'],
			initMs: loadMs as number,
			samplers: ['topK', 'topP'],
			raw: { chatTemplate, bosToken, eosToken, addsBos, grammar },
		};
	}
}

function send(socket: WebSocket, message: FromApp): void {
	if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}
