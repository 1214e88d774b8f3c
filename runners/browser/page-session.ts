import type { LoadOptions } from '../../src/index.ts';
import { loadInterrupted, loadTimeout } from '../supervisor/engine-ends.ts';
import { KeptEngine } from '../supervisor/kept-engine.ts';
import type { BrowserFolders } from './browser.ts';
import { EnginePage, type EnginePageOptions } from './engine-page.ts';
import type { GpuAdapter, PageLoaded, PageLoadRequest } from './page-protocol.ts';

/** Everything that is needed to bring an engine to life in a page, as often as it must be. */
export interface PageSetup extends Omit<EnginePageOptions, 'folders'> {
	/** Asked for each time the browser starts. */
	readonly folders: () => BrowserFolders;
	readonly request: PageLoadRequest;
}

interface OpenedPage {
	readonly page: EnginePage;
	readonly adapter: GpuAdapter | undefined;
	readonly loaded: PageLoaded;
}

export const DEFAULT_LOAD_TIMEOUT_MS = 600_000;
const PROBE_MS = 30_000;

/** A model loaded in a page. A page that died is replaced when it is needed again, not before. */
export class PageSession {
	/** Of the first page; those after it are alike. */
	readonly adapter: GpuAdapter | undefined;
	readonly loaded: PageLoaded;
	/** Version of the browser. */
	readonly browser: string;
	readonly #kept: KeptEngine<EnginePage>;

	private constructor({ page, adapter, loaded }: OpenedPage, kept: KeptEngine<EnginePage>) {
		this.adapter = adapter;
		this.loaded = loaded;
		this.browser = page.browser;
		this.#kept = kept;
	}

	/** Throws {@link EngineError} or {@link EnvironmentError}, with the browser gone. */
	static async start(
		setup: PageSetup,
		options: Pick<LoadOptions, 'loadTimeoutMs' | 'signal' | 'onProgress'>,
	): Promise<PageSession> {
		const opened = await openLoaded(setup, options);
		const { loadTimeoutMs } = options;
		const reopen = async (): Promise<EnginePage> => (await openLoaded(setup, { loadTimeoutMs })).page;
		return new PageSession(opened, new KeptEngine(setup.modelName, opened.page, reopen));
	}

	get modelName(): string {
		return this.#kept.modelName;
	}

	get isDisposed(): boolean {
		return this.#kept.isDisposed;
	}

	/** The page to work with. Throws when the model was disposed, or cannot be loaded again. */
	page(): Promise<EnginePage> {
		return this.#kept.living();
	}

	/** Highest resident set of all its pages so far. */
	peakBytes(): Promise<number | undefined> {
		return this.#kept.peakBytes();
	}

	/** Safe to call twice, and during a generation. */
	dispose(): Promise<void> {
		return this.#kept.dispose();
	}
}

async function openLoaded(
	setup: PageSetup,
	{ loadTimeoutMs = DEFAULT_LOAD_TIMEOUT_MS, signal, onProgress }: Parameters<typeof PageSession.start>[1],
): Promise<OpenedPage> {
	const { request, folders, ...options } = setup;
	const page = await EnginePage.open({ ...options, folders: folders() }, signal);
	const stop = (): void => void page.end(loadInterrupted(setup.modelName));
	signal?.addEventListener('abort', stop, { once: true });
	const stopListening = page.listen(
		(event) => event.type === 'progress' && onProgress?.(event.progress),
		() => undefined,
	);
	try {
		const adapter = await page.call('probe', [], { ms: PROBE_MS, error: () => loadTimeout(setup.modelName, PROBE_MS) });
		const loaded = await page.call('load', [request], {
			ms: loadTimeoutMs,
			error: () => loadTimeout(setup.modelName, loadTimeoutMs),
		});
		return { page, adapter, loaded };
	} catch (error) {
		await page.end();
		throw error;
	} finally {
		stopListening();
		signal?.removeEventListener('abort', stop);
	}
}
