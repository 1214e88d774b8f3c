import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileCacheFolder, modelCacheFolder } from './cache.ts';

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
