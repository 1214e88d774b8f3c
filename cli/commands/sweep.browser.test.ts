import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/base/read-file.ts';
import type { SweepSummary } from '../../src/summary/sweep/summarize.ts';

it('a sweep asks llama.cpp and its build for browsers the same prompts, and says whether their answers are equal', () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-sweep-browser-'));
	try {
		const asked = ['--suite', 'prefix', '--limit', '3', '--max-tokens', '32', '--threads', '1', '--out', 'one'];
		const args = ['sweep', '--model', 'mini-q8_0.gguf', '--runner', 'llama-cpp,wllama', ...asked];
		const main = join(packageRoot(), 'cli', 'main.ts');
		const { status } = spawnSync(process.execPath, [main, ...args], { cwd: folder, timeout: 150_000 });
		expect(status).toBe(0);
		const { cells, parity } = JSON.parse(readFileSync(join(folder, 'one', 'sweep.json'), 'utf8')) as SweepSummary;
		expect(cells.map(({ engine, asked: n }) => [engine, n]).toSorted()).toEqual([
			['llama-cpp', 3],
			['wllama', 3],
		]);
		expect(parity).toMatchObject([{ compared: 3 }]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
