import type { RawData, WebSocket } from 'ws';
import { EngineError } from '../../src/base/errors.ts';
import { type Message, message } from '../../src/base/message.ts';
import { Lifetime } from '../supervisor/kept-engine.ts';
import type { DeviceLog } from './device-state.ts';
import { type FromApp, type Hello, type OpenMessage, readMessage, type ToApp } from './protocol.ts';

/** An idle app that answers no ping for so long has gone, even if the connection is still open. */
const SILENT_MS = 30_000;
const PING_MS = 10_000;
const CLOSE_MS = 1000;

/** What asks and conversations need of a connection. It ends once, with a reason. */
export abstract class Wire extends Lifetime<FromApp> {
	readonly hello: Hello;
	/** Whether an answer is in progress: a busy app may not answer pings, but its answer has a deadline. */
	isAtWork = false;
	#conversation: number | undefined;

	constructor(hello: Hello) {
		super();
		this.hello = hello;
	}

	abstract send(sent: ToApp): void;

	/** Opens a conversation; an app holds one at a time. */
	open(opened: OpenMessage): void {
		if (this.#conversation !== undefined) this.send({ type: 'close', conversation: this.#conversation });
		this.#conversation = opened.conversation;
		this.send(opened);
	}

	/** Cuts the connection: the app has to reconnect. */
	end(reason: EngineError): void {
		this.die(reason);
	}
}

/** A welcomed connection. A message that is not of the protocol ends it too. */
export class Connection extends Wire {
	readonly #socket: WebSocket;
	readonly #log: DeviceLog;
	readonly #pings: NodeJS.Timeout;
	#heardAt: number = performance.now();
	#ping = 0;

	constructor(socket: WebSocket, hello: Hello, log: DeviceLog) {
		super(hello);
		this.#socket = socket;
		this.#log = log;
		socket.on('message', (data, isBinary) => this.#read(data, isBinary));
		socket.on('close', (code) => this.die(lost(hello.device, message('device.closed', { code }))));
		socket.on('error', (error) => this.end(wrong(hello.device, error.message)));
		this.#pings = setInterval(() => this.#beat(), PING_MS).unref();
	}

	send(sent: ToApp): void {
		if (this.death !== undefined) return;
		this.#log.said(sent);
		this.#socket.send(JSON.stringify(sent));
	}

	override end(reason: EngineError): void {
		super.end(reason);
		this.#socket.terminate();
	}

	/** Closes the connection after telling the app that the run is over. */
	async finish(reason: EngineError): Promise<void> {
		this.send({ type: 'close' });
		this.die(reason);
		if (this.#socket.readyState === this.#socket.CLOSED) return;
		const closed = new Promise((resolve) => this.#socket.once('close', resolve));
		this.#socket.close(1000);
		const timer = setTimeout(() => this.#socket.terminate(), CLOSE_MS);
		await closed;
		clearTimeout(timer);
	}

	/** Pings the app, and ends the connection if nothing arrives in time. */
	probe(withinMs: number): void {
		const askedAt = performance.now();
		this.send({ type: 'ping', ping: this.#ping++ });
		setTimeout(() => {
			if (this.#heardAt < askedAt) this.end(lost(this.hello.device, message('device.no-pong')));
		}, withinMs).unref();
	}

	override die(error: EngineError): void {
		clearInterval(this.#pings);
		super.die(error);
	}

	#beat(): void {
		const silentMs = performance.now() - this.#heardAt;
		if (silentMs > SILENT_MS && !this.isAtWork) this.end(lost(this.hello.device, message('device.no-pong')));
		else this.send({ type: 'ping', ping: this.#ping++ });
	}

	#read(data: RawData, isBinary: boolean): void {
		if (this.death !== undefined) return;
		this.#heardAt = performance.now();
		const read = isBinary ? { problem: message('device.no-json') } : readMessage(String(data));
		if ('problem' in read) this.end(wrong(this.hello.device, read.problem));
		else {
			this.#log.heard(read.message);
			this.pass(read.message);
		}
	}
}

export function lost(device: string, how: Message): EngineError {
	return new EngineError('cut', message('device.cut', { device, how }));
}

export function wrong(device: string, problem: Message | string): EngineError {
	return new EngineError('protocol', message('device.protocol', { device, problem }));
}
