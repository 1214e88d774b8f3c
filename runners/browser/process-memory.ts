import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';

/**
 * Highest resident sets of the browser's page and GPU processes since they began, added up, in bytes. Undefined where
 * the system does not tell.
 */
export async function pageMemory(context: BrowserContext): Promise<number | undefined> {
	const session = await context.browser()?.newBrowserCDPSession();
	if (session === undefined) return undefined;
	try {
		const { processInfo } = await session.send('SystemInfo.getProcessInfo');
		const peaks = processInfo
			.filter((process) => process.type === 'renderer' || process.type === 'GPU')
			.map((process) => peakOf(process.id))
			.filter((peak) => peak !== undefined);
		return peaks.length === 0 ? undefined : peaks.reduce((sum, peak) => sum + peak, 0);
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
