/// <reference lib="dom" />
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

/** A real Chromium that opens reports. */
export interface BrowserCheck {
	/** What a page did that no report does: scripts, dialogs, requests, other pages; absent where nothing. */
	problemOf(html: string, bypassCsp: boolean): Promise<string | undefined>;
	/** Why a text is no XML. */
	xmlProblem(xml: string): Promise<string | undefined>;
	close(): Promise<void>;
}

export async function openBrowser(folder: string): Promise<BrowserCheck> {
	const browser: Browser = await chromium.launch({
		executablePath: process.env.GEMMARK_CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
	});
	const reader = await browser.newPage();
	return {
		async problemOf(html, bypassCSP) {
			const file = join(folder, 'opened.html');
			writeFileSync(file, html);
			const address = pathToFileURL(file).href;
			const context = await browser.newContext({ bypassCSP });
			const trouble: string[] = [];
			const page = await context.newPage();
			page.on('dialog', (dialog) => {
				trouble.push(`a dialog: ${dialog.message()}`);
				void dialog.dismiss();
			});
			page.on('request', (request) => {
				if (request.url() !== address && !/^(?:data|blob):/u.test(request.url()))
					trouble.push(`a request: ${request.url()}`);
			});
			page.on('popup', () => trouble.push('another page'));
			page.on('pageerror', (error) => trouble.push(`an error: ${error.message}`));
			try {
				await page.goto(address);
				await page.evaluate(() => {
					for (const details of document.querySelectorAll('details')) details.open = true;
				});
				await page.waitForTimeout(50);
				if (page.url().replace(/#.*$/u, '') !== address) trouble.push(`it is at ${page.url()}`);
				const seen = await page.evaluate(() => ({
					pwned: (globalThis as { pwned?: number }).pwned,
					foreign: document.querySelectorAll(
						'img[src^="http"], img[src="x"], iframe, [onerror], [onload], a[href^="javascript"]',
					).length,
				}));
				if (seen.pwned !== undefined) trouble.push('a script ran');
				if (seen.foreign > 0) trouble.push(`${seen.foreign} foreign elements`);
			} finally {
				await context.close();
			}
			return trouble[0];
		},
		xmlProblem: (xml) =>
			reader.evaluate((text) => {
				const error = new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror');
				return error?.textContent?.slice(0, 200);
			}, xml),
		close: () => browser.close(),
	};
}
