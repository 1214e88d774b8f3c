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
	return chromium.launchPersistentContext(open.profile, {
		executablePath: open.executable,
		chromiumSandbox: mayUseSandbox(),
		// The keeper decides when the browser ends.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
		args: [...ARGS, `--host-resolver-rules=MAP * ~NOTFOUND, ${reachable.join(', ')}`],
	});
}

/** Chromium refuses its sandbox to root; containers that lack user namespaces say so by GEMMARK_BROWSER_SANDBOX=off. */
function mayUseSandbox(): boolean {
	return process.getuid?.() !== 0 && process.env.GEMMARK_BROWSER_SANDBOX !== 'off';
}
