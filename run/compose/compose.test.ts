import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from './compose.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-target-'));
	writeFileSync(join(folder, 'tuned.gguf'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the model of a target', () => {
	it.each([
		['tuned.gguf', (from: string) => join(from, 'tuned.gguf')],
		['./absent.gguf', (from: string) => join(from, 'absent.gguf')],
		['gemma4:e2b', () => 'gemma4:e2b'],
		['hf:user/repo:Q4_0', () => 'hf:user/repo:Q4_0'],
		['/models/a.gguf', () => '/models/a.gguf'],
	])('%s is looked for where the config is', async (model, expected) => {
		const file = join(folder, 'gemmark.config.yaml');
		const { targets } = await compose({ file, folder, config: { targets: [{ model }] } });
		expect(targets()).toEqual([{ model: expected(folder) }]);
	});
});
