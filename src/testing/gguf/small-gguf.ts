import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GgufWriter } from './gguf-writer.ts';

/** Bytes of a complete GGUF that is no model: one tensor of so many elements. */
export function smallGguf(elements: number): Buffer {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-gguf-'));
	try {
		const path = join(folder, 'small.gguf');
		new GgufWriter()
			.text('general.architecture', 'gemma4')
			.tensor('token_embd.weight', [elements], 'f32', () => new Float32Array(elements).fill(elements))
			.write(path);
		return readFileSync(path);
	} finally {
		rmSync(folder, { recursive: true });
	}
}
