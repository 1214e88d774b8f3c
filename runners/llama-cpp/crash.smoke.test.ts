import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '../../src/base/errors.ts';
import { collectCompletion } from '../../src/testing/contract/collect-completion.ts';
import { writeRandomGguf } from '../../src/testing/gguf/random-gguf.ts';
import { EngineProcess, startEngine } from './engine-process.ts';
import { createLlamaCppRunner } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-crash-'));
const file = (name: string): string => join(folder, `${name}.gguf`);
const runner = createLlamaCppRunner();

beforeAll(() => writeRandomGguf(file('good'), 'tiny-gemma4'));

afterAll(() => rmSync(folder, { recursive: true }));

/** What is wrong with a file, how it is made, and what the operator reads. */
const BROKEN: readonly [string, (path: string) => void, string, RegExp][] = [
	['missing', () => undefined, 'model-missing', /missing\.gguf: no model file$/],
	['empty', (path) => writeFileSync(path, ''), 'model-invalid', /^empty\.gguf: empty file$/],
	[
		'page',
		(path) => writeFileSync(path, '\n<!doctype html><title>404</title>'),
		'model-invalid',
		/^page\.gguf: a web page, not a model$/,
	],
	['text', (path) => writeFileSync(path, 'hello'), 'model-invalid', /^text\.gguf: not a GGUF file/],
	['cut', (path) => cutCopy(path, 0.5), 'model-invalid', /^cut\.gguf: truncated: \d+ of at least \d+ bytes$/],
	['beheaded', (path) => truncateSync(copy(path), 900), 'model-invalid', /^beheaded\.gguf: damaged/],
	[
		'stranger',
		(path) => writeRandomGguf(path, 'tiny-gemma4', { architecture: 'gemma9000' }),
		'model-unsupported',
		/^stranger\.gguf: llama\.cpp .*gemma9000/,
	],
	[
		'lacking',
		(path) => writeRandomGguf(path, 'tiny-gemma4', { without: ['blk.3.attn_q.weight'] }),
		'model-invalid',
		/^lacking\.gguf: llama\.cpp cannot load the model: missing tensor 'blk\.3\.attn_q\.weight'$/,
	],
	[
		'many-heads',
		(path) => writeRandomGguf(path, 'tiny-gemma4', { metadata: { 'gemma4.attention.head_count': 4e9 } }),
		'model-invalid',
		/^many-heads\.gguf: llama\.cpp cannot load the model: .*wrong shape/,
	],
	[
		'many-layers',
		(path) => writeRandomGguf(path, 'tiny-gemma4', { metadata: { 'gemma4.block_count': 600 } }),
		'crashed',
		/^many-layers\.gguf: the engine crashed while loading \(SIGABRT\)$/,
	],
];

describe('a broken model file', () => {
	it.each(BROKEN)('%s: one clear line', async (name, make, failure, message) => {
		make(file(name));
		const error = await runner.load({ model: file(name), threads: 1 }).then(
			() => undefined,
			(thrown: unknown) => thrown,
		);
		expect(error).toBeInstanceOf(EngineError);
		expect(error).toMatchObject({ failure, message: expect.stringMatching(message), exitCode: 3 });
		expect((error as EngineError).hint).toBeTruthy();
		expect((error as EngineError).message).not.toContain('\n');
	});

	it('that crashes the engine leaves the end of its stderr', async () => {
		writeRandomGguf(file('layers'), 'tiny-gemma3', { metadata: { 'gemma3.block_count': 600 } });
		await expect(runner.load({ model: file('layers'), threads: 1 })).rejects.toMatchObject({
			failure: 'crashed',
			detail: expect.stringContaining('GGML_ASSERT'),
		});
	});

	it.each(BROKEN.filter(([name]) => ['empty', 'page', 'cut'].includes(name)))(
		'%s: the engine itself survives it too',
		async (name, make) => {
			make(file(name));
			const fixed = {
				threads: 1,
				gpu: false,
				flashAttention: false,
				kvCacheType: 'f16' as const,
				sequences: 1,
				spare: 0,
			};
			const load = { type: 'load', modelPath: file(name), ...fixed } as const;
			await expect(startEngine(name, load, {})).rejects.toBeInstanceOf(EngineError);
		},
	);
});

describe('a model file', () => {
	it('that is cut short while in use fails that request, and works again when it is back', async () => {
		copyFileSync(file('good'), file('used'));
		const model = await runner.load({ model: file('used'), threads: 1 });
		const ask = () => collectCompletion(model.completer, { parts: [{ text: '<bos>안녕하세요' }], maxTokens: 4 });
		const before = await ask();
		truncateSync(file('used'), Math.floor(statSync(file('good')).size * 0.4));
		await expect(ask()).rejects.toMatchObject({
			failure: 'crashed',
			message: 'used.gguf: the engine crashed (SIGBUS)',
		});
		await expect(ask()).rejects.toMatchObject({
			failure: 'model-invalid',
			message: expect.stringContaining('truncated'),
		});
		copyFileSync(file('good'), file('used'));
		expect((await ask()).tokens).toEqual(before.tokens);
		await model.dispose();
	});
});

describe('the engine’s process', () => {
	it('that is killed by the system fails its request and is replaced', async () => {
		const model = await runner.load({ model: file('good'), threads: 1 });
		const pid = model.pid() ?? 0;
		const request = { parts: [{ text: '<bos>안녕' }], maxTokens: 3000, sampling: { temperature: 1, seed: 1 } };
		const killed = collectCompletion(model.completer, { ...request, ignoreEnd: true });
		setImmediate(() => process.kill(pid, 'SIGKILL'));
		await expect(killed).rejects.toMatchObject({ failure: 'out-of-memory' });
		expect((await collectCompletion(model.completer, { ...request, maxTokens: 2 })).pieces).toHaveLength(2);
		expect(model.engine.threads).toBe(1);
		await model.dispose();
	});

	it('that says nothing usable before it is ready is an error, not a wait', async () => {
		const engine = new EngineProcess('good.gguf');
		const answer = new Promise((resolve) => engine.listen(resolve, resolve));
		engine.send({ type: 'complete', id: 1, ...emptyRequest() });
		expect(await answer).toMatchObject({ type: 'failed', failure: 'unavailable' });
		await engine.end(new EngineError('unavailable', 'done'));
		expect(engine.death?.message).toBe('done');
	});
});

function emptyRequest() {
	return {
		parts: [{ text: '<bos>' }],
		sharedChars: 0,
		reuse: 'all' as const,
		stop: [],
		maxTokens: 1,
		sampling: { temperature: 0, seed: 0 },
		deadlineMs: 1000,
	};
}

function copy(path: string): string {
	copyFileSync(file('good'), path);
	return path;
}

function cutCopy(path: string, share: number): void {
	truncateSync(copy(path), Math.floor(statSync(file('good')).size * share));
}
