import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarizeReplays } from '../../src/eval/summary/replay-summary.ts';
import { readLogFile } from '../../src/log/log-file.ts';
import type { Log } from '../../src/log/record.ts';
import { packageRoot } from '../../src/package/package-root.ts';

const OPTIONS = ['run', '--suite', 'replay', '--limit', '2', '--max-tokens', '24', '--out', 'replay'];

describe('gemmark run --suite replay', () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-replay-'));
	let stdout = '';
	let log: Log;
	beforeAll(async () => {
		const main = join(packageRoot(), 'cli', 'main.ts');
		const run = spawnSync(process.execPath, [main, ...OPTIONS], { cwd: folder, encoding: 'utf8', timeout: 240_000 });
		expect(run.status, run.stderr).toBe(0);
		stdout = run.stdout;
		log = await readLogFile(join(folder, 'replay', 'log.jsonl'));
	}, 240_000);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('asks the next turn on prompts that differ in the prefix only', () => {
		const prompts = (arm: string): readonly string[] =>
			log.samples
				.filter((sample) => sample.arm === arm)
				.map((sample) => sample.transcript.generations[0]?.promptTail ?? '');
		const prefixes = log.samples.filter(({ arm }) => arm === 'push').map(({ sample }) => String(sample.prefix));
		expect(prefixes).toHaveLength(2);
		for (const [index, prefix] of prefixes.entries()) {
			const [push, discard, merged] = ['push', 'discard', 'merged'].map((arm) => prompts(arm)[index]);
			expect(push?.split(prefix)).toHaveLength(2);
			expect(push?.replace(prefix, '')).toBe(discard);
			expect(merged?.replace(`${prefix} `, '')).toBe(discard);
		}
	});

	it('tells what keeping the prefix does, as about the miniature, in terminal, Markdown and HTML', () => {
		expect(summarizeReplays(log)[0]).toMatchObject({ place: 'before the call', miniature: true });
		const told = /keeping the prefix \(push against discard\): right call \d\/2 .*McNemar p .* \(of the miniature/u;
		expect(stdout).toMatch(told);
		const read = (name: string): string => readFileSync(join(folder, 'replay', name), 'utf8');
		expect(read('summary.md')).toMatch(/keeping the prefix .*McNemar p/u);
		expect(read('report.html')).toContain('McNemar p');
	});
});
