import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/base/read-file.ts';
import { INTERRUPTED_EXIT_CODE } from './interrupt.ts';

it.skipIf(process.platform === 'win32')('Ctrl-C while the model is being fetched ends as interrupted', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-interrupt-'));
	const asked = Promise.withResolvers<void>();
	const server = createServer(() => asked.resolve());
	try {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.gguf`;
		const child = spawn(process.execPath, [join(packageRoot(), 'cli', 'main.ts'), 'run', '--model', url], {
			cwd: folder,
			env: { ...process.env, GEMMARK_CACHE: folder },
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		let told = '';
		child.stderr.on('data', (text: Buffer) => {
			told += String(text);
		});
		const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
		await asked.promise;
		child.kill('SIGINT');
		expect(await ended).toBe(INTERRUPTED_EXIT_CODE);
		expect(told).toMatch(/gemmark: stopping/u);
		expect(told).not.toMatch(/defect/u);
	} finally {
		server.closeAllConnections();
		server.close();
		rmSync(folder, { recursive: true, force: true });
	}
});
