import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a browser may write. */
export interface BrowserFolders {
	/** Made by the keeper, and removed when the browser ends. */
	readonly temporary: string;
	readonly profile: string;
}

/** A profile that leaves nothing behind, for engines whose model file we serve. */
export function temporaryProfile(): BrowserFolders {
	const temporary = temporaryFolder();
	return { temporary, profile: join(temporary, 'profile') };
}

/** A profile that is kept, because the engine stores gigabytes of weights in it: `browser/NAME` in the user's cache. */
export function keptProfile(
	name: string,
	environment: Readonly<Record<string, string | undefined>> = process.env,
): BrowserFolders {
	const profile = join(cacheFolder(environment), 'browser', name);
	mkdirSync(profile, { recursive: true });
	return { temporary: temporaryFolder(), profile };
}

function temporaryFolder(): string {
	return join(tmpdir(), `gemmark-browser-${randomBytes(6).toString('hex')}`);
}

function cacheFolder(environment: Readonly<Record<string, string | undefined>>): string {
	const chosen = environment.GEMMARK_CACHE ?? '';
	if (chosen !== '') return chosen;
	const caches = environment.XDG_CACHE_HOME ?? '';
	return join(caches === '' ? join(homedir(), '.cache') : caches, 'gemmark');
}
