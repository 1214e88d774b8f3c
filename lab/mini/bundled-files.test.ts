import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { habitCoach } from '../../app/habit-coach/index.ts';
import { fileSha256 } from '../../src/download/cache.ts';
import { loadHeldOut } from './held-out.ts';

const manifest = z
	.object({
		parameters: z.number(),
		files: z.array(z.object({ file: z.string(), quantization: z.string(), bytes: z.number(), sha256: z.string() })),
	})
	.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../models/mini', 'manifest.json'), 'utf8')));

describe('bundled miniature', () => {
	it('is there in f16, q8_0 and q4_0, and in f16 for LiteRT-LM', () => {
		expect(manifest.files.map(({ quantization }) => quantization)).toEqual(['f16', 'q8_0', 'q4_0', 'f16']);
	});

	it.each(manifest.files)('$file has the size and sha256 of the manifest', async ({ file, bytes, sha256 }) => {
		const path = join(import.meta.dirname, '../../models/mini', file);
		expect(statSync(path).size).toBe(bytes);
		expect(await fileSha256(path)).toBe(sha256);
	});

	it('takes at most 26 MB', () => {
		expect(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(26_000_000);
	});

	it('holds the template that the training data were rendered with', () => {
		const template = readFileSync(join(import.meta.dirname, '../../models/mini', 'template.jinja'), 'utf8');
		const file = readFileSync(join(import.meta.dirname, '../../models/mini', 'mini-q8_0.gguf'));
		expect(file.includes(Buffer.from(template))).toBe(true);
	});
});

describe('held-out sentences', () => {
	const heldOut = loadHeldOut();

	it('are at least sixty, each with an id and words of its own', () => {
		expect(heldOut.length).toBeGreaterThanOrEqual(60);
		expect(new Set(heldOut.map(({ id }) => id)).size).toBe(heldOut.length);
		expect(new Set(heldOut.map(({ input }) => input)).size).toBe(heldOut.length);
	});

	it('ask for every tool, and for none', () => {
		const asked = new Set(heldOut.map(({ expected }) => expected?.tool));
		const session = habitCoach().open();
		expect(asked).toEqual(new Set([...session.tools.map(({ name }) => name), undefined]));
		session.close();
	});
});
