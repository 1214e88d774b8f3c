/// <reference lib="dom" />

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderComparison } from '../comparison/render.ts';
import { compared } from '../fixture/compared.ts';
import { HOSTILE_TEXTS, hostileLog } from '../fixture/fixture-hostile.ts';
import { fixtureLog, fixtureQuantizations, fixtureUnitsLog } from '../fixture/fixture-log.ts';
import { unitsScores } from '../fixture/fixture-units.ts';
import { renderHtml } from '../html/render-html.ts';
import { reportedRun } from '../reported-run.ts';

/** A word of a table, longer than its column at least is. */
const LONG = 'summarised_conversation';
const EXECUTABLE = process.env.GEMMARK_CHROMIUM ?? '/usr/bin/chromium';

describe('the report in Chromium', () => {
	let browser: Browser;
	let folder: string;

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'gemmark-report-'));
		browser = await chromium.launch({
			executablePath: EXECUTABLE,
			args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
		});
	});

	afterAll(async () => {
		await browser?.close();
		rmSync(folder, { recursive: true, force: true });
	});

	it('runs no hostile script, opens no dialog and makes no request, with every row opened', async () => {
		const { page, trouble } = await open(renderHtml(reportedRun(hostileLog()), 'en'));
		await openAll(page);
		expect(await page.evaluate(() => (globalThis as { pwned?: number }).pwned)).toBeUndefined();
		expect(await page.locator('main > section:not(.finder) .steps').count()).toBe(hostileLog().samples.length);
		const said = page.locator('main > section:not(.finder) .step.model');
		expect(await said.first().textContent()).toContain(HOSTILE_TEXTS[0]);
		expect(await page.locator('img, iframe, a[href^="javascript"]').count()).toBe(0);
		expect(trouble).toEqual([]);
		await page.close();
	});

	it('filters by the outcome in the engine that the app names, passed samples included', async () => {
		const app = { name: 'coach', version: '1', language: 'ko', engine: 'flutter-gemma' };
		const { page } = await open(renderHtml(reportedRun(fixtureLog({ tools: true, header: { app } })), 'en'));
		await page.locator('#samples-title').scrollIntoViewIfNeeded();
		expect(await page.locator('#find-outcome').inputValue()).toBe('failed');
		await page.locator('#find-fate').selectOption({ index: 1 });
		expect(await page.locator('#find-outcome').inputValue()).toBe('all');
		expect(await page.locator('#found > li').count()).toBeGreaterThan(0);
		await page.close();
	});

	it('filters the results of a comparison by text and by how they changed', async () => {
		const [first, , second] = fixtureQuantizations();
		const { page, trouble } = await open(renderComparison(compared([first, second]), 'en')['comparison.html'] ?? '');
		const shown = page.locator('#flips li:not([hidden])');
		const sides = () => shown.evaluateAll((rows) => [...new Set(rows.map((row) => (row as HTMLElement).dataset.side))]);
		expect([await shown.count(), await sides()]).toEqual([3, ['lost']]);
		await page.locator('.flipfilter select').selectOption('failed');
		expect(await sides()).toEqual(['failed']);
		await page.locator('.flipfilter select').selectOption({ label: 'all' });
		await page.locator('.flipfilter input').fill('PREFIX-02');
		expect([await shown.count(), await sides()]).toEqual([1, ['lost']]);
		expect(await page.locator('.flipfilter [role=status]').textContent()).toMatch(/: 1 of \d+$/u);
		expect(trouble).toEqual([]);
		await page.close();
	});

	it('opens a row to the conversation with times and raw text', async () => {
		const { page, trouble } = await open(renderHtml(reportedRun(fixtureLog()), 'en'));
		await page.locator('#suite-prefix-title').click();
		await page.locator('#prefix_prefix-01 summary').first().click();
		const row = page.locator('#prefix_prefix-01');
		await row.locator('.step.user').waitFor();
		expect(await row.locator('.step').count()).toBe(5);
		expect(await row.locator('.step.call .at').textContent()).toMatch(/\d (?:ms|s)$/u);
		expect(await row.locator('.token').first().textContent()).toBe('<|turn>');
		expect(trouble).toEqual([]);
		await page.close();
	});

	it('can be read with scripts off', async () => {
		const context = await browser.newContext({ javaScriptEnabled: false });
		const page = await context.newPage();
		await page.goto(save(renderHtml(reportedRun(fixtureLog()), 'en')));
		expect(await page.locator('.said').first().innerText()).toContain('7 of these 15');
		await page.locator('#suite-prefix-title').click();
		await page.locator('#prefix_prefix-01 summary').first().click();
		const row = await page.locator('#prefix_prefix-01').innerText();
		expect(row).toContain('수면 카탈로그에서 알맞은 습관을 찾아볼게요.');
		expect(row).toContain('카페인 컷오프');
		await context.close();
	});

	it('fits a phone of 360 pixels, also with every row opened', async () => {
		for (const content of [renderHtml(reportedRun(hostileLog()), 'ko'), comparison()]) {
			const { page } = await open(content, 360);
			await openAll(page);
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
			await page.close();
		}
	});

	it('breaks no word of a table of numbers on a phone of 390 pixels', async () => {
		const runs = ['q8', 'q4', 'q4 again'].map((model, run) => {
			const { header, samples, ...rest } = fixtureUnitsLog(unitsScores(4), { model });
			const suites = header.suites.map(({ scores, ...suite }) => {
				const { digits = { kind: 'number' as const } } = scores;
				return { ...suite, scores: { ...scores, digits: { ...digits, title: { en: LONG, ko: LONG } } } };
			});
			return {
				...rest,
				header: { ...header, suites, model: { ...header.model, sizeBytes: 1e9 } },
				samples: samples.map((sample, index) => ({
					...sample,
					scores: { ...sample.scores, digits: { value: index + run } },
				})),
			};
		});
		const { page } = await open(renderComparison(compared(runs), 'en')['comparison.html'] ?? '', 390);
		await openAll(page);
		const lines = await page.evaluate((word) => {
			const cells = [...document.querySelectorAll('#figures tbody td')];
			return cells.flatMap(({ firstChild: text }) => {
				if (text?.textContent?.startsWith(word) !== true) return [];
				const range = document.createRange();
				range.setStart(text, 0);
				range.setEnd(text, word.length);
				return [new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size];
			});
		}, LONG);
		expect(new Set(lines)).toEqual(new Set([1]));
		await page.close();
	});

	it('is usable by keyboard: a row opens with Enter', async () => {
		const { page } = await open(renderHtml(reportedRun(fixtureLog()), 'en'));
		await page.locator('#suite-prefix summary').first().focus();
		await page.keyboard.press('Enter');
		await page.locator('#prefix_prefix-02 summary').first().focus();
		await page.keyboard.press('Enter');
		await page.locator('#prefix_prefix-02 .step.user').waitFor();
		await page.close();
	});

	it('draws the rows beyond the static ones from the compressed data', async () => {
		const { page, trouble } = await open(renderHtml(reportedRun(fixtureLog({ epochs: 60, frames: false })), 'en'));
		await page.locator('#suite-prefix-title').click();
		await page.locator('#prefix_prefix-01 > details > summary').click();
		await page.locator('#prefix_prefix-01 button').click();
		await page.locator('#prefix_prefix-01 .plain summary').first().click();
		await page.locator('#prefix_prefix-01 .plain .step.user').first().waitFor();
		expect(trouble).toEqual([]);
		await page.close();
	});

	it('shows failures first, searches, and keeps the search in its address', async () => {
		const { page, trouble } = await open(renderHtml(reportedRun(fixtureLog({ tools: true })), 'en'));
		await page.locator('#found > li').first().waitFor();
		expect(await page.locator('#found .mark.good').count()).toBe(0);
		await page.locator('#find-suite').selectOption('tools');
		await page.locator('#find-outcome').selectOption('all');
		await page.locator('#find-text').fill('명상');
		expect(await page.locator('#found > li').count()).toBe(1);
		expect(new URL(page.url()).hash).toBe('#samples?text=%EB%AA%85%EC%83%81&suite=tools&outcome=all');
		await page.reload();
		await page.locator('#found > li').waitFor();
		expect(await page.locator('#found > li').count()).toBe(1);
		expect(await page.locator('#find-count').textContent()).toMatch(/^Samples shown: 1 of \d+$/u);
		expect(trouble).toEqual([]);
		await page.close();
	});

	it('moves with j and k, searches with /, but not while typing', async () => {
		const { page } = await open(renderHtml(reportedRun(fixtureLog()), 'en'));
		await page.locator('#found > li').first().waitFor();
		const focused = (): Promise<number> =>
			page.evaluate(() => {
				const rows = [...document.querySelectorAll('#found > li')];
				return rows.findIndex((row) => row.contains(document.activeElement));
			});
		for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
		expect(await focused()).toBe(1);
		await page.keyboard.press('Enter');
		await page.locator('#found > li:nth-child(2) .step.user').waitFor();
		await page.keyboard.press('/');
		await page.keyboard.type('jk/');
		expect(await page.locator('#find-text').inputValue()).toBe('jk/');
		await page.close();
	});

	it('has a link to each sample that opens it', async () => {
		const content = renderHtml(reportedRun(fixtureLog({ epochs: 60, frames: false })), 'en');
		const { page } = await open(content, 1280, '#sample-prefix_prefix-01_free_57');
		await page.locator('#found details[open] .step.user').waitFor();
		expect(await page.locator('#found details[open] .where').textContent()).toContain('prefix-01 · repeat 57');
		const link = page.locator('#found details[open] .permalink');
		expect(await link.getAttribute('href')).toBe('#sample-prefix_prefix-01_free_57');
		await page.close();
	});

	it('opens the section of a tile', async () => {
		const { page } = await open(renderHtml(reportedRun(fixtureLog()), 'en'));
		await page.locator('.tile a', { hasText: 'frame' }).click();
		await page.locator('#suite-frame .rows.inputs').waitFor();
		await page.close();
	});

	it('answers within 300 ms with ten thousand samples', async () => {
		const { page } = await open(renderHtml(reportedRun(fixtureLog({ epochs: 667, frames: false })), 'en'));
		await page.locator('#found > li').first().waitFor();
		const ms = await page.evaluate(() => {
			const field = document.getElementById('find-text') as HTMLInputElement;
			const from = performance.now();
			field.value = '러닝';
			field.dispatchEvent(new Event('input', { bubbles: true }));
			return performance.now() - from;
		});
		expect(await page.locator('#find-count').textContent()).toMatch(/ of 10,?005$/u);
		expect(ms).toBeLessThan(300);
		await page.close();
	});

	it('shows both outputs of a flip without a script', async () => {
		const { page, trouble } = await open(comparison());
		expect(await page.locator('#flips details[open] .side').count()).toBe(4);
		await page.locator('#flips details[open] .side mark').first().waitFor();
		expect(trouble).toEqual([]);
		await page.close();
	});

	function comparison(): string {
		return renderComparison(compared(fixtureQuantizations()), 'en')['comparison.html'] ?? '';
	}

	async function open(
		content: string,
		width = 1280,
		hash = '',
	): Promise<{ readonly page: Page; readonly trouble: string[] }> {
		const page = await browser.newPage({ viewport: { width, height: 900 } });
		const trouble: string[] = [];
		const address = save(content);
		page.on('dialog', (dialog) => {
			trouble.push(`dialog ${dialog.message()}`);
			void dialog.dismiss();
		});
		page.on('pageerror', (error) => trouble.push(error.message));
		page.on('console', (message) => {
			if (message.type() === 'error') trouble.push(message.text());
		});
		page.on('request', (request) => {
			if (request.url().split('#')[0] !== address) trouble.push(request.url());
		});
		await page.goto(`${address}${hash}`);
		return { page, trouble };
	}

	function save(content: string): string {
		const file = join(folder, 'report.html');
		writeFileSync(file, content);
		return pathToFileURL(file).href;
	}
});

async function openAll(page: Page): Promise<void> {
	await page.evaluate(() => {
		for (const details of document.querySelectorAll('details')) details.open = true;
	});
	await page.waitForFunction(() => {
		const bodies = [...document.querySelectorAll('.body[data-sample]')];
		return bodies.every((body) => body.querySelector('.steps') !== null);
	});
}
