import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

// Takes the pictures of both READMEs anew: the first screens of a report and of a comparison of the bundled quantizations.

const root = join(import.meta.dirname, '../..');
const results = mkdtempSync(join(tmpdir(), 'gemmark-pictures-'));
const models = ['--model', 'mini-q8_0.gguf', '--model', 'mini-q4_0.gguf', '--interleave'];
const PICTURES = {
	report: '1-mini-q8_0/report.html',
	comparison: 'comparison.html',
	'report.ko': 'ko/report.html',
	'comparison.ko': 'ko/comparison.html',
};
try {
	const gemmark = (...args: readonly string[]): unknown =>
		execFileSync(process.execPath, [join(root, 'cli/main.ts'), ...args], { stdio: 'inherit' });
	gemmark('run', ...models, '--out', results);
	const [first, second] = ['1-mini-q8_0', '2-mini-q4_0'].map((run) => join(results, run)) as [string, string];
	const korean = ['--lang', 'ko', '--out', join(results, 'ko')];
	gemmark('report', first, ...korean);
	gemmark('compare', first, second, ...korean);
	const browser = await chromium.launch({
		executablePath: process.env.GEMMARK_CHROMIUM ?? '/usr/bin/chromium',
		chromiumSandbox: process.getuid?.() !== 0,
	});
	const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
	for (const [name, file] of Object.entries(PICTURES)) {
		await page.goto(pathToFileURL(join(results, file)).href);
		await page.screenshot({ path: join(root, 'docs', `${name}.png`) });
	}
	await browser.close();
} finally {
	rmSync(results, { recursive: true, force: true });
}
