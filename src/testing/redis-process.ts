import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** A test's Redis on the loopback, in memory. */
export interface RedisProcess {
	readonly address: string;
	/** Kills it, and starts an empty one at the same address after so many milliseconds. */
	restart(afterMs?: number): Promise<void>;
	stop(): Promise<void>;
}

/** Starts `redis-server` on a free port. Rejects if it is not installed. */
export async function startRedis(): Promise<RedisProcess> {
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-redis-'));
	const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
	let kill = await startServer(options);
	return {
		address: `redis://127.0.0.1:${port}`,
		async restart(afterMs = 0) {
			await kill();
			await delay(afterMs);
			kill = await startServer(options);
		},
		async stop() {
			await kill();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Resolves when it is ready; returns its kill function. */
async function startServer(options: readonly string[]): Promise<() => Promise<void>> {
	const redis = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
	const ended = once(redis, 'exit');
	await new Promise<void>((resolve, reject) => {
		redis.on('error', reject);
		redis.on('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
		redis.stdout.on('data', (text: Buffer) => {
			if (String(text).includes('Ready to accept connections')) resolve();
		});
	});
	return async () => {
		redis.kill('SIGKILL');
		await ended;
	};
}
