/// <reference lib="dom" />

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRow } from '../../src/history/run-row.ts';
import type { Log } from '../../src/log/record.ts';
import { renderComparison } from '../comparison/render.ts';
import { compared } from '../fixture/compared.ts';
import { fixtureLog, fixtureQuantizations } from '../fixture/fixture-log.ts';
import { listPage } from '../history/list-page.ts';
import { problemPage } from '../history/served.ts';
import { trendPage } from '../history/trend-page.ts';
import { renderHtml } from '../html/render-html.ts';
import { reportedRun } from '../reported-run.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const EXECUTABLE = process.env.GEMMARK_CHROMIUM ?? '/usr/bin/chromium';

/** Each kind of sample, with a quarter of the frames: axe looks at every element of every one. */
const run = ((log: Log) => ({
	...log,
	samples: log.samples.filter(({ suite }, index) => suite !== 'frame' || index % 4 === 0),
}))(fixtureLog({ tools: true }));

const PAGES: Readonly<Record<string, () => string>> = {
	run: () => renderHtml(reportedRun(run), 'en'),
	'run in Korean': () => renderHtml(reportedRun(run), 'ko'),
	comparison: () => renderComparison(compared(fixtureQuantizations()), 'en')['comparison.html'] ?? '',
	'comparison in Korean': () => renderComparison(compared(fixtureQuantizations()), 'ko')['comparison.html'] ?? '',
	list: () =>
		listPage({
			lang: 'en',
			gemmark: '0.1.0',
			folder: 'results',
			rows: [runRow('one', reportedRun(fixtureLog())), runRow('two', reportedRun(fixtureLog({ tools: true })))],
			runs: 2,
			unread: 0,
			reportOf: ({ id }) => `${id}/report.html`,
			underWay: () => true,
			served: {
				facets: [{ name: 'suite', values: [{ value: 'prefix', count: 2 }], chosen: 'prefix' }],
				trends: [{ name: 'Meaningful', code: 'prefix.free.meaningful', href: 'trend' }],
				find: '',
				order: { by: 'took', descending: true },
				orderHref: (by) => `?sort=${by}`,
				all: '.',
			},
		}),
	trend: () => trendOf([fixtureLog(), fixtureLog({ quantization: 'Q4_0' }), fixtureLog({ footer: 'none' })]),
	problem: () =>
		problemPage({ lang: 'ko', gemmark: '0.1.0', folder: 'results', problem: { kind: 'no-page' }, back: '.' }),
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

	it.each(Object.keys(PAGES))('finds nothing serious in a page of a %s, wide, narrow and dark', async (name) => {
		const file = join(folder, 'page.html');
		writeFileSync(file, PAGES[name]?.() ?? '');
		// A Korean page differs in its words alone.
		const views = name.endsWith('Korean') ? VIEWS.slice(0, 1) : VIEWS;
		for (const { width, colorScheme, folded, rules } of views) {
			const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
			await page.goto(pathToFileURL(file).href);
			if (folded) expect(await serious(page, rules)).toEqual([]);
			await openAll(page);
			expect(await serious(page, rules)).toEqual([]);
			await page.close();
		}
	});
});

/** A dark page differs in its colours alone. */
const VIEWS: readonly {
	readonly width: number;
	readonly colorScheme: 'light' | 'dark';
	readonly folded?: true;
	readonly rules?: readonly string[];
}[] = [
	{ width: 1280, colorScheme: 'light', folded: true },
	{ width: 360, colorScheme: 'light' },
	{ width: 1280, colorScheme: 'dark', rules: ['color-contrast'] },
];

function trendOf(logs: readonly Log[]): string {
	const points = logs.flatMap((log, index) => {
		const row = runRow(`run ${index}`, reportedRun(log));
		const metric = row.metrics.find(({ main }) => main);
		return metric === undefined ? [] : [{ row, metric, series: row.quantization ?? '' }];
	});
	const drawn = [...new Set(points.map(({ series }) => series))].map((key) => ({
		key,
		runs: points.filter(({ series }) => series === key).length,
		fields: { quantization: key },
	}));
	return trendPage({
		lang: 'en',
		gemmark: '0.1.0',
		details: 'results',
		metric: 'prefix.free.meaningful',
		trend: { points, drawn, others: [], moreSeries: 0 },
		unread: 0,
		back: '.',
		reportOf: ({ row }) => `${row.id}/report.html`,
		seriesHref: (key = '') => `trend?series=${key}`,
		chosen: false,
		commits: new Map(),
	});
}

/** Injected past the page's own policy, as a reader's extension would be. */
async function serious(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
	await page.evaluate(AXE);
	return await page.evaluate(async (runOnly) => {
		interface Finding {
			readonly id: string;
			readonly impact: string;
			readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
		}
		const { axe } = globalThis as unknown as {
			axe: { run(options: object): Promise<{ violations: readonly Finding[] }> };
		};
		const { violations } = await axe.run(runOnly === undefined ? {} : { runOnly });
		return violations
			.filter(({ impact }) => impact === 'serious' || impact === 'critical')
			.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 300)} ${nodes[0]?.failureSummary}`);
	}, rules);
}

async function openAll(page: Page): Promise<void> {
	await page.evaluate(() => {
		for (const details of document.querySelectorAll('details')) details.open = true;
	});
	await page.waitForFunction(() =>
		[...document.querySelectorAll('.body[data-sample]')].every((body) => body.querySelector('.steps') !== null),
	);
}
