import { EngineError, type LoadOptions } from '../../src/index.ts';
import { EnginePage, type EnginePageOptions } from './engine-page.ts';
import type { BrowserFolders } from './keeper/profile.ts';
import type { PageLoaded, PageLoadRequest, PageProbe } from './page-protocol.ts';

/** Everything that is needed to bring an engine to life in a page, as often as it must be. */
export interface PageSetup extends Omit<EnginePageOptions, 'folders'> {
	/** Asked for each time the browser starts. */
	readonly folders: () => BrowserFolders;
	readonly request: PageLoadRequest;
}

interface OpenedPage {
	readonly page: EnginePage;
	readonly probe: PageProbe;
	readonly loaded: PageLoaded;
}

const DEFAULT_LOAD_TIMEOUT_MS = 600_000;
const PROBE_MS = 30_000;

/** A model loaded in a page. A page that died is replaced when it is needed again, not before. */
export class PageSession {
	readonly #setup: PageSetup;
	readonly #loadTimeoutMs: number | undefined;
	#opened: OpenedPage;
	#opening: Promise<EnginePage> | undefined;
	#peakBytes: number | undefined;
	#disposed = false;

	private constructor(setup: PageSetup, opened: OpenedPage, loadTimeoutMs: number | undefined) {
		this.#setup = setup;
		this.#opened = opened;
		this.#loadTimeoutMs = loadTimeoutMs;
	}

	/** Throws {@link EngineError} or {@link EnvironmentError}, with the browser gone. */
	static async start(
		setup: PageSetup,
		options: Pick<LoadOptions, 'loadTimeoutMs' | 'signal' | 'onProgress'>,
	): Promise<PageSession> {
		return new PageSession(setup, await openLoaded(setup, options), options.loadTimeoutMs);
	}

	get modelName(): string {
		return this.#setup.modelName;
	}

	get probe(): PageProbe {
		return this.#opened.probe;
	}

	get loaded(): PageLoaded {
		return this.#opened.loaded;
	}

	/** Version of the browser. */
	get browser(): string {
		return this.#opened.page.browser;
	}

	get isDisposed(): boolean {
		return this.#disposed;
	}

	/** The page to work with. Throws when the model was disposed, or cannot be loaded again. */
	async page(): Promise<EnginePage> {
		if (this.#disposed) throw this.#disposedError();
		if (this.#opened.page.death === undefined) return this.#opened.page;
		this.#opening ??= this.#reopen().finally(() => {
			this.#opening = undefined;
		});
		return this.#opening;
	}

	/** Highest resident set of all its pages so far. */
	async peakBytes(): Promise<number | undefined> {
		const bytes = await this.#opened.page.peakBytes();
		if (bytes !== undefined) this.#peakBytes = Math.max(bytes, this.#peakBytes ?? 0);
		return this.#peakBytes;
	}

	/** Safe to call twice, and during a generation. */
	async dispose(): Promise<void> {
		this.#disposed = true;
		await this.#opening?.catch(() => undefined);
		await this.peakBytes();
		await this.#opened.page.end(this.#disposedError());
	}

	async #reopen(): Promise<EnginePage> {
		await this.#opened.page.end();
		const options = this.#loadTimeoutMs === undefined ? {} : { loadTimeoutMs: this.#loadTimeoutMs };
		this.#opened = await openLoaded(this.#setup, options);
		return this.#opened.page;
	}

	#disposedError(): EngineError {
		return new EngineError('unavailable', `${this.#setup.modelName}: the model was disposed`);
	}
}

async function openLoaded(
	setup: PageSetup,
	{ loadTimeoutMs = DEFAULT_LOAD_TIMEOUT_MS, signal, onProgress }: Parameters<typeof PageSession.start>[1],
): Promise<OpenedPage> {
	const { request, folders, ...options } = setup;
	const page = await EnginePage.open({ ...options, folders: folders() }, signal);
	const stopped = new EngineError('unavailable', `${setup.modelName}: loading was interrupted`);
	const stop = (): void => void page.end(stopped);
	signal?.addEventListener('abort', stop, { once: true });
	const stopListening = page.listen(
		(event) => event.type === 'progress' && onProgress?.(event.progress),
		() => undefined,
	);
	try {
		const probe = await page.call('probe', [], { ms: PROBE_MS, error: () => loadTimeout(setup.modelName, PROBE_MS) });
		const loaded = await page.call('load', [request], {
			ms: loadTimeoutMs,
			error: () => loadTimeout(setup.modelName, loadTimeoutMs),
		});
		return { page, probe, loaded };
	} catch (error) {
		await page.end();
		throw error;
	} finally {
		stopListening();
		signal?.removeEventListener('abort', stop);
	}
}

function loadTimeout(modelName: string, ms: number): EngineError {
	return new EngineError('load-timeout', `${modelName} was not loaded within ${Math.round(ms / 1000)} s`, {
		hint: 'Give it more time, or use a smaller model.',
	});
}
