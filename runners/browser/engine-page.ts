import { existsSync, rmSync } from 'node:fs';
import { EngineError, EnvironmentError, type GemmarkError } from '../../src/index.ts';
import { disposed, loadInterrupted } from '../supervisor/engine-ends.ts';
import type { MortalEngine } from '../supervisor/kept-engine.ts';
import { Lifetime } from '../supervisor/lifetime.ts';
import { type BrowserFolders, findBrowser } from './browser.ts';
import { type FromKeeper, type KeeperProcess, startKeeper } from './keeper/messages.ts';
import type { PageAnswer, PageEvent, PageHarness, PageMethod } from './page-protocol.ts';
import { type PageEngineName, pageFiles, pageHtml, type ServedFiles } from './page-server.ts';

export interface EnginePageOptions {
	/** For messages. */
	readonly modelName: string;
	readonly engine: PageEngineName;
	/** Beside gemmark's own page. */
	readonly files: ServedFiles;
	readonly imports: Readonly<Record<string, string>>;
	readonly hosts: readonly string[];
	readonly folders: BrowserFolders;
}

/** Time after which `error` ends the browser: a page that does not answer cannot be asked to stop. */
export interface CallLimit {
	readonly ms: number;
	readonly error: () => GemmarkError;
}

type Value<M extends PageMethod> =
	Awaited<ReturnType<PageHarness[M]>> extends PageAnswer<infer Answer> ? Answer : never;

interface Waiting {
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: GemmarkError) => void;
}

const OPEN_MS = 90_000;
/** Longer than the keeper itself gives the browser. */
const EXIT_MS = 10_000;
const SAID_CHARS = 4000;

/** A browser with one engine's page in it, kept by a process of its own. Dies once: of a crash, a hang or its end. */
export class EnginePage implements MortalEngine {
	readonly #options: EnginePageOptions;
	readonly #keeper: KeeperProcess;
	readonly #waiting = new Map<number, Waiting>();
	readonly #lifetime = new Lifetime<PageEvent>();
	#opened: Waiting | undefined;
	#browser: { readonly version: string; readonly pid: number } | undefined;
	#ids = 0;
	#said = '';

	private constructor(options: EnginePageOptions) {
		this.#options = options;
		this.#keeper = startKeeper({ onMessage: (message) => this.#hear(message), onEnd: () => this.#ended() });
	}

