import { existsSync, rmSync } from 'node:fs';
import { EngineError, type EngineFailure, EnvironmentError, type GemmarkError } from '../../src/base/errors.ts';
import { type Message, message } from '../../src/base/message.ts';
import type { MortalEngine } from '../supervisor/kept-engine.ts';
import { disposed, Lifetime, loadInterrupted } from '../supervisor/kept-engine.ts';
import { type BrowserFolders, findBrowser } from './browser.ts';
import { type FromKeeper, type KeeperProcess, startKeeper, type ToKeeper } from './keeper/messages.ts';
import type { PageAnswer, PageEvent, PageHarness, PageMethod } from './page-protocol.ts';
import { type PageEngineName, pageFiles, pageHtml, type ServedFiles } from './page-server.ts';

export interface EnginePageOptions {
	/** For messages. */
	readonly modelName: string;
	readonly engine: PageEngineName;
	/** Served besides gemmark's page. */
	readonly files: ServedFiles;
	readonly imports: Readonly<Record<string, string>>;
	readonly hosts: readonly string[];
	readonly folders: BrowserFolders;
}

/** Time after which `error` ends the browser: a page that does not answer cannot be asked to stop. */
interface CallLimit {
	readonly ms: number;
	readonly error: () => GemmarkError;
}

type Value<M extends PageMethod> =
	Awaited<ReturnType<PageHarness[M]>> extends PageAnswer<infer Answer> ? Answer : never;

const OPEN_MS = 90_000;
/** Longer than the keeper gives the browser. */
const EXIT_MS = 10_000;
const CONSOLE_CHARS = 4000;

/** A browser with one engine's page, kept by its own process. It dies once: by a crash, a hang or its end. */
export class EnginePage extends Lifetime<PageEvent> implements MortalEngine {
	readonly #options: EnginePageOptions;
	readonly #keeper: KeeperProcess;
	readonly #opened = Promise.withResolvers<void>();
	readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
	#browser: { readonly version: string; readonly pid: number } | undefined;
	#ids = 0;
	#console = '';

	private constructor(options: EnginePageOptions) {
		super();
		this.#options = options;
		this.#opened.promise.catch(() => undefined);
		this.#keeper = startKeeper({
			onMessage: (heard) => this.#hear(heard),
			onEnd: () => {
				const isOpen = this.#browser !== undefined;
				this.die(isOpen ? this.#crashed(message('browser.gone')) : notStarted(this.#keeper.stderr.trim()));
			},
		});
	}

	/** Throws {@link EnvironmentError} if there is no browser, or it does not start. */
	static async open(options: EnginePageOptions, signal?: AbortSignal): Promise<EnginePage> {
		const { engine, files, folders, hosts, imports, modelName } = options;
		const executable = findBrowser();
		const page = new EnginePage(options);
		const interrupted = (): void => page.die(loadInterrupted(modelName));
		const timer = setTimeout(() => page.die(notStarted(`not within ${OPEN_MS / 1000} s`)), OPEN_MS);
		signal?.addEventListener('abort', interrupted, { once: true });
		const served = { files: { ...pageFiles(), ...files }, html: pageHtml(engine, imports) };
		page.#keeper.send({ type: 'open', executable, folders, hosts, ...served });
		if (signal?.aborted) interrupted();
		try {
			await page.#opened.promise;
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

	/** Calls the page. Throws the failure of its engine, what the page died of, or the limit's error. */
	async call<M extends PageMethod>(method: M, args: Parameters<PageHarness[M]>, limit?: CallLimit): Promise<Value<M>> {
		const answer = (await this.#ask((id) => ({ type: 'call', id, method, args }), limit)) as PageAnswer<Value<M>>;
		if (answer.ok) return answer.value;
		throw this.#failed(answer.failure, answer.said);
	}

	/** Highest resident set of the page's processes; undefined if unknown. */
	async peakBytes(): Promise<number | undefined> {
		const bytes = await this.#ask((id) => ({ type: 'memory', id })).catch(() => undefined);
		return typeof bytes === 'number' ? bytes : undefined;
	}

	/** Ends browser and keeper; pending calls fail with `reason`. Safe to call twice. */
	async end(reason: GemmarkError = disposed(this.#options.modelName)): Promise<void> {
		this.die(reason);
		await this.#endKeeper();
		const { temporary } = this.#options.folders;
		// A keeper that was killed leaves its folder, and perhaps the browser.
		if (!existsSync(temporary)) return;
		if (this.#browser !== undefined) killGroup(this.#browser.pid);
		rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
	}

	override die(error: GemmarkError): void {
		if (this.death !== undefined) return;
		super.die(error);
		this.#opened.reject(error);
		for (const { reject } of this.#waiting.values()) reject(error);
		void this.#endKeeper();
	}

	#endKeeper(): Promise<void> {
		return this.#keeper.end({ type: 'close' }, EXIT_MS);
	}

	async #ask(asked: (id: number) => ToKeeper, limit?: CallLimit): Promise<unknown> {
		if (this.death !== undefined) throw this.death;
		const id = this.#ids++;
		const timer = limit && setTimeout(() => this.die(limit.error()), limit.ms);
		const waiting = Promise.withResolvers<unknown>();
		this.#waiting.set(id, waiting);
		this.#keeper.send(asked(id));
		try {
			return await waiting.promise;
		} finally {
			clearTimeout(timer);
			this.#waiting.delete(id);
		}
	}

	#hear(heard: FromKeeper): void {
		if (heard.type === 'opened') {
			this.#browser = heard;
			this.#opened.resolve();
		} else if (heard.type === 'failed') this.die(notStarted(heard.reason));
		else if (heard.type === 'gone') this.die(this.#crashed(heard.how));
		else if (heard.type === 'said') this.#note(heard.text);
		else if (heard.type === 'answer') this.#waiting.get(heard.id)?.resolve(heard.value);
		else if (heard.type === 'unanswered') this.#waiting.get(heard.id)?.reject(this.#failed('protocol', heard.reason));
		else {
			if (heard.event.type === 'page-error') this.#note(heard.event.text);
			this.pass(heard.event);
		}
	}

	#note(text: string): void {
		this.#console = `${this.#console}${text}\n`.slice(-CONSOLE_CHARS);
	}

	#failed(failure: EngineFailure, problem: Message | string): EngineError {
		return new EngineError(
			failure,
			message('browser.engine', { model: this.#options.modelName, problem }),
			this.#detail(),
		);
	}

	#crashed(how: Message): EngineError {
		return new EngineError(
			'crashed',
			message('browser.crashed', { model: this.#options.modelName, how }),
			this.#detail(),
		);
	}

	/** What the page's console and the keeper printed. */
	#detail(): { readonly detail?: string } {
		const detail = (this.#console + this.#keeper.stderr).trim();
		return detail === '' ? {} : { detail };
	}
}

/** Playwright makes the browser the leader of its own process group. */
function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// It has ended.
	}
}

function notStarted(detail: string): EnvironmentError {
	return new EnvironmentError(message('browser.not-started'), { detail });
}
