import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a browser keeps what it downloads. */
export interface Profile {
	readonly folder: string;
	/** Made by the keeper, and removed when the browser ends. */
	readonly temporary: boolean;
}

/** A profile that leaves nothing behind, for engines whose model file we serve. */
export function temporaryProfile(): Profile {
	return { folder: join(tmpdir(), `gemmark-browser-${randomUUID()}`), temporary: true };
}

/** A profile that is kept, because the engine stores gigabytes of weights in it: `browser/NAME` in the user's cache. */
export function keptProfile(
	name: string,
	environment: Readonly<Record<string, string | undefined>> = process.env,
): Profile {
	const folder = join(cacheFolder(environment), 'browser', name);
	mkdirSync(folder, { recursive: true });
	return { folder, temporary: false };
}

function cacheFolder(environment: Readonly<Record<string, string | undefined>>): string {
	const chosen = environment.GEMMARK_CACHE ?? '';
	if (chosen !== '') return chosen;
	const caches = environment.XDG_CACHE_HOME ?? '';
	return join(caches === '' ? join(homedir(), '.cache') : caches, 'gemmark');
}
