import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromKeeper, ToKeeper } from './keeper-messages.ts';

/** Longer than the keeper itself gives the browser. */
const EXIT_MS = 10_000;
const STDERR_CHARS = 4000;

/** The keeper as gemmark sees it: messages out, messages in, and an end. */
export class KeeperProcess {
	readonly #child: ChildProcess;
	readonly #exited: Promise<void>;
	#stderr = '';

	/** `onEnd` is called once, when the keeper has left for whatever reason. */
	constructor(onMessage: (message: FromKeeper) => void, onEnd: () => void) {
		const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
		this.#child = fork(fileURLToPath(new URL(`./keeper.${extension}`, import.meta.url)), {
			execArgv: ['--disable-warning=ExperimentalWarning'],
			stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
			// A Ctrl-C, or a kill of gemmark's process group, must leave somebody to clear up.
			detached: true,
		});
		this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
			this.#stderr = (this.#stderr + chunk).slice(-STDERR_CHARS);
		});
		this.#child.on('message', onMessage);
		this.#child.on('error', () => {});
		this.#exited = new Promise((resolve) => {
			this.#child.once('close', () => {
				onEnd();
				resolve();
			});
		});
	}

	/** The end of what the keeper wrote to stderr. */
	get stderr(): string {
		return this.#stderr;
	}

	send(message: ToKeeper): void {
		if (this.#child.connected) this.#child.send(message, () => {});
	}

	/** Resolves when the keeper, and with it the browser, is gone. */
	async end(): Promise<void> {
		this.send({ type: 'close' });
		const timer = setTimeout(() => this.#child.kill('SIGKILL'), EXIT_MS);
		await this.#exited;
		clearTimeout(timer);
	}
}
