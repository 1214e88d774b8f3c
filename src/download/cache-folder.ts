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
	const { env, platform, home } = surroundings;
	if (env.GEMMARK_CACHE) return env.GEMMARK_CACHE;
	if (platform === 'darwin') return join(home, 'Library', 'Caches', 'gemmark');
	if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'gemmark', 'Cache');
	return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'gemmark');
}

function thisProcess(): CacheSurroundings {
	return { env: process.env, platform: process.platform, home: homedir() };
}
