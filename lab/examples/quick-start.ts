import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Throws with what the command printed if it fails. */
type Run = (command: string, args: readonly string[], folder: string) => string;

/** Pages of docs/ whose `sh` blocks are commands for an empty folder with the tarball, and the files that they leave. */
export const QUICK_STARTS: Readonly<Record<string, readonly string[]>> = {
	'quick-start-app': ['gemmark.config.yaml', 'results/latest/report.html', 'report-ko/report.html'],
	'quick-start-app.ko': ['gemmark.config.yaml', 'results/latest/report.html', 'report-en/report.html'],
	'quick-start-tuning': ['training.jsonl', 'results/series/comparison.html', 'results/confirm/comparison.html'],
	'quick-start-builds': [
		'results/builds/comparison.html',
		'results/margin/comparison.html',
		'results/sweep/sweep.html',
	],
};

/** Runs the code blocks of a page word for word, in one shell. Throws with what they printed if one fails. */
export function runQuickStart(page: string, folder: string, tarball: string, run: Run): void {
	const text = readFileSync(join(import.meta.dirname, '../../docs', `${page}.md`), 'utf8');
	const blocks = Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```$/gmu), ([, block = '']) => block);
	mkdirSync(folder);
	cpSync(tarball, join(folder, basename(tarball)));
	const started = performance.now();
	run('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], folder);
	const missing = (QUICK_STARTS[page] ?? []).filter((file) => !existsSync(join(folder, file)));
	if (blocks.length === 0 || missing.length > 0) throw new Error(`${page}: without ${missing.join(', ')}`);
	console.log(`${page}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