	/** Throws {@link EnvironmentError} when there is no browser or it does not start. */
	static async open(options: EnginePageOptions, signal?: AbortSignal): Promise<EnginePage> {
		const executable = findBrowser();
		const page = new EnginePage(options);
		const interrupted = (): void => void page.end(loadInterrupted(options.modelName));
		const timer = setTimeout(() => void page.end(notStarted(`not within ${OPEN_MS / 1000} s`)), OPEN_MS);
		signal?.addEventListener('abort', interrupted, { once: true });
		try {
			await new Promise<unknown>((resolve, reject) => {
				page.#opened = { resolve, reject };
				page.#keeper.send({
					type: 'open',
					executable,
					folders: options.folders,
					files: { ...pageFiles(), ...options.files },
					html: pageHtml(options.engine, options.imports),
					hosts: options.hosts,
				});
				if (signal?.aborted) interrupted();
			});
			return page;
		} catch (error) {
			await page.end();
			throw error;
		} finally {
			clearTimeout(timer);
			signal?.removeEventListener('abort', interrupted);
		}
	}

	/** Version of the browser, such as `156.0.8078.79`. */
	get browser(): string {
		return this.#browser?.version ?? '';
	}

	/** Why the page can no longer be used. */
	get death(): GemmarkError | undefined {
		return this.#lifetime.death;
	}

	/** Asks the page. Throws what the page's engine failed of, what the page died of, or the limit's error. */
	async call<M extends PageMethod>(method: M, args: Parameters<PageHarness[M]>, limit?: CallLimit): Promise<Value<M>> {
		const answer = (await this.#ask((id) => ({ type: 'call', id, method, args }), limit)) as PageAnswer<Value<M>>;
		if (answer.ok) return answer.value;
		throw new EngineError(answer.failure, `${this.#options.modelName}: ${answer.message}`, this.#detail());
	}

	/** Highest resident set of the page's processes; undefined when it cannot be told. */
	async peakBytes(): Promise<number | undefined> {
		if (this.death !== undefined) return undefined;
		const bytes = await this.#ask((id) => ({ type: 'memory', id })).catch(() => undefined);
		return typeof bytes === 'number' ? bytes : undefined;
	}

	/** Hears events and the page's death until the returned function is called. */
	listen(onEvent: (event: PageEvent) => void, onDeath: (error: GemmarkError) => void): () => void {
		return this.#lifetime.listen(onEvent, onDeath);
	}

	/** Ends browser and keeper; whoever waits gets `reason`. Safe to call twice. */
	async end(reason?: GemmarkError): Promise<void> {
		this.#die(reason ?? disposed(this.#options.modelName));
		await this.#endKeeper();
		this.#clearUpAfterKeeper();
	}

	#endKeeper(): Promise<void> {
		return this.#keeper.end({ type: 'close' }, EXIT_MS);
	}

	/** The keeper leaves nothing, unless it was killed itself: then the browser may still be on its way out. */
	#clearUpAfterKeeper(): void {
		const { temporary } = this.#options.folders;
		if (!existsSync(temporary)) return;
		if (this.#browser !== undefined) killGroup(this.#browser.pid);
		rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
	}

	async #ask(message: (id: number) => Parameters<KeeperProcess['send']>[0], limit?: CallLimit): Promise<unknown> {
		if (this.death !== undefined) throw this.death;
		const id = this.#ids++;
		const timer = limit === undefined ? undefined : setTimeout(() => void this.end(limit.error()), limit.ms);
		try {
			return await new Promise<unknown>((resolve, reject) => {
				this.#waiting.set(id, { resolve, reject });
				this.#keeper.send(message(id));
			});
		} finally {
			clearTimeout(timer);
			this.#waiting.delete(id);
		}
	}

	#hear(message: FromKeeper): void {
		switch (message.type) {
			case 'opened':
				this.#browser = { version: message.version, pid: message.pid };
				this.#opened?.resolve(undefined);
				break;
			case 'failed':
				this.#die(notStarted(message.message));
				break;
			case 'answer':
				this.#waiting.get(message.id)?.resolve(message.value);
				break;
			case 'unanswered':
				this.#waiting.get(message.id)?.reject(this.#unanswered(message.message));
				break;
			case 'event':
				if (message.event.type === 'page-error') this.#note(message.event.message);
				this.#lifetime.pass(message.event);
				break;
			case 'said':
				this.#note(message.message);
				break;
			case 'gone':
				this.#die(this.#crashed(message.message));
				break;
		}
	}

	#ended(): void {
		const reason = this.#keeper.stderr.trim();
		this.#die(this.#browser === undefined ? notStarted(reason) : this.#crashed('the browser ended'));
	}

	#die(error: GemmarkError): void {
		if (this.death !== undefined) return;
		this.#lifetime.die(error);
		this.#opened?.reject(error);
		for (const { reject } of this.#waiting.values()) reject(error);
		void this.#endKeeper();
	}

	#note(message: string): void {
		this.#said = `${this.#said}${message}\n`.slice(-SAID_CHARS);
	}

	#unanswered(message: string): EngineError {
		return new EngineError('protocol', `${this.#options.modelName}: ${message}`, this.#detail());
	}

	#crashed(what: string): EngineError {
		return new EngineError('crashed', `${this.#options.modelName}: ${what}`, {
			hint: 'It was probably out of memory: use a smaller model, quantization or context.',
			...this.#detail(),
		});
	}

	#detail(): { readonly detail?: string } {
		const detail = (this.#said + this.#keeper.stderr).trim();
		return detail === '' ? {} : { detail };
	}
}

/** Playwright makes the browser the leader of its own process group. */
function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// It has gone by itself.
	}
}

function notStarted(reason: string): EnvironmentError {
	return new EnvironmentError('The browser did not start', {
		hint: 'Check GEMMARK_BROWSER; in a container that lacks user namespaces set GEMMARK_BROWSER_SANDBOX=off.',
		detail: reason,
	});
}
