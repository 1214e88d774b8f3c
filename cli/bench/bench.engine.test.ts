import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLlamaBench } from '../../src/bench/llama-bench.ts';
import type { BenchReport } from '../../src/bench/report.ts';
import { writeRandomGguf } from '../../src/testing/gguf/random-gguf.ts';

let folder: string;
let model: string;

function bench(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
	const command = ['cli/main.ts', 'bench', ...args, '-m', model, '-t', '1', '-r', '2', '--out', join(folder, 'out')];
	return execFileSync(process.execPath, command, {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
		env: { ...process.env, ...env },
	});
}

describe('gemmark bench', () => {
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'gemmark-bench-test-'));
		model = join(folder, 'tiny.gguf');
		writeRandomGguf(model, 'tiny-gemma4');
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('runs fixed lengths on the engine, cold and warm apart, beside llama-bench where one is named', () => {
		const tool = join(folder, 'llama-bench');
		writeFileSync(
			tool,
			`#!/bin/sh\nprintf 'n_prompt,n_gen,n_depth,n_threads,avg_ns,avg_ts\\n300,0,8,1,1000,123.5\\n'\n`,
			{
				mode: 0o755,
			},
		);
		const args = ['engine', '-p', '300', '-n', '20', '-d', '0,8', '--format', 'json'];
		const report = JSON.parse(bench(args, { GEMMARK_LLAMA_BENCH: tool })) as BenchReport;
		const rows = report.engine.rows;
		expect(rows.map(({ n_prompt, n_gen, n_depth, state }) => [n_prompt, n_gen, n_depth, state])).toEqual([
			[300, 0, 0, 'warm'],
			[0, 20, 0, 'warm'],
			[300, 0, 8, 'warm'],
			[0, 20, 8, 'warm'],
			[300, 20, 0, 'warm'],
			[300, 20, 0, 'cold'],
		]);
		for (const row of rows) {
			expect(row.samples_ns).toHaveLength(2);
			expect(row.avg_ts).toBeGreaterThan(0);
			expect(row).toMatchObject({ n_threads: 1, n_batch: 256, model_type: expect.stringMatching(/^gemma4 /) });
		}
		expect(rows.map(({ decode_ts }) => decode_ts?.n)).toEqual([undefined, 2, undefined, 2, undefined, undefined]);
		expect(rows[4]?.itl_ms?.n).toBe(2 * 19);
		expect(rows[5]?.load_ms?.n).toBe(2);
		expect(report.engine.llamaBench).toEqual([
			{ n_prompt: 300, n_gen: 0, n_depth: 8, n_threads: 1, avg_ns: 1000, avg_ts: 123.5 },
		]);
		const csv = parseLlamaBench(readFileSync(join(folder, 'out', 'bench.csv'), 'utf8'));
		expect(csv.map(({ avg_ns }) => avg_ns)).toEqual(rows.map(({ avg_ns }) => avg_ns));
		expect(readFileSync(join(folder, 'out', 'bench.md'), 'utf8')).toContain('| pp300 @ d8 | warm |');
	});

	it('measures every model that is named, with llama-bench’s own words where it fails', () => {
		const tool = join(folder, 'llama-bench');
		const other = join(folder, 'other.gguf');
		copyFileSync(model, other);
		writeFileSync(
			tool,
			`#!/bin/sh
case "$2" in *other*) echo 'error: unknown model architecture' >&2; exit 1;; esac
printf 'model_filename,n_prompt,n_gen,n_depth,avg_ns,avg_ts\\n%s,16,0,0,1000,123.5\\n' "$2"
`,
			{ mode: 0o755 },
		);
		const text = bench(['engine', '-p', '16', '-n', '0', '-m', other], { GEMMARK_LLAMA_BENCH: tool });
		expect(text.match(/^\| pp16 \| warm \|.*$/gmu)).toEqual([
			expect.not.stringContaining('123.5'),
			expect.stringContaining('| 123.5 |'),
		]);
		expect(text).toContain(`llama-bench exited with 1 for ${other}: error: unknown model architecture`);
	});

	it('goes on without llama-bench, and says so', () => {
		const args = ['engine', '-p', '16', '-n', '0'];
		const text = bench(args, { GEMMARK_LLAMA_BENCH: join(folder, 'none') });
		expect(text).toContain('| pp16 | warm |');
		expect(text).toContain('llama-bench not found');
	});
});
