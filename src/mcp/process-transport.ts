import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { type Message, message, type Said } from '../base/message.ts';
import { within } from '../model/watchdog.ts';
import type { McpSdk } from './config.ts';

/** Windows has no process groups. */
const HAS_GROUPS: boolean = process.platform !== 'win32';

/** Process groups that end with gemmark, however it ends. */
const open = new Set<ChildProcess>();

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** From now on the child, which leads a process group, does not outlive gemmark; a kill -9 of gemmark closes its input. */
function endWithUs(child: ChildProcess): void {
	if (open.size === 0) {
		process.on('exit', killAll);
		for (const signal of SIGNALS) process.on(signal, endBySignal);
	}
	open.add(child);
	child.once('close', () => forget(child));
	child.once('error', () => forget(child));
}

/** Kills a child with all that it has started, such as the server that `npx` runs. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	if (!HAS_GROUPS) {
		child.kill(signal);
		return;
	}
	try {
		process.kill(-child.pid, signal);
	} catch {
		// The whole group has ended.
	}
}

function forget(child: ChildProcess): void {
	if (!open.delete(child) || open.size > 0) return;
	process.off('exit', killAll);
	for (const signal of SIGNALS) process.off(signal, endBySignal);
}

function killAll(): void {
	for (const child of open) killGroup(child, 'SIGKILL');
}

/** A run handles the signal itself and ends its servers; without one the signal ends gemmark as usual. */
function endBySignal(signal: NodeJS.Signals): void {
	if (process.listenerCount(signal) > 1) return;
	killAll();
	process.off(signal, endBySignal);
	process.kill(process.pid, signal);
}

/** Longest message of a server, bytes. */
export const MAX_MESSAGE_BYTES: number = 10 * 1024 * 1024;

/** Most messages, and lines that are none, between two requests of ours. */
export const MAX_UNASKED = 10_000;

/** Counts what a server sends unasked: endless notifications, pings and junk would fill the memory. */
export class Unasked {
	#count = 0;

	/** At each message that is sent to the server. */
	sent(sent: JSONRPCMessage): void {
		if ('method' in sent) this.#count = 0;
	}

	/** Why the server must end; undefined as long as it is not too much. */
	heard(): Message | undefined {
		this.#count += 1;
		return this.#count > MAX_UNASKED ? message('mcp.flood', { limit: MAX_UNASKED }) : undefined;
	}
}

/** Most bytes that wait for a server to read them, with those of pings that it sent. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** A connection to a server, with failures that the SDK's client does not report. */
export interface ServerTransport extends Transport {
	/** Lines that are no message. */
	readonly noise: number;
	/** Whether a message was longer than {@link MAX_MESSAGE_BYTES}, which ends the connection. */
	readonly tooLarge: boolean;
	/** End of the server's standard error. */
	readonly stderr: string;
	/** How the process ended: `exit code 9`, `SIGSEGV`, or why it was ended. */
	readonly ended?: Said;
}

interface ServedProcess {
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** Absolute. */
	readonly cwd: string;
}

/** Longest that a server may take to exit, milliseconds. */
const GRACE_MS = 1000;

/**
 * A server's process as the SDK's client talks to it. Unlike the SDK's own transport it leads a process group: Ctrl-C does
 * not reach the server before the run is over, and what an `npx` has started ends with it.
 */
export class ProcessTransport implements ServerTransport {
	readonly #sdk: McpSdk;
	readonly #served: ServedProcess;
	/** Bytes after the last line end. */
	#pending: Buffer[] = [];
	#pendingBytes = 0;
	#child: ChildProcess | undefined;
	#closing = false;
	readonly #unasked = new Unasked();
	stderr = '';
	ended: Said | undefined;
	noise = 0;
	tooLarge = false;
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: Transport['onmessage'];

	constructor(sdk: McpSdk, served: ServedProcess) {
		this.#sdk = sdk;
		this.#served = served;
	}

	start(): Promise<void> {
		const { command, args, env, cwd } = this.#served;
		const child = spawn(command, args, {
			cwd,
			env,
			detached: HAS_GROUPS,
			windowsHide: true,
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		this.#child = child;
		endWithUs(child);
		child.stdin.on('error', (error) => this.onerror?.(error));
		child.stdout.on('error', (error) => this.onerror?.(error));
		child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
		child.stderr.on('data', (chunk: Buffer) => {
			this.stderr = (this.stderr + chunk.toString('utf8')).slice(-MAX_STDERR_CHARS);
		});
		child.once('close', (code, signal) => {
			if (!this.#closing) this.ended = signal ?? `exit code ${code}`;
			this.#child = undefined;
			this.onclose?.();
		});
		return new Promise((resolve, reject) => {
			child.once('spawn', () => {
				// An idle server must not keep gemmark running.
				child.unref();
				for (const pipe of child.stdio) if (pipe instanceof Socket) pipe.unref();
				resolve();
			});
			child.once('error', reject);
		});
	}

	async send(sent: JSONRPCMessage): Promise<void> {
		const stdin = this.#child?.stdin;
		if (stdin === undefined || stdin === null || this.#closing) throw new Error('the server has ended');
		this.#unasked.sent(sent);
		// Waiting for the server to read would keep a promise for each of its pings.
		if (stdin.writableLength > MAX_WAITING_BYTES) this.#end(message('mcp.deaf'));
		else stdin.write(this.#sdk.serializeMessage(sent));
	}

	/** Closes the server's input, then sends SIGTERM, then kills the rest of its group. */
	async close(): Promise<void> {
		const child = this.#child;
		if (child === undefined) return;
		this.#closing = true;
		const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
		const late = (): Error => new Error('the server is still running');
		const isClosed = (): Promise<boolean> =>
			within(closed, GRACE_MS, late).then(
				() => true,
				() => false,
			);
		child.stdin?.end();
		if (!(await isClosed())) {
			killGroup(child, 'SIGTERM');
			await isClosed();
		}
		killGroup(child, 'SIGKILL');
		await isClosed();
	}

	#end(why: Message): void {
		if (this.#closing) return;
		this.ended = why;
		void this.close();
	}

	#read(chunk: Buffer): void {
		let rest = chunk;
		for (let end = rest.indexOf(LINE_END); end !== -1; end = rest.indexOf(LINE_END)) {
			const line = Buffer.concat([...this.#pending, rest.subarray(0, end)]);
			rest = rest.subarray(end + 1);
			this.#pending = [];
			this.#pendingBytes = 0;
			this.#readLine(line);
		}
		this.#pending.push(rest);
		this.#pendingBytes += rest.length;
		if (this.#pendingBytes <= MAX_MESSAGE_BYTES || this.tooLarge) return;
		this.tooLarge = true;
		this.#pending = [];
		void this.close();
	}

	#readLine(line: Buffer): void {
		if (this.#closing) return;
		const flood = this.#unasked.heard();
		if (flood !== undefined) this.#end(flood);
		const text = line.toString('utf8').trim();
		if (text === '') return;
		let read: JSONRPCMessage;
		try {
			read = this.#sdk.parseJSONRPCMessage(JSON.parse(text));
		} catch {
			// A server may print a banner. A lost answer shows as a timeout.
			this.noise += 1;
			return;
		}
		this.onmessage?.(read);
	}
}

const LINE_END = 0x0a;
const MAX_STDERR_CHARS = 2000;
