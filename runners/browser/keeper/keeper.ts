import { mkdirSync, rmSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { message } from '../../../src/base/message.ts';
import { peakResidentBytes } from '../../supervisor/process.ts';
import { EVENT_BINDING, type PageEvent, type PageHarness, type PageMethod } from '../page-protocol.ts';
import { type PageServer, startPageServer } from '../page-server.ts';
import { launchBrowser } from './launch-browser.ts';
import type { FromKeeper, OpenMessage, ToKeeper } from './messages.ts';

// The process that owns the browser, its page server and its profile. When gemmark is killed the channel closes: the
// keeper then ends the browser and removes the profile.

/** A browser that has not closed by then is killed. */
const CLOSE_MS = 5000;
const MAX_TEXT_CHARS = 2000;

let context: BrowserContext | undefined;
let page: Page | undefined;
let server: PageServer | undefined;
let temporaryFolder: string | undefined;
let ending = false;

process.on('message', (asked: ToKeeper) => void handle(asked));
process.on('disconnect', () => void end());
// An unhandled error must not leave the browser running.
process.on('uncaughtException', (error) => {
	send({ type: 'gone', how: message('said', { text: text(error) }) });
	void end();
});

async function handle(asked: ToKeeper): Promise<void> {
	switch (asked.type) {
		case 'open':
			return open(asked);
		case 'call':
			return reply(asked.id, () => call(asked.method, asked.args));
		case 'memory':
			return reply(asked.id, pageMemory);
		case 'close':
			return end();
	}
}

async function open(asked: OpenMessage): Promise<void> {
	try {
		temporaryFolder = asked.folders.temporary;
		mkdirSync(temporaryFolder, { mode: 0o700 });
		server = await startPageServer(asked);
		context = await launchBrowser(asked);
		if (ending) return;
		page = context.pages()[0] ?? (await context.newPage());
		watch(page, context);
		await context.exposeBinding(EVENT_BINDING, (_source, event: PageEvent) => send({ type: 'event', event }));
		await page.goto(server.origin, { waitUntil: 'load', timeout: 60_000 });
		// Set by the document; rejects when the engine's package cannot be imported.
		await page.evaluate(() => (globalThis as unknown as { started: Promise<void> }).started);
		const version = context.browser()?.version() ?? '';
		const pid = (await processes()).find((process) => process.type === 'browser')?.id;
		if (pid === undefined) throw new Error('the browser does not report its process');
		send({ type: 'opened', version, pid });
	} catch (error) {
		send({ type: 'failed', reason: text(error) });
		await end();
	}
}

function watch(opened: Page, owner: BrowserContext): void {
	opened.on('console', (said) => {
		if (said.type() === 'error' || said.type() === 'warning') send({ type: 'said', text: cut(said.text()) });
	});
	opened.on('pageerror', (error) => send({ type: 'said', text: text(error) }));
	opened.on('crash', () => send({ type: 'gone', how: message('browser.page-crashed') }));
	opened.on('close', () => send({ type: 'gone', how: message('browser.closed') }));
	owner.on('close', () => send({ type: 'gone', how: message('browser.gone') }));
}

async function call(method: PageMethod, args: readonly unknown[]): Promise<unknown> {
	if (page === undefined) throw new Error('the page is not open');
	return page.evaluate(
		([name, values]) => {
			const { harness } = globalThis as unknown as { harness: Record<string, (...args: unknown[]) => unknown> };
			return harness[name]?.(...values);
		},
		[method satisfies keyof PageHarness, args] as const,
	);
}

/** Highest resident sets of the page's and the GPU's processes, added up; undefined where the system has none. */
async function pageMemory(): Promise<number | undefined> {
	const peaks = (await processes())
		.filter((process) => process.type === 'renderer' || process.type === 'GPU')
		.map((process) => peakResidentBytes(process.id))
		.filter((peak) => peak !== undefined);
	return peaks.length === 0 ? undefined : peaks.reduce((sum, peak) => sum + peak, 0);
}

async function processes(): Promise<readonly { readonly type: string; readonly id: number }[]> {
	const session = await context?.browser()?.newBrowserCDPSession();
	if (session === undefined) return [];
	try {
		return (await session.send('SystemInfo.getProcessInfo')).processInfo;
	} finally {
		await session.detach();
	}
}

async function reply(id: number, work: () => Promise<unknown>): Promise<void> {
	try {
		send({ type: 'answer', id, value: await work() });
	} catch (error) {
		send({ type: 'unanswered', id, reason: text(error) });
	}
}

/** Closes the browser, by force if necessary, removes its temporary folder and exits. */
async function end(): Promise<void> {
	if (ending) return;
	ending = true;
	const timer = setTimeout(leave, CLOSE_MS);
	await context?.close().catch(() => {});
	clearTimeout(timer);
	await server?.close();
	leave();
}

/** On exit, playwright kills the rest of the browser before the folder is removed. */
function leave(): void {
	process.on('exit', () => {
		if (temporaryFolder !== undefined) {
			rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
		}
	});
	process.exit(0);
}

function send(sent: FromKeeper): void {
	if (process.connected) process.send?.(sent, undefined, {}, () => {});
}

function text(error: unknown): string {
	return cut(error instanceof Error ? error.message : String(error));
}

function cut(long: string): string {
	return long.length > MAX_TEXT_CHARS ? `${long.slice(0, MAX_TEXT_CHARS)}...` : long;
}
