/// <reference lib="dom" />
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRow } from '../../src/history/run-row.ts';
import { fixtureLog, fixtureQuantizations } from '../fixture/fixture-log.ts';
import { listPage, renderComparison, renderHtml, trendPage } from '../index.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const EXECUTABLE = process.env.GEMMARK_CHROMIUM ?? '/usr/bin/chromium';

const PAGES: Readonly<Record<string, () => string>> = {
	run: () => renderHtml(fixtureLog({ tools: true }), { lang: 'en' }),
	'run in Korean': () => renderHtml(fixtureLog({ tools: true }), { lang: 'ko' }),
	comparison: () => renderComparison(fixtureQuantizations(), { lang: 'en' })['comparison.html'] ?? '',
	'comparison in Korean': () => renderComparison(fixtureQuantizations(), { lang: 'ko' })['comparison.html'] ?? '',
	list: () =>
		listPage({
			lang: 'en',
			gemmark: '0.1.0',
			folder: 'results',
			rows: [runRow('one', fixtureLog()), runRow('two', fixtureLog({ tools: true }))],
			runs: 2,
			unread: 0,
			reportOf: ({ id }) => `${id}/report.html`,
			facets: [{ facet: 'suite', choices: [{ name: 'prefix', href: '?suite=prefix', chosen: true }] }],
			trends: [{ name: 'prefix.free.meaningful', href: 'trend', chosen: false }],
			compareOf: ({ id }) => `?base=${id}`,
			base: { row: runRow('one', fixtureLog()), cancel: './' },
			more: { count: 3, href: '?shown=5' },
		}),
	trend: () => {
		const row = runRow('one', fixtureLog());
		return trendPage({
			lang: 'ko',
			gemmark: '0.1.0',
			folder: 'results',
			metric: row.metrics[0]?.name ?? '',
			points: row.metrics.slice(0, 1).flatMap((metric) => [
				{ row, metric },
				{ row, metric },
			]),
			back: './',
			reportOf: () => 'one/report.html',
			commitsOf: () => ['A commit'],
		});
	},
};

describe('axe in Chromium', () => {
	let browser: Browser;
	let folder: string;

	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'gemmark-axe-'));
		browser = await chromium.launch({
			executablePath: EXECUTABLE,
			args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
		});
	});

	afterAll(async () => {
		await browser?.close();
		rmSync(folder, { recursive: true, force: true });
	});

	it.each(Object.keys(PAGES).flatMap((name) => (['light', 'dark'] as const).map((theme) => [name, theme] as const)))(
		'finds nothing serious in a page of a %s, %s, folded and with everything opened',
		async (name, theme) => {
			const file = join(folder, 'page.html');
			writeFileSync(file, PAGES[name]?.() ?? '');
			for (const width of [1280, 400]) {
				const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: theme });
				await page.goto(pathToFileURL(file).href);
				expect(await serious(page)).toEqual([]);
				await openAll(page);
				expect(await serious(page)).toEqual([]);
				await page.close();
			}
		},
	);
});

/** Injected past the page's own policy, as a reader's extension would be. */
async function serious(page: Page): Promise<readonly string[]> {
	await page.evaluate(AXE);
	return await page.evaluate(async () => {
		interface Finding {
			readonly id: string;
			readonly impact: string;
			readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
		}
		const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: readonly Finding[] }> } };
		const { violations } = await axe.run();
		return violations
			.filter(({ impact }) => impact === 'serious' || impact === 'critical')
			.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 300)} ${nodes[0]?.failureSummary}`);
	});
}

async function openAll(page: Page): Promise<void> {
	await page.evaluate(() => {
		for (const details of document.querySelectorAll('details')) details.open = true;
	});
	await page.waitForFunction(() =>
		[...document.querySelectorAll('.body[data-sample]')].every((body) => body.querySelector('.steps') !== null),
	);
}
