import { type Message, message } from '../../src/base/message.ts';
import type { LoadOptions } from '../../src/model/runner.ts';
import { KeptEngine, loadInterrupted, loadTimeout } from '../supervisor/kept-engine.ts';
import type { BrowserFolders } from './browser.ts';
import { EnginePage, type EnginePageOptions } from './engine-page.ts';
import type { GpuAdapter, PageLoaded, PageLoadRequest } from './page-protocol.ts';

/** What it takes to start an engine in a page, as often as necessary. */
export interface PageSetup extends Omit<EnginePageOptions, 'folders'> {
	/** Called for each start of the browser. */
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

/** A model loaded in a page. A page that died is replaced at its next use. */
export class PageSession extends KeptEngine<EnginePage> {
	/** Of the first page; later ones are alike. */
	readonly adapter: GpuAdapter | undefined;
	readonly loaded: PageLoaded;
	/** Version of the browser. */
	readonly browser: string;

	private constructor(modelName: string, { page, adapter, loaded }: OpenedPage, reopen: () => Promise<EnginePage>) {
		super(modelName, page, reopen);
		this.adapter = adapter;
		this.loaded = loaded;
		this.browser = page.browser;
	}

	/** Throws {@link EngineError} or {@link EnvironmentError}, after the browser ended. */
	static async start(setup: PageSetup, options: LoadOptions): Promise<PageSession> {
		const { model, loadTimeoutMs } = options;
		const reopen = async (): Promise<EnginePage> => (await openLoaded(setup, { model, loadTimeoutMs })).page;
		return new PageSession(setup.modelName, await openLoaded(setup, options), reopen);
	}

	/** The value of `work`; if it fails, the session is disposed. */
	async keepIf<Result>(work: Promise<Result>): Promise<Result> {
		return await work.catch(async (error: unknown) => {
			await this.dispose();
			throw error;
		});
	}
}

async function openLoaded(
	{ request, folders, ...options }: PageSetup,
	{ loadTimeoutMs = DEFAULT_LOAD_TIMEOUT_MS, signal, onProgress }: LoadOptions,
): Promise<OpenedPage> {
	const { modelName } = options;
	const page = await EnginePage.open({ ...options, folders: folders() }, signal);
	const stop = (): void => page.die(loadInterrupted(modelName));
	const limit = (ms: number) => ({ ms, error: () => loadTimeout(modelName, ms) });
	signal?.addEventListener('abort', stop, { once: true });
	const stopListening = page.listen(
		(event) => event.type === 'progress' && onProgress?.(event.progress),
		() => undefined,
	);
	try {
		const adapter = await page.call('probe', [], limit(PROBE_MS));
		const loaded = await page.call('load', [request], limit(loadTimeoutMs));
		return { page, adapter, loaded };
	} catch (error) {
		await page.end();
		throw error;
	} finally {
		stopListening();
		signal?.removeEventListener('abort', stop);
	}
}

/** The GPU as part of an engine's identity, such as `webgpu (nvidia ada-lovelace)`. */
export function gpuBackend(adapter: GpuAdapter | undefined): string {
	if (adapter === undefined) return 'webgpu (no adapter)';
	const words = [adapter.vendor, adapter.architecture, adapter.description].filter((word) => word !== '');
	return `webgpu (${words.length === 0 ? 'unnamed adapter' : words.join(' ')})`;
}

/** Explains why timings on this adapter are not comparable. */
export function gpuTimings(adapter: GpuAdapter | undefined): { readonly timingsNotComparable?: Message } {
	return adapter?.software === true ? { timingsNotComparable: message('browser.gpu-emulated') } : {};
}
