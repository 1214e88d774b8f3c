import { mkdirSync, rmSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { EVENT_BINDING, type PageEvent, type PageHarness, type PageMethod } from '../page-protocol.ts';
import { type PageServer, startPageServer } from '../server/page-server.ts';
import { browserPid, pageMemory } from './browser-processes.ts';
import type { FromKeeper, OpenMessage, ToKeeper } from './keeper-messages.ts';
import { launchBrowser } from './launch-browser.ts';

/**
 * The process that owns the browser, its page server and its profile. It outlives a killed gemmark for as long as it
 * takes to end the browser and remove the profile: the closing channel tells it.
 */

/** A browser that does not close by then is killed. */
const CLOSE_MS = 5000;
const MESSAGE_CHARS = 2000;

let context: BrowserContext | undefined;
let page: Page | undefined;
let server: PageServer | undefined;
let temporaryFolder: string | undefined;
let ending = false;

process.on('message', (message: ToKeeper) => void handle(message));
process.on('disconnect', () => void end());
// An error that nobody awaits must not leave the browser behind.
process.on('uncaughtException', (error) => {
	send({ type: 'gone', message: text(error) });
	void end();
});

async function handle(message: ToKeeper): Promise<void> {
	switch (message.type) {
		case 'open':
			return open(message);
		case 'call':
			return reply(message.id, () => call(message.method, message.args));
		case 'memory':
			return reply(message.id, async () => (context === undefined ? undefined : pageMemory(context)));
		case 'close':
			return end();
	}
}

async function open(message: OpenMessage): Promise<void> {
	try {
		temporaryFolder = message.folders.temporary;
		mkdirSync(temporaryFolder, { mode: 0o700 });
		server = await startPageServer(message);
		context = await launchBrowser(message);
		if (ending) return;
		page = context.pages()[0] ?? (await context.newPage());
		watch(page, context);
		await context.exposeBinding(EVENT_BINDING, (_source, event: PageEvent) => send({ type: 'event', event }));
		await page.goto(server.origin, { waitUntil: 'load', timeout: 60_000 });
		// Set by the document; rejects when the engine's package cannot be imported.
		await page.evaluate(() => (globalThis as unknown as { started: Promise<void> }).started);
		const version = context.browser()?.version() ?? '';
		send({ type: 'opened', version, pid: await browserPid(context) });
	} catch (error) {
		send({ type: 'failed', message: text(error) });
		await end();
	}
}

function watch(opened: Page, owner: BrowserContext): void {
	opened.on('console', (said) => {
		if (said.type() === 'error' || said.type() === 'warning') send({ type: 'said', message: cut(said.text()) });
	});
	opened.on('pageerror', (error) => send({ type: 'said', message: text(error) }));
	opened.on('crash', () => send({ type: 'gone', message: 'the page crashed' }));
	opened.on('close', () => send({ type: 'gone', message: 'the page was closed' }));
	owner.on('close', () => send({ type: 'gone', message: 'the browser ended' }));
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

async function reply(id: number, work: () => Promise<unknown>): Promise<void> {
	try {
		send({ type: 'answer', id, value: await work() });
	} catch (error) {
		send({ type: 'unanswered', id, message: text(error) });
	}
}

/** Closes the browser, by force if it must, removes its temporary folder and leaves. */
async function end(): Promise<void> {
	if (ending) return;
	ending = true;
	const timer = setTimeout(leave, CLOSE_MS);
	await context?.close().catch(() => {});
	clearTimeout(timer);
	await server?.close();
	leave();
}

/** On exit playwright kills what is left of the browser, before the folder is removed. */
function leave(): void {
	process.on('exit', () => {
		if (temporaryFolder !== undefined) {
			rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
		}
	});
	process.exit(0);
}

function send(message: FromKeeper): void {
	if (process.connected) process.send?.(message, undefined, {}, () => {});
}

function text(error: unknown): string {
	return cut(error instanceof Error ? error.message : String(error));
}

function cut(message: string): string {
	return message.length > MESSAGE_CHARS ? `${message.slice(0, MESSAGE_CHARS)}...` : message;
}
