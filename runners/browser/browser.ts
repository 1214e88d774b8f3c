import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { EnvironmentError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const WELL_KNOWN: readonly string[] = [
	'/usr/bin/chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
	'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const NAMES: readonly string[] = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'chrome',
	'microsoft-edge',
];

/** The Chromium to use: GEMMARK_BROWSER, else a well-known place, else the PATH. Throws {@link EnvironmentError}. */
export function findBrowser(environment: Environment = process.env, wellKnown: readonly string[] = WELL_KNOWN): string {
	const chosen = environment.GEMMARK_BROWSER ?? '';
	if (chosen !== '') {
		if (isExecutable(chosen)) return chosen;
		throw new EnvironmentError(message('browser.not-program', { path: chosen }));
	}
	const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
	const candidates = [...wellKnown, ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))];
	const found = candidates.find(isExecutable);
	if (found === undefined) throw new EnvironmentError(message('browser.not-found'));
	return found;
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

/** Where a browser may write. */
export interface BrowserFolders {
	/** Created by the keeper, and removed when the browser ends. */
	readonly temporary: string;
	readonly profile: string;
}

/** A profile that is removed with the browser. */
export function temporaryProfile(): BrowserFolders {
	const temporary = temporaryFolder();
	return { temporary, profile: join(temporary, 'profile') };
}

/** A profile that is kept in the user's cache, because the engine stores gigabytes of weights in it. */
export function keptProfile(name: string, environment: Environment = process.env): BrowserFolders {
	const caches = environment.XDG_CACHE_HOME || join(homedir(), '.cache');
	const profile = join(environment.GEMMARK_CACHE || join(caches, 'gemmark'), 'browser', name);
	mkdirSync(profile, { recursive: true });
	return { temporary: temporaryFolder(), profile };
}

function temporaryFolder(): string {
	return join(tmpdir(), `gemmark-browser-${randomBytes(6).toString('hex')}`);
}
