import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileSha256 } from '../src/download/file-hash.ts';
import { bundledModel } from '../src/run/bundled-model.ts';
import { logHeaderFixture } from '../src/testing/log-line-fixture.ts';
import { readRun } from './read-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-read-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('readRun', () => {
	it('marks the bundled weights as the miniature under any name', async () => {
		const isMiniature = async (sha256: string): Promise<boolean> => {
			const model = { name: 'gemma-4-E2B-it-Q4_0.gguf', title: 'Gemma 4 E2B', sha256, miniature: false };
			const file = join(folder, 'log.jsonl');
			writeFileSync(file, `${JSON.stringify(logHeaderFixture({ model }))}\n`);
			return (await readRun(file)).header.model.miniature;
		};
		expect(await isMiniature(await fileSha256(bundledModel()))).toBe(true);
		expect(await isMiniature('0'.repeat(64))).toBe(false);
	});
});
