import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real Redis of a test's own, on loopback and in memory. */
export interface RedisProcess {
	readonly address: string;
	stop(): Promise<void>;
}

/** Starts `redis-server` on a free port. Rejects where it is not installed. */
export async function startRedis(): Promise<RedisProcess> {
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-redis-'));
	const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
	const redis = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
	const ended = once(redis, 'exit');
	await new Promise<void>((resolve, reject) => {
		redis.on('error', reject);
		redis.on('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
		redis.stdout.on('data', (text: Buffer) => {
			if (String(text).includes('Ready to accept connections')) resolve();
		});
	});
	return {
		address: `redis://127.0.0.1:${port}`,
		async stop() {
			redis.kill('SIGKILL');
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function freePort(): Promise<number> {
	const server = createServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	if (address === null || typeof address === 'string') throw new Error('no port');
	return address.port;
}
