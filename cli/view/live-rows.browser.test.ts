/// <reference lib="dom" />
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { RunIndex } from '../../src/history/run-index.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import { viewPages } from './pages.ts';
import { startViewServer } from './view.ts';

it('a list brings a run under way up to date and adds those that begin, while the focus stays where it is', async () => {
	const results = mkdtempSync(join(tmpdir(), 'gemmark-live-'));
	const { samples, ...log } = fixtureLog({ footer: 'none' });
	const write = (id: string, startedAt: string): void => {
		mkdirSync(join(results, id));
		writeLogFile(join(results, id, 'log.jsonl'), {
			...log,
			header: { ...log.header, startedAt },
			samples: samples.slice(0, 3),
		});
	};
	write('going', '2026-11-01T10:00:00Z');
	const index = new RunIndex(results);
	const server = await startViewServer(viewPages(index, 'en'), 0);
	const browser = await chromium.launch({
		executablePath: process.env.GEMMARK_CHROMIUM ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
	});
	try {
		const page = await browser.newPage();
		const wrong: string[] = [];
		page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
		await page.goto(server.url);
		await page.getByRole('link', { name: 'going' }).focus();
		expect(await page.locator('tr[data-row=going] .state').innerText()).toContain('running 3 of');
		write('begun', '2026-11-02T10:00:00Z');
		const footer = { type: 'footer', endedAt: '2026-11-01T10:05:00Z', outcome: 'complete' };
		const lines = [...samples.slice(3), footer].map((line) => JSON.stringify(line));
		appendFileSync(join(results, 'going', 'log.jsonl'), `${lines.join('\n')}\n`);
		await page.waitForFunction(
			() => !document.querySelector('tr[data-row=going] .state')?.textContent?.includes('running'),
		);
		expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('going');
		const rows = await page
			.locator('tr[data-row]')
			.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')));
		expect(rows).toEqual(['begun', 'going']);
		expect(wrong).toEqual([]);
	} finally {
		await browser.close();
		await server.close();
		index.close();
		rmSync(results, { recursive: true });
	}
});
