import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageError } from '../src/base/errors.ts';
import { sha256 } from '../src/base/json.ts';
import type { ModelIdentity } from '../src/model/identity.ts';
import { findModelFileOf } from './ask-again.ts';

let folder: string;
let model: ModelIdentity;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-find-'));
	writeFileSync(join(folder, 'renamed.gguf'), 'weights');
	writeFileSync(join(folder, 'as-long.gguf'), 'others.');
	model = { name: 'gemma.gguf', sizeBytes: 7, sha256: await sha256('weights'), miniature: false };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the file of a run is found by size and hash, whatever it is called', async () => {
	const named = ['missing.gguf', 'as-long.gguf', 'renamed.gguf'].map((name) => join(folder, name));
	expect(await findModelFileOf(model, named)).toBe(join(folder, 'renamed.gguf'));
});

it('a missing file is reported with its remedy', async () => {
	const other = { ...model, sha256: '0'.repeat(64) };
	const failure = await findModelFileOf(other, [join(folder, 'renamed.gguf')]).catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(UsageError);
	expect(failure).toMatchObject({
		message: expect.stringContaining('gemma.gguf'),
		hint: expect.stringContaining('--model'),
	});
});

it('a run without a hash has no file to find', async () => {
	await expect(findModelFileOf({ name: 'served', miniature: false }, [])).rejects.toBeInstanceOf(UsageError);
});
