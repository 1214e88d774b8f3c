import type { BrowserContext } from 'playwright-core';
import type { OpenMessage } from './keeper-messages.ts';

const ARGS: readonly string[] = [
	'--headless=new',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--enable-unsafe-webgpu',
];

/** Starts the browser on its profile. Whatever is not named in `hosts` does not resolve. */
export async function launchBrowser(open: OpenMessage): Promise<BrowserContext> {
	const { chromium } = await import('playwright-core');
	const reachable = ['127.0.0.1', ...open.hosts].map((host) => `EXCLUDE ${host}`);
	return chromium.launchPersistentContext(open.folders.profile, {
		artifactsDir: open.folders.temporary,
		env: environment(open.folders.temporary),
		executablePath: open.executable,
		chromiumSandbox: mayUseSandbox(),
		// The keeper decides when the browser ends.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
		args: [...ARGS, `--host-resolver-rules=MAP * ~NOTFOUND, ${reachable.join(', ')}`],
	});
}

/** What the browser itself puts aside goes where it is cleared up; elsewhere the path would be too long for its socket. */
function environment(temporary: string): Record<string, string> {
	const own = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
	return { ...Object.fromEntries(own), ...(process.platform === 'linux' ? { TMPDIR: temporary } : {}) };
}

/** Chromium refuses its sandbox to root; containers that lack user namespaces say so by GEMMARK_BROWSER_SANDBOX=off. */
function mayUseSandbox(): boolean {
	return process.getuid?.() !== 0 && process.env.GEMMARK_BROWSER_SANDBOX !== 'off';
}
