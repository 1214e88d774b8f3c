import { homedir } from 'node:os';
import { join } from 'node:path';

/** What of the process decides where downloads go. */
export interface CacheSurroundings {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: NodeJS.Platform;
	readonly home: string;
}

/** Folder for downloaded models: `GEMMARK_CACHE`, or a folder `gemmark` where the system keeps caches. */
export function modelCacheFolder(surroundings: CacheSurroundings = thisProcess()): string {
	return surroundings.env.GEMMARK_CACHE || ownCacheFolder(surroundings);
}

/** Folder for what Node compiled: the user's own, never one that is shared, since what lies there is run. */
export function compileCacheFolder(surroundings: CacheSurroundings = thisProcess()): string {
	return join(ownCacheFolder(surroundings), 'compiled');
}

function ownCacheFolder({ env, platform, home }: CacheSurroundings): string {
	if (platform === 'darwin') return join(home, 'Library', 'Caches', 'gemmark');
	if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'gemmark', 'Cache');
	return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'gemmark');
}

function thisProcess(): CacheSurroundings {
	return { env: process.env, platform: process.platform, home: homedir() };
}
