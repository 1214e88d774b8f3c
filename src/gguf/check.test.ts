import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { EngineError } from '../base/errors.ts';
import { writeRandomGguf } from '../testing/gguf/random-gguf.ts';
import { checkModelFile } from './check.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-header-'));
const GOOD = join(folder, 'good.gguf');
writeRandomGguf(GOOD, 'tiny-gemma4', { type: 'q8_0' });

afterAll(() => rmSync(folder, { recursive: true }));

describe('the header of a model file', () => {
	it.each([0, 3, 2 ** 31])('with an alignment of %i is refused, since no length follows from it', (alignment) => {
		const key = Buffer.from('general.alignment');
		const entry = Buffer.alloc(8 + key.length + 8);
		entry.writeBigUInt64LE(BigInt(key.length));
		key.copy(entry, 8);
		entry.writeUInt32LE(4, 8 + key.length);
		entry.writeUInt32LE(alignment, 12 + key.length);
		const good = readFileSync(GOOD);
		const head = Buffer.from(good.subarray(0, 24));
		head.writeBigUInt64LE(head.readBigUInt64LE(16) + 1n, 16);
		const path = join(folder, `alignment-${alignment}.gguf`);
		writeFileSync(path, Buffer.concat([head, entry, good.subarray(24, good.length / 2)]));
		expect(() => checkModelFile(path)).toThrow(/alignment/u);
	});

	it('with a context that no engine can count is refused', () => {
		const key = 'gemma4.context_length';
		const bytes = Buffer.from(readFileSync(GOOD));
		bytes.writeUInt32LE(2 ** 32 - 1, bytes.indexOf(key) + key.length + 4);
		const path = join(folder, 'context.gguf');
		writeFileSync(path, bytes);
		expect(failureOf(path).message).toBe('context.gguf: damaged: context_length is 4294967295 tokens');
	});

	it('reports what the model is', () => {
		const header = checkModelFile(GOOD);
		expect(header).toMatchObject({
			architecture: 'gemma4',
			title: 'random-tiny-gemma4',
			quantization: 'Q8_0',
			contextLength: 4096,
		});
		expect(header.chatTemplate).toContain('<|turn>');
		expect(header.parameters).toBeGreaterThan(100_000);
		expect(header.sizeBytes - header.neededBytes).toBeLessThan(32);
	});

	it.each([
		['empty', Buffer.alloc(0), 'empty file'],
		['page', Buffer.from('\r\n  <html>'), 'a web page, not a model'],
		['pointer', Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0'), 'a Git LFS pointer'],
		['zip', Buffer.from('PK\u0003\u0004'), 'not a GGUF file'],
		['old', Buffer.concat([Buffer.from('GGUF'), Buffer.from([1, 0, 0, 0])]), 'GGUF version 1'],
		['big-endian', Buffer.concat([Buffer.from('GGUF'), Buffer.from([0, 0, 0, 3])]), 'GGUF version 50331648'],
		['only-magic', Buffer.from('GGUF'), 'the header exceeds the file'],
	])('%s is refused in one line', (name, bytes, reason) => {
		const path = join(folder, `${name}.gguf`);
		writeFileSync(path, bytes);
		expect(failureOf(path).message).toContain(reason);
		expect(failureOf(path).hint).toBeTruthy();
	});

	it.each([
		['gemma.litertlm', 'LITERTLM'],
		['gemma.task', 'PK\u0003\u0004'],
		['renamed.gguf', 'LITERTLM'],
	])('%s of LiteRT is refused with what runs it', (name, beginning) => {
		const path = join(folder, name);
		writeFileSync(path, beginning);
		expect(failureOf(path)).toMatchObject({ failure: 'model-unsupported', said: { code: 'model.litert' } });
	});

	it('that lies about lengths is refused without reading or allocating them', () => {
		const bytes = readFileSync(GOOD);
		for (const at of [8, 16, 24]) {
			const lie = Buffer.from(bytes);
			lie.writeBigUInt64LE(2n ** 62n, at);
			const path = join(folder, 'lie.gguf');
			writeFileSync(path, lie);
			expect(failureOf(path)).toMatchObject({ failure: 'model-invalid' });
		}
	});

	it('of a file cut anywhere never passes, and never throws anything else', () => {
		const { length } = readFileSync(GOOD);
		const path = join(folder, 'cut.gguf');
		fc.assert(
			fc.property(fc.integer({ min: 0, max: length - 33 }), (size) => {
				writeFileSync(path, readFileSync(GOOD));
				truncateSync(path, size);
				expect(failureOf(path).failure).toBe('model-invalid');
			}),
			{ numRuns: 60 },
		);
	});

	it('of a file with changed bytes is read or refused, nothing else', () => {
		const bytes = readFileSync(GOOD);
		const path = join(folder, 'changed.gguf');
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 255 }), (at, byte) => {
				const changed = Buffer.from(bytes);
				changed[at] = byte;
				writeFileSync(path, changed);
				try {
					expect(checkModelFile(path).sizeBytes).toBe(bytes.length);
				} catch (error) {
					expect(error).toBeInstanceOf(EngineError);
				}
			}),
			{ numRuns: 100 },
		);
	});

	it('that is not there, or a folder, is missing', () => {
		expect(failureOf(join(folder, 'none.gguf'))).toMatchObject({ failure: 'model-missing' });
		expect(failureOf(folder)).toMatchObject({ failure: 'model-missing' });
	});
});

function failureOf(path: string): EngineError {
	try {
		checkModelFile(path);
	} catch (error) {
		if (error instanceof EngineError) return error;
		throw error;
	}
	throw new Error('the file was accepted');
}
