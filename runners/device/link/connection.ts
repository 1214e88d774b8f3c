import type { RawData, WebSocket } from 'ws';
import { EngineError } from '../../../src/index.ts';
import { Lifetime } from '../../supervisor/lifetime.ts';
import type { Hello } from '../protocol/hello.ts';
import type { FromApp, Opened, ToApp } from '../protocol/messages.ts';
import { readMessage } from '../protocol/read-message.ts';

/** An idle app that answers no ping for so long is gone, whatever the cable says. */
export const SILENT_MS = 30_000;
const PING_MS = 10_000;

/** A connection that was welcomed. It ends once, with a reason; what an app says wrong ends it too. */
export class Connection extends Lifetime<FromApp> {
	readonly hello: Hello;
	readonly #socket: WebSocket;
	readonly #pings: NodeJS.Timeout;
	#heardAt: number = performance.now();
	#ping = 0;
	#conversation: number | undefined;
	/** Whether an answer is under way: its deadline holds then, an app at work may be too busy to answer pings. */
	isAtWork = false;

	constructor(socket: WebSocket, hello: Hello) {
		super();
		this.#socket = socket;
		this.hello = hello;
		socket.on('message', (data, isBinary) => this.#read(data, isBinary));
		socket.on('close', (code) => this.die(lost(this.#name, `the connection closed (${code})`)));
		socket.on('error', (error) => this.end(wrong(this.#name, error.message)));
		this.#pings = setInterval(() => this.#beat(), PING_MS).unref();
	}

	send(message: ToApp): void {
		if (this.death === undefined) this.#socket.send(JSON.stringify(message));
	}

	/** Opens a conversation; an app holds one at a time. */
	open(message: Opened): void {
		if (this.#conversation !== undefined) this.send({ type: 'close', conversation: this.#conversation });
		this.#conversation = message.conversation;
		this.send(message);
	}

	/** Cuts the connection: the app has to come back, or may not. */
	end(reason: EngineError): void {
		this.die(reason);
		this.#socket.terminate();
	}

	/** Says that the run is over, and closes. */
	async finish(reason: EngineError): Promise<void> {
		this.send({ type: 'close' });
		this.die(reason);
		const closed = new Promise((resolve) => this.#socket.once('close', resolve));
		if (this.#socket.readyState === this.#socket.CLOSED) return;
		this.#socket.close(1000);
		const timer = setTimeout(() => this.#socket.terminate(), 1000);
		await closed;
		clearTimeout(timer);
	}

	/** Asks whether anybody is there; one who does not answer in time is cut off. */
	probe(withinMs: number): void {
		const askedAt = performance.now();
		this.send({ type: 'ping', ping: this.#ping++ });
		setTimeout(() => {
			if (this.#heardAt < askedAt) this.end(lost(this.#name, 'the app answers no ping'));
		}, withinMs).unref();
	}

	override die(error: EngineError): void {
		clearInterval(this.#pings);
		super.die(error);
	}

	get #name(): string {
		return this.hello.device;
	}

	#beat(): void {
		const silentMs = performance.now() - this.#heardAt;
		if (silentMs > SILENT_MS && !this.isAtWork) this.end(lost(this.#name, 'the app answers no ping'));
		else this.send({ type: 'ping', ping: this.#ping++ });
	}

	#read(data: RawData, isBinary: boolean): void {
		if (this.death !== undefined) return;
		this.#heardAt = performance.now();
		const read = isBinary ? { problem: 'no JSON text' } : readMessage(String(data));
		if ('problem' in read) this.end(wrong(this.#name, read.problem));
		else this.pass(read.message);
	}
}

export function lost(device: string, how: string): EngineError {
	return new EngineError('cut', `${device}: ${how} in the middle`, {
		hint: 'Look at what the app wrote before it went (adb logcat), then go on with --resume.',
	});
}

export function wrong(device: string, what: string): EngineError {
	return new EngineError('protocol', `${device}: the app does not keep to the protocol: ${what}`, {
		hint: 'docs/device-protocol.md has every message and its fields.',
	});
}
