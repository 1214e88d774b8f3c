import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { EnvironmentError } from '../../../src/index.ts';

/** Where browsers are when nobody says otherwise. */
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

/**
 * The Chromium to drive: GEMMARK_BROWSER, else a well-known place, else the PATH. Throws {@link EnvironmentError} when
 * there is none.
 */
export function findBrowser(
	environment: Readonly<Record<string, string | undefined>> = process.env,
	wellKnown: readonly string[] = WELL_KNOWN,
): string {
	const chosen = environment.GEMMARK_BROWSER ?? '';
	if (chosen !== '') {
		if (isExecutable(chosen)) return chosen;
		throw new EnvironmentError(`GEMMARK_BROWSER names no program: ${chosen}`, {
			hint: 'Set it to the full path of Chromium, Chrome or Edge.',
		});
	}
	const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
	const candidates = [...wellKnown, ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))];
	const found = candidates.find(isExecutable);
	if (found !== undefined) return found;
	throw new EnvironmentError('No Chromium was found for the browser engines', {
		hint: 'Install Chromium, Chrome or Edge, or set GEMMARK_BROWSER to its full path.',
	});
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
