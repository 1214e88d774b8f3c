import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';

interface BrowserProcess {
	readonly type: string;
	readonly id: number;
}

/** The browser's main process. */
export async function browserPid(context: BrowserContext): Promise<number> {
	const main = (await processes(context)).find((process) => process.type === 'browser');
	if (main === undefined) throw new Error('the browser does not tell its process');
	return main.id;
}

/**
 * Highest resident sets of the browser's page and GPU processes since they began, added up, in bytes. Undefined where
 * the system does not tell.
 */
export async function pageMemory(context: BrowserContext): Promise<number | undefined> {
	const peaks = (await processes(context))
		.filter((process) => process.type === 'renderer' || process.type === 'GPU')
		.map((process) => peakOf(process.id))
		.filter((peak) => peak !== undefined);
	return peaks.length === 0 ? undefined : peaks.reduce((sum, peak) => sum + peak, 0);
}

async function processes(context: BrowserContext): Promise<readonly BrowserProcess[]> {
	const session = await context.browser()?.newBrowserCDPSession();
	if (session === undefined) return [];
	try {
		return (await session.send('SystemInfo.getProcessInfo')).processInfo;
	} finally {
		await session.detach();
	}
}

function peakOf(pid: number): number | undefined {
	try {
		const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
		return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
	} catch {
		return undefined;
	}
}
