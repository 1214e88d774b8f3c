import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How a script's process came to its end, or why it never began. */
export type ChildEnd =
	| { readonly type: 'not-started'; readonly error: Error }
	| { readonly type: 'closed'; readonly code: number | null; readonly signal: NodeJS.Signals | null };

export interface ChildHearing<FromChild> {
	onMessage(message: FromChild): void;
	/** Called once. */
	onEnd(end: ChildEnd): void;
}

const STDERR_CHARS = 4096;

/** Starts a script, named without its ending as a module at `importer` would import it. Its stderr can be read. */
export function forkScript(script: string, importer: string, options: ForkOptions): ChildProcess {
	return fork(scriptUrl(script, importer), [], { ...options, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
}

/** From source it is a .ts file, from the package a .js file: whatever the importer is. */
export function scriptUrl(script: string, importer: string): URL {
	return new URL(`${script}.${importer.endsWith('.ts') ? 'ts' : 'js'}`, importer);
}

/** A script's process as its parent sees it: messages in, messages out, the end of its stderr, and its end. */
export class ChildScript<ToChild extends object, FromChild> {
	readonly #child: ChildProcess;
	readonly #closed: Promise<void>;
	#stderr = '';
	#ended = false;

	constructor(child: ChildProcess, hearing: ChildHearing<FromChild>) {
		this.#child = child;
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.#stderr = (this.#stderr + text).slice(-STDERR_CHARS);
		});
		child.on('message', (message) => hearing.onMessage(message as FromChild));
		this.#closed = new Promise((resolve) => {
			const end = (how: ChildEnd): void => {
				if (!this.#ended) hearing.onEnd(how);
				this.#ended = true;
				resolve();
			};
			child.on('error', (error) => {
				if (child.pid === undefined) end({ type: 'not-started', error });
			});
			child.on('close', (code, signal) => end({ type: 'closed', code, signal }));
		});
	}

	/** Absent when it could not be started. */
	get pid(): number | undefined {
		return this.#child.pid;
	}

	/** The last 4096 characters that it wrote to stderr. */
	get stderr(): string {
		return this.#stderr;
	}

	/** What cannot be sent, because the process is on its way out, is dropped: its end is reported. */
	send(message: ToChild): void {
		if (this.#child.connected) this.#child.send(message, () => undefined);
	}

	/** Ends it at once. Resolves when it is gone. */
	async kill(): Promise<void> {
		this.#child.kill('SIGKILL');
		await this.#closed;
	}

	/** Asks it to end, and makes it end when it does not within `graceMs`. Resolves when it is gone. */
	async end(request: ToChild, graceMs: number): Promise<void> {
		this.send(request);
		const timer = setTimeout(() => this.#child.kill('SIGKILL'), graceMs);
		await this.#closed;
		clearTimeout(timer);
	}
}

const WATCH = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => {
	try {
		// Windows keeps the number of a parent that is gone.
		if (process.ppid === parent && process.kill(parent, 0)) return;
	} catch {}
	process.kill(process.pid, 'SIGKILL');
}, 300);`;

/**
 * Arguments of Node for a process that is killed once its parent is gone. A thread looks, and before anything is imported:
 * native code may hold the first thread for minutes, as loading a model does.
 */
export const DIE_WITH_PARENT: readonly string[] = [
	'--import',
	`data:text/javascript,${encodeURIComponent(`
import { Worker } from 'node:worker_threads';
new Worker(${JSON.stringify(WATCH)}, { eval: true, execArgv: [], workerData: process.ppid }).unref();`)}`,
];

/** Highest resident set of a process, where the system reports it (Linux); absent elsewhere. */
export function peakResidentBytes(pid: number): number | undefined {
	try {
		const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
		return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
	} catch {
		return undefined;
	}
}
