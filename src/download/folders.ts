import { homedir } from 'node:os';
import { join } from 'node:path';

/** Parts of the process that decide the folder for downloads. */
interface CacheSurroundings {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: NodeJS.Platform;
	readonly home: string;
}

/** Folder for downloaded models: `GEMMARK_CACHE`, or `gemmark` in the system's folder for caches. */
export function modelCacheFolder(surroundings: CacheSurroundings = thisProcess()): string {
	return surroundings.env.GEMMARK_CACHE || userCacheFolder(surroundings);
}

/** Database of answers that models gave. */
export function answerCacheFile(): string {
	return join(modelCacheFolder(), 'answers.sqlite');
}

/** Folder for code that Node compiled. Always the user's, because it is executed. */
export function compileCacheFolder(surroundings: CacheSurroundings = thisProcess()): string {
	return join(userCacheFolder(surroundings), 'compiled');
}

function userCacheFolder({ env, platform, home }: CacheSurroundings): string {
	if (platform === 'darwin') return join(home, 'Library', 'Caches', 'gemmark');
	if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'gemmark', 'Cache');
	return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'gemmark');
}

function thisProcess(): CacheSurroundings {
	return { env: process.env, platform: process.platform, home: homedir() };
}
