import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeRandomGguf } from '../../src/testing/gguf/random-gguf.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-orphan-'));
const MODEL = join(folder, 'random.gguf');

beforeAll(() => writeRandomGguf(MODEL, 'tiny-gemma4'));

afterAll(() => rmSync(folder, { recursive: true }));

/** A gemmark of its own that generates without end, and reports its engine's process. */
const PARENT = `
	import { llamaCppRunner } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
	const model = await llamaCppRunner.load({ model: ${JSON.stringify(MODEL)}, threads: 1 });
	process.stdout.write(String(model.pid()) + '\\n');
	const request = { parts: [{ text: '<bos>안녕' }], sharedChars: 0, stop: [], maxTokens: 1e6, deadlineMs: 1e6,
		sampling: { temperature: 1, seed: 1 }, ignoreEnd: true };
	for (;;) for await (const event of model.completer.complete(request)) {}
`;

describe('a gemmark that is killed', () => {
	it('leaves no engine', async () => {
		const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const engine = Number(
			await new Promise<string>((resolve) => parent.stdout.once('data', (data) => resolve(`${data}`))),
		);
		expect(isRunning(engine)).toBe(true);
		parent.kill('SIGKILL');
		await vi.waitFor(() => expect(isRunning(engine)).toBe(false), { timeout: 30_000 });
	});
});

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
