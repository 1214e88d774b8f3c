import type { BrowserContext } from 'playwright-core';
import type { OpenMessage } from './messages.ts';

const ARGS: readonly string[] = [
	'--headless=new',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--enable-unsafe-webgpu',
];

/** Starts the browser on its profile. Names that are not in `hosts` do not resolve. */
export async function launchBrowser(open: OpenMessage): Promise<BrowserContext> {
	const { chromium } = await import('playwright-core');
	const reachable = ['127.0.0.1', ...open.hosts].map((host) => `EXCLUDE ${host}`);
	return chromium.launchPersistentContext(open.folders.profile, {
		artifactsDir: open.folders.temporary,
		// Elsewhere than the temporary folder, the path would be too long for the browser's socket.
		env: process.platform === 'linux' ? { ...process.env, TMPDIR: open.folders.temporary } : process.env,
		executablePath: open.executable,
		// Chromium refuses its sandbox to root, and in containers without user namespaces.
		chromiumSandbox: process.getuid?.() !== 0 && process.env.GEMMARK_BROWSER_SANDBOX !== 'off',
		// The keeper decides when the browser ends.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
		args: [...ARGS, `--host-resolver-rules=MAP * ~NOTFOUND, ${reachable.join(', ')}`],
	});
}
