import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fileSha256, KEPT_HASH_BYTES } from './cache.ts';
import { compileCacheFolder, modelCacheFolder } from './folders.ts';

const home = '/home/user';

describe('downloads go', () => {
	it.each([
		['linux', {}, join(home, '.cache', 'gemmark')],
		['linux', { XDG_CACHE_HOME: '/var/cache/user' }, join('/var/cache/user', 'gemmark')],
		['darwin', {}, join(home, 'Library', 'Caches', 'gemmark')],
		['win32', { LOCALAPPDATA: 'C:\\Local' }, join('C:\\Local', 'gemmark', 'Cache')],
		['darwin', { GEMMARK_CACHE: '/big/disk' }, '/big/disk'],
	] as const)('on %s with %j to %s', (platform, env, folder) => {
		expect(modelCacheFolder({ platform, env, home })).toBe(folder);
	});
	it('apart from what Node compiled, which stays with the user', () => {
		const shared = { platform: 'linux', env: { GEMMARK_CACHE: '/big/disk' }, home } as const;
		expect(compileCacheFolder(shared)).toBe(join(home, '.cache', 'gemmark', 'compiled'));
	});
});

afterEach(() => void vi.unstubAllEnvs());

describe('the hash of a large file', () => {
	function fileIn(folder: string, bytes: number): string {
		const path = join(folder, 'model.gguf');
		writeFileSync(path, 'GGUF');
		truncateSync(path, bytes);
		return path;
	}
	function cacheFolder(): string {
		const folder = mkdtempSync(join(tmpdir(), 'gemmark-hash-'));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		vi.stubEnv('GEMMARK_CACHE', folder);
		return folder;
	}
	/** What another process knows of the file. */
	async function laterHash(path: string): Promise<string> {
		vi.resetModules();
		return (await import('./cache.ts')).fileSha256(path);
	}

	it('is kept between processes until the file changes', async () => {
		const folder = cacheFolder();
		const path = fileIn(folder, KEPT_HASH_BYTES);
		const hash = await fileSha256(path);
		const kept = join(folder, 'sha256.json');
		writeFileSync(kept, readFileSync(kept, 'utf8').replace(hash, 'kept'));
		expect(await laterHash(path)).toBe('kept');
		utimesSync(path, 1, 1);
		expect(await laterHash(path)).toBe(hash);
	});
	it('is taken again where what was kept cannot be read', async () => {
		const folder = cacheFolder();
		const path = fileIn(folder, KEPT_HASH_BYTES);
		writeFileSync(join(folder, 'sha256.json'), '{');
		expect(await fileSha256(path)).toHaveLength(64);
	});
	it('is not kept for a small one', async () => {
		const folder = cacheFolder();
		await fileSha256(fileIn(folder, 1000));
		expect(existsSync(join(folder, 'sha256.json'))).toBe(false);
	});
});
